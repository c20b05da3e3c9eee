import type { KubernetesObject, PlainValue, Resource } from '../../kubernetes/index.js';
import type { Random } from '../../testing/index.js';

/** One write, as data. */
export type Action =
  | { readonly verb: 'create'; readonly resource: Resource<unknown>; readonly object: Draft }
  | (At & { readonly verb: 'patch'; readonly patch: object; readonly subresource?: 'status' })
  | (At & { readonly verb: 'delete'; readonly gracePeriodSeconds: number });

type Draft = KubernetesObject & { readonly [field: string]: unknown };

interface At {
  readonly resource: Resource<unknown>;
  readonly namespace?: string;
  readonly name: string;
}

/** Something that may happen next. */
export interface Possibility {
  /** How likely it is, beside the others. */
  readonly weight: number;
  /** What it is: worked out when it is chosen. `now` is in epoch milliseconds. */
  readonly act: (random: Random, now: number) => Action;
}

interface Named {
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

export function create<T>(resource: Resource<T>, object: PlainValue<T> & Draft): Action {
  return { verb: 'create', resource, object };
}

export function patch<T>(resource: Resource<T>, object: Named, change: object): Action {
  return { verb: 'patch', ...at(resource, object), patch: change };
}

export function patchStatus<T>(resource: Resource<T>, object: Named, status: object): Action {
  return { verb: 'patch', ...at(resource, object), patch: { status }, subresource: 'status' };
}

export function remove<T>(resource: Resource<T>, object: Named, gracePeriodSeconds = 0): Action {
  return { verb: 'delete', ...at(resource, object), gracePeriodSeconds };
}

function at(resource: Resource<unknown>, { metadata: { name, namespace } }: Named): At {
  return { resource, name, ...(namespace !== undefined && { namespace }) };
}

/** A time as Kubernetes writes it: to the second. */
export function timestamp(now: number): string {
  return new Date(now).toISOString().replace(/\.\d+Z$/, 'Z');
}
