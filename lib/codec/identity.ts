import { Members } from './members.js';
import type { Outline } from './outline.js';

/** What tells an object and its version, read without parsing the object. */
export interface Identity {
  readonly name: string;
  readonly namespace: string;
  readonly uid: string;
  readonly resourceVersion: string;
}

/**
 * The identity of the object that begins at `start`, by its outline. Undefined where it is written in a way that only a parser should
 * judge. Core kinds have it at the beginning of their metadata, and no more is read; custom resources have their members sorted.
 */
export function identityOf(bytes: Uint8Array, start: number, outline: Outline): Identity | undefined {
  const { metadata } = outline;
  if (metadata < 0) return undefined;
  const members = new Members(bytes, start, outline, metadata);
  let name: string | undefined;
  let namespace: string | undefined;
  let uid: string | undefined;
  let resourceVersion: string | undefined;
  while (name === undefined || namespace === undefined || uid === undefined || resourceVersion === undefined) {
    if (!members.next()) break;
    switch (members.key()) {
      case 'name':
        name = members.text();
        break;
      case 'namespace':
        namespace = members.text();
        break;
      case 'uid':
        uid = members.text();
        break;
      case 'resourceVersion':
        resourceVersion = members.text();
        break;
    }
  }
  return name === undefined
    ? undefined
    : { name, namespace: namespace ?? '', uid: uid ?? '', resourceVersion: resourceVersion ?? '' };
}
