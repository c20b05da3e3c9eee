import { Observable, type SchedulerLike } from 'rxjs';
import { type Change, type Snapshot, synced } from '../store/index.js';

/**
 * A stream of changes that also tells, every `periodMs`, each object again as `sync`. The period is this subscriber's own: nobody else
 * hears it, and no request is made.
 */
export function withResync<T, I extends string>(
  changes$: Observable<Change<T>>,
  periodMs: number,
  snapshot: () => Snapshot<T, I>,
  scheduler: SchedulerLike,
): Observable<Change<T>> {
  if (periodMs === 0) return changes$;
  return new Observable((subscriber) => {
    subscriber.add(changes$.subscribe(subscriber));
    subscriber.add(
      scheduler.schedule(function (this) {
        for (const [key, object] of snapshot()) {
          if (subscriber.closed) return;
          subscriber.next(synced(key, object));
        }
        this.schedule(undefined, periodMs);
      }, periodMs),
    );
  });
}
