import { Observable, type Subscriber } from 'rxjs';

/**
 * A value that is told to late subscribers too. Unlike a BehaviorSubject, a value set from within a subscriber waits until everybody
 * has been told the one before, so that nobody sees them in the wrong order.
 */
export class Current<V> {
  readonly #subscribers = new Map<Subscriber<V>, number>();
  readonly #queue: V[] = [];
  #value: V;
  #turn = 0;
  #telling = false;
  #completed = false;

  constructor(initial: V) {
    this.#value = initial;
  }

  /** What everybody was told last. */
  get value(): V {
    return this.#value;
  }

  set(value: V): void {
    this.#queue.push(value);
    if (this.#telling) return;
    this.#telling = true;
    for (let next = this.#queue.shift(); next !== undefined; next = this.#queue.shift()) this.#tell(next);
    this.#telling = false;
    if (this.#completed) this.#completeAll();
  }

  /** After what is queued has been told. */
  complete(): void {
    this.#completed = true;
    if (!this.#telling) this.#completeAll();
  }

  /** The current value, then every later one. */
  readonly values$ = new Observable<V>((subscriber) => {
    subscriber.next(this.#value);
    if (this.#completed && !this.#telling) {
      subscriber.complete();
      return;
    }
    this.#subscribers.set(subscriber, this.#turn);
    subscriber.add(() => this.#subscribers.delete(subscriber));
  });

  #tell(value: V): void {
    this.#value = value;
    this.#turn++;
    // Whoever subscribes from here on, inside a callback, has been given this value already.
    for (const [subscriber, joined] of this.#subscribers) if (joined < this.#turn) subscriber.next(value);
  }

  #completeAll(): void {
    for (const subscriber of [...this.#subscribers.keys()]) subscriber.complete();
  }
}
