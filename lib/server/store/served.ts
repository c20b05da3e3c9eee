import type { Resource } from '../../kubernetes/index.js';
import { type Kind, kindOf } from './kinds.js';

/** A resource that a server has. */
export interface Served {
  readonly resource: Resource<unknown>;
  readonly kind: Kind;
  /** Such as `apps/v1`, and `v1` for the core group. */
  readonly apiVersion: string;
}

export function servedAs(resource: Resource<unknown>): Served {
  const { group, version } = resource;
  return { resource, kind: kindOf(resource), apiVersion: group === '' ? version : `${group}/${version}` };
}

export function isSameResource(a: Resource<unknown>, b: Resource<unknown>): boolean {
  return a.group === b.group && a.version === b.version && a.plural === b.plural;
}
