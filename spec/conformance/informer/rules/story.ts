import type { Run, Told } from '../run.js';
import type { Notification } from '../trace.js';
import type { Rule } from './rule.js';

export const story: Rule = {
  law: 'L3',
  recorded:
    'a delete of a key that the handler does not hold; a second add, or two updates from one old object, where a list names a key twice',
  ours: 'no event; an update of what the handler holds',
  rewrite: (run) => ({ ...run, told: mapTold(run, retold) }),
};

export function mapTold({ told }: Run, change: (told: readonly Told[], id: string) => readonly Told[]): Run['told'] {
  return Object.fromEntries(Object.entries(told).map(([id, told]) => [id, change(told, id)]));
}

/** The same notifications as a story: each is judged by what its reader holds. */
function retold(told: readonly Told[]): readonly Told[] {
  /** The version that the reader holds of each key. */
  const held = new Map<string, string>();
  return told.flatMap((one): readonly Told[] => ('mark' in one ? [one] : next(one, held)));
}

function next(one: Notification, held: Map<string, string>): readonly Notification[] {
  const { key, rv } = one;
  const oldRv = held.get(key);
  if (one.type === 'delete') return held.delete(key) ? [one] : [];
  held.set(key, rv);
  if (oldRv === undefined || (one.type === 'update' && one.oldRv === oldRv)) return [one];
  const { isInInitialList, ...rest } = one;
  return [{ ...rest, type: 'update', oldRv }];
}
