import type { RequestFault } from '../fault.js';
import { type Random, whole } from '../random.js';
import type { RequestKind } from '../request/request-info.js';

/** How one kind of fault is made up. */
export interface Recipe<F> {
  /** How likely it is, unless somebody says otherwise. */
  readonly weight: number;
  draw(random: Random): F;
}

export interface RequestRecipe extends Recipe<RequestFault> {
  /** The requests that it can happen to. */
  readonly to: readonly RequestKind[];
}

const READ: readonly RequestKind[] = ['list', 'page', 'watch', 'watchList', 'get'];
const ALL: readonly RequestKind[] = [...READ, 'write'];
const LISTS: readonly RequestKind[] = ['list', 'page'];
const WATCHES: readonly RequestKind[] = ['watch', 'watchList'];
const LIST_OR_WATCH: readonly RequestKind[] = [...LISTS, ...WATCHES];

function pick<T>(things: readonly [T, ...T[]], random: Random): T {
  return things[whole(random, things.length)] ?? things[0];
}

/** Where a body is cut: mostly near its beginning, where the interesting things are. */
function anyByte(random: Random): number {
  return whole(random, 2 ** (2 + whole(random, 12)));
}

function sometimesAfter(random: Random): { readonly retryAfterSeconds?: number } {
  return random() < 0.5 ? {} : { retryAfterSeconds: 1 + whole(random, 20) };
}

/** @see RequestFault */
export const REQUEST_RECIPES: { readonly [T in RequestFault['type']]: RequestRecipe } = {
  refuse: {
    weight: 4,
    to: ALL,
    draw: (random) => ({
      type: 'refuse',
      code: pick([429, 429, 500, 503, 504, 401, 403, 404], random),
      ...sometimesAfter(random),
    }),
  },
  expire: {
    weight: 3,
    to: WATCHES,
    draw: (random) => ({
      type: 'expire',
      as: pick(['status', 'event'], random),
      reason: pick(['Expired', 'Gone'], random),
    }),
  },
  errorEvent: {
    weight: 2,
    to: WATCHES,
    draw: (random) => ({
      type: 'errorEvent',
      code: pick([410, 410, 429, 500, 503, 504], random),
      afterMs: whole(random, 60_000),
      ...sometimesAfter(random),
    }),
  },
  expireToken: {
    weight: 3,
    to: ['page'],
    draw: (random) => ({ type: 'expireToken', inconsistent: random() < 0.5 }),
  },
  refuseConnection: { weight: 2, to: ALL, draw: () => ({ type: 'refuseConnection' }) },
  loseAnswer: { weight: 2, to: ALL, draw: () => ({ type: 'loseAnswer' }) },
  hang: { weight: 1, to: READ, draw: () => ({ type: 'hang' }) },
  reset: { weight: 4, to: LIST_OR_WATCH, draw: (random) => ({ type: 'reset', afterBytes: anyByte(random) }) },
  truncate: { weight: 2, to: LIST_OR_WATCH, draw: (random) => ({ type: 'truncate', afterBytes: anyByte(random) }) },
  blackHole: { weight: 1, to: LIST_OR_WATCH, draw: (random) => ({ type: 'blackHole', afterBytes: anyByte(random) }) },
  endWatch: { weight: 3, to: WATCHES, draw: (random) => ({ type: 'endWatch', afterMs: whole(random, 30_000) }) },
  delay: { weight: 3, to: ALL, draw: (random) => ({ type: 'delay', ms: whole(random, 5000) }) },
  lag: { weight: 2, to: LIST_OR_WATCH, draw: (random) => ({ type: 'lag', ms: whole(random, 10_000) }) },
  slow: {
    weight: 1,
    to: LIST_OR_WATCH,
    draw: (random) => ({ type: 'slow', bytesPerSecond: 100 + whole(random, 2000) }),
  },
  tear: { weight: 5, to: LIST_OR_WATCH, draw: (random) => ({ type: 'tear', seed: whole(random, 2 ** 31) }) },
  merge: { weight: 4, to: LIST_OR_WATCH, draw: (random) => ({ type: 'merge', ms: whole(random, 5000) }) },
  garble: {
    weight: 2,
    to: ['watch'],
    draw: (random) => ({
      type: 'garble',
      frame: 1 + whole(random, 5),
      with: pick(['html', 'json', 'unknownType', 'noName'], random),
    }),
  },
  repeat: { weight: 2, to: ['watch'], draw: (random) => ({ type: 'repeat', every: 1 + whole(random, 3) }) },
  // A server that breaks what Kubernetes promises: only for those who ask for it.
  rewind: { weight: 0, to: ['watch'], draw: (random) => ({ type: 'rewind', versions: 1 + whole(random, 10) }) },
  dropBookmarks: { weight: 2, to: WATCHES, draw: () => ({ type: 'dropBookmarks' }) },
  stale: { weight: 4, to: ['list'], draw: (random) => ({ type: 'stale', versions: 1 + whole(random, 10) }) },
  shortPages: { weight: 5, to: LISTS, draw: (random) => ({ type: 'shortPages', limit: 1 + whole(random, 4) }) },
  streamedList: {
    weight: 8,
    to: ['watchList'],
    draw: (random) => ({
      type: 'streamedList',
      trap: pick(['ignored', 'refused400', 'refused422', 'noBookmark', 'unmarked', 'endsBefore'], random),
    }),
  },
};
