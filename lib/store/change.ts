/**
 * What one commit did to one object. Every variant has the same fields.
 * - `add`: the key was not there.
 * - `update`: `previous` became `object`.
 * - `delete`: `object` is the last state that is known, `previous` the one that was cached.
 * - `sync`: nothing happened; the object is told again because a resync was asked for.
 */
export type Change<T> = Add<T> | Update<T> | Delete<T> | Sync<T>;

interface About<T> {
  readonly key: string;
  readonly object: T;
  /** It came with the initial list, as an add or, where something was cached before, as an update. */
  readonly isInInitialList: boolean;
}

interface Add<T> extends About<T> {
  readonly type: 'add';
  readonly previous: undefined;
  readonly finalStateUnknown: false;
}

interface Update<T> extends About<T> {
  readonly type: 'update';
  readonly previous: T;
  readonly finalStateUnknown: false;
}

interface Delete<T> extends About<T> {
  readonly type: 'delete';
  readonly previous: T;
  /** The end was not seen, only concluded: `object` may be older than it. */
  readonly finalStateUnknown: boolean;
}

interface Sync<T> extends About<T> {
  readonly type: 'sync';
  /** The same as `object`. */
  readonly previous: T;
  readonly finalStateUnknown: false;
}

export function added<T>(key: string, object: T, isInInitialList: boolean): Change<T> {
  return Object.freeze({
    type: 'add',
    key,
    object,
    previous: undefined,
    isInInitialList,
    finalStateUnknown: false,
  });
}

export function updated<T>(key: string, object: T, previous: T, isInInitialList: boolean): Change<T> {
  return Object.freeze({ type: 'update', key, object, previous, isInInitialList, finalStateUnknown: false });
}

export function deleted<T>(key: string, object: T, previous: T, finalStateUnknown: boolean): Change<T> {
  return Object.freeze({ type: 'delete', key, object, previous, isInInitialList: false, finalStateUnknown });
}

export function synced<T>(key: string, object: T): Change<T> {
  return Object.freeze({
    type: 'sync',
    key,
    object,
    previous: object,
    isInInitialList: false,
    finalStateUnknown: false,
  });
}
