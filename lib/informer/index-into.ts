import { map, type OperatorFunction } from 'rxjs';
import type { DeltaBatch } from '../delta/index.js';
import { hasMethod, shown } from '../reflector/index.js';
import type { Commit, Indexer } from '../store/index.js';

/**
 * Applies batches of deltas to an indexer, each as one commit. The last part of an informer, for people who build their own from
 * `reflector()` and `deltaFIFO()`.
 *
 * @throws TypeError when it is given no Indexer
 */
export function indexInto<T, I extends string>(indexer: Indexer<T, I>): OperatorFunction<DeltaBatch<T>, Commit<T, I>> {
  if (!hasMethod(indexer, 'apply')) throw new TypeError(`indexInto: ${shown(indexer)} is no Indexer`);
  return map((batch) => indexer.apply(batch));
}
