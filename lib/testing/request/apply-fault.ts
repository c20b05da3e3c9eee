import { delay, map, NEVER, type SchedulerLike, switchMap, throwError, timer } from 'rxjs';
import type { RequestFault } from '../fault.js';
import { seeded } from '../random.js';
import { answer, bytesOf, connectionRefused, madeUp, reset, retryAfter } from './answers.js';
import { type BodyFault, cutAfter, endAfter, merge, slow, tear } from './bodies.js';
import {
  dropBookmarks,
  dropMarked,
  eachFrame,
  endBeforeMarked,
  type FrameFault,
  garble,
  NONSENSE,
  repeat,
  unmark,
} from './frames.js';
import { kindOf } from './request-info.js';
import { lowerLimit, readStale, refusePage, rewindWatch, type Versions, withoutInitialEvents } from './rewrite.js';
import type { Serve } from './serve.js';

/** What a fault may have to know. */
export interface FaultContext extends Versions {
  readonly scheduler: SchedulerLike;
}

/** The same way to the server, with a fault in it. */
export function applyFault(fault: RequestFault, serve: Serve, context: FaultContext): Serve {
  const { scheduler } = context;
  switch (fault.type) {
    case 'refuse': {
      const { code, retryAfterSeconds } = fault;
      const details = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
      return () => answer(code, madeUp(code, details), retryAfter(retryAfterSeconds));
    }
    case 'expire':
      return expire(fault.as, fault.reason);
    case 'errorEvent': {
      const { code, afterMs, retryAfterSeconds } = fault;
      const status = madeUp(code, retryAfterSeconds === undefined ? {} : { retryAfterSeconds });
      return onWatch(serve, () => endAfter(afterMs, scheduler, [errorFrame(status)]));
    }
    case 'expireToken':
      return refusePage(serve, fault.inconsistent);
    case 'refuseConnection':
      return () => throwError(connectionRefused);
    case 'loseAnswer':
      return (request) => serve(request).pipe(switchMap(() => throwError(reset)));
    case 'hang':
      return () => NEVER;
    case 'reset':
      return onBody(serve, cutAfter(fault.afterBytes, 'reset'));
    case 'truncate':
      return onBody(serve, cutAfter(fault.afterBytes, 'end'));
    case 'blackHole':
      return onBody(serve, cutAfter(fault.afterBytes, 'silence'));
    case 'endWatch':
      return onWatch(serve, () => endAfter(fault.afterMs, scheduler));
    case 'delay':
      return (request) => timer(fault.ms, scheduler).pipe(switchMap(() => serve(request)));
    case 'lag':
      return onBody(serve, delay(fault.ms, scheduler));
    case 'slow':
      return onBody(serve, slow(fault.bytesPerSecond, scheduler));
    case 'tear':
      return onBody(serve, tear(seeded(fault.seed), scheduler));
    case 'merge':
      return onBody(serve, merge(fault.ms, scheduler));
    case 'garble':
      return onFrames(serve, garble(fault.frame, NONSENSE[fault.with]));
    case 'repeat':
      return onFrames(serve, repeat(fault.every));
    case 'rewind':
      return rewindWatch(serve, BigInt(fault.versions));
    case 'dropBookmarks':
      return onFrames(serve, dropBookmarks);
    case 'stale':
      return readStale(serve, BigInt(fault.versions), context);
    case 'shortPages':
      return lowerLimit(serve, fault.limit);
    case 'streamedList':
      return streamedList(fault.trap, serve);
  }
}

function onBody(serve: Serve, change: BodyFault): Serve {
  return (request) => serve(request).pipe(map((response) => ({ ...response, body$: response.body$.pipe(change) })));
}

/** Only a watch that is open has frames. */
function onWatch(serve: Serve, change: () => BodyFault): Serve {
  return (request) => {
    const kind = kindOf(request);
    if (kind !== 'watch' && kind !== 'watchList') return serve(request);
    return serve(request).pipe(
      map((response) => (response.status === 200 ? { ...response, body$: response.body$.pipe(change()) } : response)),
    );
  };
}

function onFrames(serve: Serve, change: FrameFault): Serve {
  return onWatch(serve, () => eachFrame(change));
}

function errorFrame(status: object): Uint8Array {
  return bytesOf({ type: 'ERROR', object: status });
}

function expire(as: 'status' | 'event', reason: 'Expired' | 'Gone'): Serve {
  const status = madeUp(410, undefined, reason);
  return as === 'status' ? () => answer(410, status) : () => answer(200, { type: 'ERROR', object: status });
}

function streamedList(trap: Extract<RequestFault, { type: 'streamedList' }>['trap'], serve: Serve): Serve {
  switch (trap) {
    case 'ignored':
      return onFrames(withoutInitialEvents(serve), dropMarked);
    case 'refused400':
      return () => answer(400, madeUp(400));
    case 'refused422':
      return () => answer(422, madeUp(422));
    case 'noBookmark':
      return onFrames(serve, dropMarked);
    case 'unmarked':
      return onFrames(serve, unmark);
    case 'endsBefore':
      return onWatch(serve, () => endBeforeMarked);
  }
}
