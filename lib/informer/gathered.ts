import { DeletedFinalStateUnknown, type Delta, type DeltaBatch } from '../delta/index.js';
import { keyOf } from '../kubernetes/index.js';

/** Objects of a list that is not whole yet, as a batch for an indexer that nobody sees. */
export function listedBatch<T>(objects: readonly T[]): DeltaBatch<T> {
  return batchOf(objects, false, (object, sequence) => ({ type: 'Replaced', object, sequence }));
}

/** The end, here, of objects whose end on the server nobody has told. */
export function deletionOf<T>(objects: readonly T[]): DeltaBatch<T> {
  return batchOf(objects, true, (object, sequence) => ({
    type: 'Deleted',
    object: new DeletedFinalStateUnknown(keyOf(object), object),
    sequence,
  }));
}

function batchOf<T>(
  objects: readonly T[],
  replaced: boolean,
  deltaOf: (object: T, sequence: number) => Delta<T>,
): DeltaBatch<T> {
  const items = objects.map((object, sequence) => ({ key: keyOf(object), deltas: [deltaOf(object, sequence)] }));
  return { items, resourceVersion: '', isInInitialList: false, replaced, resync: false };
}
