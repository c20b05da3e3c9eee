import { added, type Change, deleted, updated } from './change.js';
import { isReborn, isSameVersion } from './identity.js';

/** What a reader has still to be told of one key: nothing, one change, or the end of one object and then the birth of another. */
export type Untold<T> = readonly Change<T>[];

/**
 * Adds a change to those of its key that a reader was not told yet, and keeps of them all just what leads from the state that the
 * reader knows to the newest one. What is left is again a story (L3), and tells of no state twice (L13).
 *
 * | untold         | + add                   | + update            | + delete         | + sync |
 * | -------------- | ----------------------- | ------------------- | ---------------- | ------ |
 * | nothing        | add                     | update              | delete           | sync   |
 * | add            |                         | add, newest         | nothing          | add    |
 * | update         |                         | update, newest      | delete           | update |
 * | sync           |                         | update, newest      | delete           | sync   |
 * | delete         | the same object: update |                     |                  |        |
 * |                | another: delete, add    |                     |                  |        |
 * | delete, add    |                         | delete, add, newest | the first delete | both   |
 *
 * "The same object" is one of the same uid, or of no known uid: it left the selection, or the namespace the set, and came back. With
 * another uid it is another life under the name, which is never an update (L14). Where the newest state is the version that the reader
 * has, nothing is left. The empty cells are not lawful; each does what comes nearest to the truth.
 *
 * @param isSame whether a reader who has the one need not be told the other
 */
export function fold<T>(untold: Untold<T>, change: Change<T>, isSame = isSameVersion): Untold<T> {
  const last = untold.at(-1);
  if (last === undefined) return [change];
  switch (change.type) {
    case 'sync':
      return untold;
    case 'delete':
      return afterDelete(untold, last, change);
    case 'add':
    case 'update':
      return afterState(untold, last, change, isSame);
  }
}

function afterDelete<T>(untold: Untold<T>, last: Change<T>, { key, object, finalStateUnknown }: Change<T>): Untold<T> {
  switch (last.type) {
    case 'add':
      return untold.slice(0, -1);
    case 'update':
    case 'sync':
      return [deleted(key, object, last.previous, finalStateUnknown)];
    case 'delete':
      return untold;
  }
}

function afterState<T>(
  untold: Untold<T>,
  last: Change<T>,
  { key, object, isInInitialList }: Change<T>,
  isSame: typeof isSameVersion,
): Untold<T> {
  const isInitial = last.isInInitialList || isInInitialList;
  switch (last.type) {
    case 'add':
      return [...untold.slice(0, -1), added(key, object, isInitial)];
    case 'delete':
      if (isReborn(last.previous, object)) return [last, added(key, object, isInInitialList)];
      break;
    case 'update':
    case 'sync':
      break;
  }
  return isSame(last.previous, object) ? [] : [updated(key, object, last.previous, isInitial)];
}
