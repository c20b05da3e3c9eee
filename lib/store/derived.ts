import type { Snapshot } from './snapshot.js';

/**
 * Marks a snapshot whose objects are made of the server's, or have an order of their own: there equal versions do not mean equal objects,
 * and an update may tell of nothing but a place.
 */
export const DERIVED = Symbol('derived');

export function isDerived(snapshot: Snapshot<unknown>): boolean {
  return DERIVED in snapshot;
}
