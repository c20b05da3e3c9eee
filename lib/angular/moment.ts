import { Observable } from 'rxjs';

/** Does something of which what follows at once is shown at once. */
export type Within = (work: () => void) => void;

/** Whether what comes now comes of something that is shown now: a frame, or a setting that somebody changed. */
export class Moment {
  #depth = 0;

  get isNow(): boolean {
    return this.#depth > 0;
  }

  readonly within: Within = (work) => {
    this.#depth++;
    try {
      work();
    } finally {
      this.#depth--;
    }
  };

  /** A stream whose values are such. */
  of<V>(source$: Observable<V>): Observable<V> {
    return new Observable((subscriber) =>
      source$.subscribe({
        next: (value) => this.within(() => subscriber.next(value)),
        error: (error) => subscriber.error(error),
        complete: () => subscriber.complete(),
      }),
    );
  }
}
