import type { RequestFault } from '../fault.js';

/** Where on its way a fault meets an answer: the server itself first, then frames, time, chunks, the connection. */
const PLACES: { readonly [T in RequestFault['type']]: number } = {
  rewind: 0,
  stale: 0,
  shortPages: 0,
  expireToken: 0,
  streamedList: 1,
  garble: 1,
  repeat: 1,
  dropBookmarks: 1,
  expire: 2,
  refuse: 2,
  errorEvent: 2,
  endWatch: 2,
  lag: 3,
  slow: 3,
  merge: 3,
  tear: 4,
  truncate: 5,
  reset: 5,
  blackHole: 5,
  loseAnswer: 6,
  delay: 7,
  hang: 8,
  refuseConnection: 8,
};

/** Several faults of one request, in the order in which they come to bear. */
export function inOrder(faults: readonly RequestFault[]): readonly RequestFault[] {
  return [...faults].sort((a, b) => PLACES[a.type] - PLACES[b.type]);
}
