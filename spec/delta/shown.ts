import { DeletedFinalStateUnknown, type Delta, type DeltaBatch } from '../../lib/delta/index.js';
import type { Thing } from '../support/things.js';

/** Known objects, under the keys of namespace n. */
export const knowing = (...things: Thing[]) => {
  const known = new Map(things.map((each) => [`n/${each.metadata.name}`, each]));
  return { listKeys: () => known.keys(), getByKey: (key: string) => known.get(key) };
};

/** A delta in short: `Updated(a@2)`, or of a tombstone what is known: `Deleted(n/a?1)`. */
export const shown = ({ type, object }: Delta<Thing>) =>
  object instanceof DeletedFinalStateUnknown
    ? `${type}(${object.key}?${object.object?.metadata.resourceVersion ?? ''})`
    : `${type}(${object.metadata.name}@${object.metadata.resourceVersion})`;

/** All deltas of a batch in the order of arrival, in short. */
export const bySequence = ({ items }: DeltaBatch<Thing>) =>
  items
    .flatMap(({ deltas }) => deltas)
    .sort((a, b) => a.sequence - b.sequence)
    .map(shown);
