import { Observable } from 'rxjs';

/** Lets so many pieces of work run at the same time; the others wait their turn, first come, first served. */
export class Turns {
  readonly #waiting = new Set<() => void>();
  #free: number;

  constructor(limit: number) {
    this.#free = limit;
  }

  /** Subscribes to `work$` when it is its turn, which lasts until it completes, errors or is unsubscribed. */
  run<T>(work$: Observable<T>): Observable<T> {
    return new Observable((subscriber) => {
      const start = () => {
        subscriber.add(() => this.#end());
        subscriber.add(work$.subscribe(subscriber));
      };
      if (this.#free > 0) {
        this.#free -= 1;
        start();
        return;
      }
      this.#waiting.add(start);
      subscriber.add(() => this.#waiting.delete(start));
    });
  }

  #end(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#free += 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
