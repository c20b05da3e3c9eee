import { map, reduce, take, takeWhile } from 'rxjs';
import { AnswerError } from '../cluster/get-json.js';
import { duration } from '../text/age.js';
import { type Check, note, type Outcome, ok, skip, warn } from './check.js';
import { saidOf } from './errors.js';
import { refusedAs, withCollection } from './list-checks.js';
import { type Sight, sightsOf } from './sights.js';

/** Seconds after which a watch is to end that is just looked at. */
const SHORT_WATCH_S = 30;
/** Sooner than a check is called silent: that nothing more came is then what it has to say. */
const PATIENCE = 0.9;

const NO_LIST = 'there is no version to watch from';

export const watch: Check = {
  name: 'watch',
  needs: ['list'],
  whenSilent: 'See whether a proxy on the way holds back answers until they are complete',
  run: withCollection((collection, _, { list }) => {
    if (list === undefined) return skip(NO_LIST);
    return collection.watch({ resourceVersion: list.resourceVersion, timeoutSeconds: SHORT_WATCH_S }).pipe(
      take(1),
      map(() => ok('opens')),
      refusedAs(collection, 'watch'),
    );
  }),
};

const PAGES =
  'Nothing: an informer takes lists in pages instead. Kubernetes streams them from 1.32 on (feature gate WatchList)';

export const streamedList: Check = {
  name: 'streamed list',
  needs: ['watch'],
  whenSilent: PAGES,
  run: withCollection((collection, { timeoutMs, scheduler }) => {
    const options = { sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan', timeoutSeconds: SHORT_WATCH_S };
    return sightsOf(collection.watch(options), timeoutMs * PATIENCE, scheduler).pipe(
      takeWhile((sight) => !isMark(sight), true),
      reduce<Sight, Seen>(seen, NOTHING),
      map((all) => opinionOfStream(all, timeoutMs * PATIENCE)),
    );
  }),
};

function isMark(sight: Sight): boolean {
  return sight.type === 'frame' && sight.frame.type === 'BOOKMARK' && sight.frame.initialEventsEnd;
}

function opinionOfStream({ events, last }: Seen, patienceMs: number): Outcome {
  if (last !== undefined && isMark(last)) return ok(`${counted(events, 'object')}, and the mark of their end`);
  const refusal = last === undefined ? undefined : refusalIn(last);
  if (refusal !== undefined) return note(`not there: ${refusal}`, PAGES);
  const within = last?.type === 'time' ? ` within ${patienceMs / 1000} s` : '';
  return note(`${counted(events, 'object')}${within}, but no mark of their end`, PAGES);
}

/** kube-apiserver sends a bookmark 2 s before the end that a watch was given. */
const BOOKMARK_WATCH_S = 4;
const NO_BOOKMARKS =
  'Nothing: an informer goes on from the last event instead, and lists again where that is too old. Old servers and some extension API servers send none';

export const bookmarks: Check = {
  name: 'bookmarks',
  needs: ['watch'],
  whenSilent: NO_BOOKMARKS,
  limitMs: ({ timeoutMs }) => timeoutMs + BOOKMARK_WATCH_S * 1000,
  run: withCollection((collection, { timeoutMs, scheduler }, { list }) => {
    if (list === undefined) return skip(NO_LIST);
    const watch$ = collection.watch({ resourceVersion: list.resourceVersion, timeoutSeconds: BOOKMARK_WATCH_S });
    return sightsOf(watch$, timeoutMs * PATIENCE + BOOKMARK_WATCH_S * 1000, scheduler).pipe(
      takeWhile((sight) => !isBookmark(sight), true),
      reduce<Sight, Seen>(seen, NOTHING),
      map(opinionOfBookmarks),
    );
  }),
};

function opinionOfBookmarks({ events, bookmarks: count }: Seen): Outcome {
  if (count > 0) return ok('come');
  // An event tells as much: a server may save itself the bookmark then.
  if (events > 0) return note(`none seen: ${counted(events, 'event')} came instead`);
  return note('none came before the end of a watch', NO_BOOKMARKS);
}

function isBookmark(sight: Sight): boolean {
  return sight.type === 'frame' && sight.frame.type === 'BOOKMARK';
}

const CUT =
  'Look for a proxy, load balancer or VPN on the way that cuts streams. An informer resumes, but each time costs a request';

export const stability: Check = {
  name: 'stability',
  needs: ['watch'],
  whenSilent: CUT,
  limitMs: ({ watchMs, timeoutMs }) => watchMs + timeoutMs,
  run: withCollection((collection, { watchMs, scheduler }, { list }) => {
    if (list === undefined) return skip(NO_LIST);
    const start = scheduler.now();
    const timeoutSeconds = Math.ceil(watchMs / 1000) + SHORT_WATCH_S;
    const watch$ = collection.watch({ resourceVersion: list.resourceVersion, timeoutSeconds });
    return sightsOf(watch$, watchMs, scheduler).pipe(
      reduce<Sight, Seen>(seen, NOTHING),
      map((all) => opinionOfStability(all, scheduler.now() - start)),
    );
  }),
};

function opinionOfStability({ events, bookmarks: marks, last }: Seen, ms: number): Outcome {
  const came = `${counted(events, 'event')} and ${counted(marks, 'bookmark')} came`;
  const length = ms < 1000 ? `${Math.round(ms)} ms` : duration(ms);
  switch (last?.type) {
    case 'time':
      return ok(`a watch stood for ${length}; ${came}`);
    case undefined:
    case 'ended':
    case 'opened':
      return warn(`the watch was ended after ${length}, long before its time; ${came}`, CUT);
    case 'broke':
    case 'frame':
      return warn(`the watch broke after ${length}: ${(last && refusalIn(last)) ?? 'nobody said why'}; ${came}`, CUT);
  }
}

/** What was seen of a watch, summed up. */
interface Seen {
  readonly events: number;
  readonly bookmarks: number;
  readonly last: Sight | undefined;
}

const NOTHING: Seen = { events: 0, bookmarks: 0, last: undefined };

function seen(so: Seen, sight: Sight): Seen {
  const next = { ...so, last: sight };
  if (sight.type !== 'frame') return next;
  switch (sight.frame.type) {
    case 'ADDED':
    case 'MODIFIED':
    case 'DELETED':
      return { ...next, events: so.events + 1 };
    case 'BOOKMARK':
      return { ...next, bookmarks: so.bookmarks + 1 };
    case 'ERROR':
      return next;
  }
}

/** Why a watch is over, where the server or the network said so. */
function refusalIn(sight: Sight): string | undefined {
  if (sight.type === 'frame')
    return sight.frame.type === 'ERROR' ? `${sight.frame.status.code} ${sight.frame.status.message}` : undefined;
  if (sight.type !== 'broke') return undefined;
  const { error } = sight;
  if (error instanceof AnswerError) return saidOf(error);
  return error instanceof Error ? error.message : String(error);
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
