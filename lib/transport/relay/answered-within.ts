import { Observable, type SchedulerLike } from 'rxjs';
import { TransportError, type TransportResponse } from '../transport.js';

export interface Patience {
  readonly ms: number;
  readonly scheduler: SchedulerLike;
  /** Asked when the time is over: whether it still matters. */
  readonly matters: () => boolean;
  /** What to say of it. */
  readonly words: string;
}

/** The answer, whose headers have to come in time. Its body has all the time that it needs. */
export function answeredWithin(
  response$: Observable<TransportResponse>,
  { ms, scheduler, matters, words }: Patience,
): Observable<TransportResponse> {
  return new Observable((subscriber) => {
    const timer = scheduler.schedule(() => {
      if (matters()) subscriber.error(new TransportError('timeout', words));
    }, ms);
    subscriber.add(timer);
    subscriber.add(
      response$.subscribe({
        next: (response) => {
          timer.unsubscribe();
          subscriber.next(response);
        },
        error: (error) => subscriber.error(error),
        complete: () => subscriber.complete(),
      }),
    );
  });
}
