import { map, NEVER, Observable, type Subscriber } from 'rxjs';

/** One thing that a view does when something came in: it tells a commit, or nothing. */
export type Turn<R> = () => R | undefined;

/** Whatever comes, to be taken in its turn. */
export function turns<V, R>(source$: Observable<V>, take: (value: V) => R | undefined): Observable<Turn<R>> {
  return source$.pipe(map((value) => () => take(value)));
}

/**
 * Takes what comes from two sides, one after the other: what a subscriber brings about while it is told something waits until that was
 * told to everybody. The second side is listened to first, so what it says at once is known before anything is told. Fails
 * with either side, or with the first turn that throws.
 *
 * @param completion completes with the first side, or when both have completed
 * @param aside$ what else is to be done in its turn; its completion is of no concern
 */
export function inTurn<R>(
  first$: Observable<Turn<R>>,
  second$: Observable<Turn<R>>,
  completion: 'first' | 'both',
  aside$: Observable<Turn<R>> = NEVER,
): Observable<R> {
  return new Observable((subscriber) => {
    const line = new TurnLine(subscriber);
    let open = completion === 'both' ? 2 : 1;
    const complete = () => {
      open--;
      if (open === 0) line.take(() => subscriber.complete());
    };
    const error = (reason: unknown) => subscriber.error(reason);
    const tell = (turn: Turn<R>) =>
      line.take(() => {
        const value = turn();
        if (value !== undefined) subscriber.next(value);
      });
    subscriber.add(aside$.subscribe(tell));
    subscriber.add(second$.subscribe({ next: tell, error, complete: completion === 'both' ? complete : () => {} }));
    if (!subscriber.closed) subscriber.add(first$.subscribe({ next: tell, error, complete }));
  });
}

class TurnLine<R> {
  readonly #subscriber: Subscriber<R>;
  readonly #waiting: (() => void)[] = [];
  #isTaking = false;

  constructor(subscriber: Subscriber<R>) {
    this.#subscriber = subscriber;
  }

  take(act: () => void): void {
    if (this.#isTaking) {
      this.#waiting.push(act);
      return;
    }
    this.#isTaking = true;
    this.#do(act);
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) this.#do(next);
    this.#isTaking = false;
  }

  #do(act: () => void): void {
    if (this.#subscriber.closed) return;
    try {
      act();
    } catch (error) {
      this.#subscriber.error(error);
    }
  }
}
