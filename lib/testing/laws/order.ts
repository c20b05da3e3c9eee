import { compareResourceVersions, metadataOf } from '../../kubernetes/index.js';
import type { Change } from '../../store/index.js';

/**
 * The order of a watch: by resourceVersion. What is only concluded, that a deletion was missed, says nothing of when.
 *
 * @param after a version that all of them are newer than
 */
export function isInWatchOrder(changes: readonly Change<unknown>[], after = ''): boolean {
  let last = after;
  return changes.every((change) => {
    const version = versionOf(change);
    if (version === '') return true;
    const inOrder = last === '' || compareResourceVersions(last, version) !== 1;
    last = version;
    return inOrder;
  });
}

/**
 * The order of a list: deletions first, then the rest as the server lists it, by key. Within one commit events of a watch may come before it, and
 * after.
 */
export function isInListOrder(changes: readonly Change<unknown>[]): boolean {
  for (let start = 0; start <= changes.length; start += 1) {
    const end = endOfList(changes, start);
    const newest = changes.slice(start, end).map(versionOf).reduce(newer, '');
    if (isInWatchOrder(changes.slice(0, start)) && isInWatchOrder(changes.slice(end), newest)) return true;
  }
  return false;
}

/** When it was; empty: nobody knows. */
function versionOf(change: Change<unknown>): string {
  if (change.type === 'sync' || change.finalStateUnknown) return '';
  return metadataOf(change.object)?.resourceVersion ?? '';
}

function newer(a: string, b: string): string {
  return a === '' || compareResourceVersions(b, a) === 1 ? b : a;
}

function endOfList(changes: readonly Change<unknown>[], start: number): number {
  let end = start;
  while (changes[end]?.type === 'delete') end += 1;
  for (let last = ''; end < changes.length; end += 1) {
    const change = changes[end];
    if (change === undefined || change.type === 'delete' || change.key < last) return end;
    last = change.key;
  }
  return end;
}
