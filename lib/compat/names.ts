/** client-node's names of events, and its types: the same here, so that a program may take either. */
export type { ErrorCallback, Informer, ListPromise, ObjectCache, ObjectCallback } from '@kubernetes/client-node';

/** An object is new. */
export const ADD = 'add';
export type ADD = typeof ADD;
/** An object has changed. */
export const UPDATE = 'update';
export type UPDATE = typeof UPDATE;
/** Any of `add`, `update` and `delete`. */
export const CHANGE = 'change';
export type CHANGE = typeof CHANGE;
/** An object is gone. */
export const DELETE = 'delete';
export type DELETE = typeof DELETE;
/**
 * The list is complete and the watch is open: for the first time, or again. After a stop, as after a cut, the watch goes on from where it was, and
 * what was missed follows.
 */
export const CONNECT = 'connect';
export type CONNECT = typeof CONNECT;
/** Something is wrong; the informer goes on. */
export const ERROR = 'error';
export type ERROR = typeof ERROR;
