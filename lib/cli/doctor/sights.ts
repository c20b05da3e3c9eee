import { catchError, endWith, map, merge, type Observable, of, type SchedulerLike, takeWhile, timer } from 'rxjs';
import type { WatchNews } from './collection.js';

/** What is seen of a watch, to its end. */
export type Sight =
  | WatchNews
  /** The server ended it. */
  | { readonly type: 'ended' }
  | { readonly type: 'broke'; readonly error: unknown }
  /** It was observed for as long as was wanted. */
  | { readonly type: 'time' };

/** Observes a watch for so many milliseconds, or until it is over. Never errors; the last sight says how it ended. */
export function sightsOf(watch$: Observable<WatchNews>, ms: number, scheduler: SchedulerLike): Observable<Sight> {
  return merge(
    watch$.pipe(
      endWith<WatchNews, [Sight]>({ type: 'ended' }),
      catchError((error: unknown) => of<Sight>({ type: 'broke', error })),
    ),
    timer(ms, scheduler).pipe(map((): Sight => ({ type: 'time' }))),
  ).pipe(takeWhile(goesOn, true));
}

/** By an ERROR the server gives the watch up. */
function goesOn(sight: Sight): boolean {
  return sight.type === 'opened' || (sight.type === 'frame' && sight.frame.type !== 'ERROR');
}
