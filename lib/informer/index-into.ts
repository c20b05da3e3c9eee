import { map, type OperatorFunction } from 'rxjs';
import type { DeltaBatch } from '../delta/index.js';
import type { Commit, Indexer } from '../store/index.js';

/**
 * Applies batches of deltas to an indexer, each as one commit. The last part of an informer, for people who build their own from
 * `reflector()` and `deltaFIFO()`.
 */
export function indexInto<T, I extends string>(indexer: Indexer<T, I>): OperatorFunction<DeltaBatch<T>, Commit<T, I>> {
  return map((batch) => indexer.apply(batch));
}
