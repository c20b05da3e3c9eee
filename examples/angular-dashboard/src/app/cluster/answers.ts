import type { Resource, Transport } from 'rxinformer';
import {
  asyncScheduler,
  catchError,
  defer,
  map,
  type Observable,
  type SchedulerLike,
  startWith,
  switchMap,
  timer,
} from 'rxjs';
import { discover } from './discovery';
import { getJson } from './get-json';

/** What the server says of what it serves; or what is wrong while it does not. */
export type Answer = { readonly served: readonly Resource[] } | { readonly problem: Problem };

export interface Problem {
  readonly message: string;
  /** What HTTP says, where there was an answer. */
  readonly status: number | undefined;
}

const AGAIN_MS = 5_000;

/** Asks, and asks again every 5 seconds until there is an answer. Never errors. */
export function answersOf(transport: Transport, scheduler: SchedulerLike = asyncScheduler): Observable<Answer> {
  const ask$ = defer(() => discover((path, accept) => getJson(transport, path, accept)));
  return ask$.pipe(
    map((served): Answer => ({ served })),
    catchError((error: unknown, again$) =>
      timer(AGAIN_MS, scheduler).pipe(
        switchMap(() => again$),
        startWith(problemOf(error)),
      ),
    ),
  );
}

function problemOf(error: unknown): Answer {
  const status: unknown = Object(error).status;
  const message = error instanceof Error ? error.message : String(error);
  return { problem: { message, status: typeof status === 'number' ? status : undefined } };
}
