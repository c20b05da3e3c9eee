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
 * judge: any key with an escape may be one of these, and metadata may stand twice. Of a member of theirs that does the last one counts, as for a parser.
 */
export function identityOf(bytes: Uint8Array, start: number, outline: Outline): Identity | undefined {
  const { metadata } = outline;
  if (metadata < 0 || !isPlain(new Members(bytes, start, outline, 0))) return undefined;
  const members = new Members(bytes, start, outline, metadata);
  const identity = { name: '', namespace: '', uid: '', resourceVersion: '' };
  let isNamed = false;
  while (members.next()) {
    const key = members.key();
    if (key === undefined) return undefined;
    if (key !== 'name' && key !== 'namespace' && key !== 'uid' && key !== 'resourceVersion') continue;
    const text = members.text();
    if (text === undefined) return undefined;
    identity[key] = text;
    isNamed ||= key === 'name';
  }
  return isNamed ? identity : undefined;
}

/** Whether no other metadata can be meant: they stand once, and no key has an escape. */
function isPlain(members: Members): boolean {
  let isMet = false;
  while (members.next()) {
    const key = members.key();
    if (key === undefined || (key === 'metadata' && isMet)) return false;
    isMet ||= key === 'metadata';
  }
  return true;
}
