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
    this.#inTurn(() => {});
  }

  /** After what is queued has been told. */
  complete(): void {
    this.#completed = true;
    this.#inTurn(() => {});
  }

  /** The current value, then every later one. */
  readonly values$ = new Observable<V>((subscriber) => {
    this.#subscribers.set(subscriber, this.#turn);
    subscriber.add(() => this.#subscribers.delete(subscriber));
    this.#inTurn(() => subscriber.next(this.#value));
  });

  /** Tells something, and then what it made somebody set: unless somebody is being told something already, who will see to that. */
  #inTurn(tell: () => void): void {
    if (this.#telling) {
      tell();
      return;
    }
    this.#telling = true;
    tell();
    for (let next = this.#queue.shift(); next !== undefined; next = this.#queue.shift()) this.#tell(next);
    this.#telling = false;
    if (this.#completed) this.#completeAll();
  }

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
