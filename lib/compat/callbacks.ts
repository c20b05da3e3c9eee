import { from, Subject, type Subscription } from 'rxjs';
import { isPromiseLike } from '../codec/index.js';
import type { Change } from '../store/index.js';
import { ADD, CHANGE, CONNECT, DELETE, ERROR, type ErrorCallback, UPDATE } from './names.js';

type Verb = ADD | UPDATE | DELETE | CHANGE | CONNECT | ERROR;

interface Registry {
  add(callback: ErrorCallback): void;
  remove(callback: ErrorCallback): void;
}

/**
 * The callbacks of one event, in the order in which they came; one that came twice is called twice. One that throws disturbs no other; its error
 * goes where RxJS sends such errors. Removing one is final at once, and one that is added in a callback hears of the next event.
 */
class Callbacks<V> implements Registry {
  readonly #told = new Subject<V>();
  readonly #registered: { readonly callback: ErrorCallback; readonly subscription: Subscription }[] = [];

  add(callback: ErrorCallback): void {
    const subscription = this.#told.subscribe((value) => {
      const result: unknown = callback(value);
      // An async callback that rejects is reported where one that throws is, whoever's promise it returns.
      if (isPromiseLike(result)) from(Promise.resolve(result)).subscribe();
    });
    this.#registered.push({ callback, subscription });
  }

  remove(callback: ErrorCallback): void {
    const index = this.#registered.findIndex((registered) => registered.callback === callback);
    if (index === -1) return;
    for (const { subscription } of this.#registered.splice(index, 1)) subscription.unsubscribe();
  }

  tell(value: V): void {
    this.#told.next(value);
  }
}

/** Who wants to hear of what, by client-node's rules. */
export class Switchboard<T> {
  readonly #objects = { add: new Callbacks<T>(), update: new Callbacks<T>(), delete: new Callbacks<T>() };
  readonly #connect = new Callbacks<undefined>();
  readonly #error = new Callbacks<unknown>();

  /** @throws TypeError when there is no such event, or the callback is none */
  on(verb: Verb, callback: ErrorCallback): void {
    if (typeof callback !== 'function') throw new TypeError(`on(${JSON.stringify(verb)}): the callback is no function`);
    for (const callbacks of this.#of(verb)) callbacks.add(callback);
  }

  /** @throws TypeError when there is no such event */
  off(verb: Verb, callback: ErrorCallback): void {
    for (const callbacks of this.#of(verb)) callbacks.remove(callback);
  }

  change(type: Change<T>['type'], object: T): void {
    // A resync, the only source of `sync`, is not asked for here.
    if (type !== 'sync') this.#objects[type].tell(object);
  }

  connect(): void {
    this.#connect.tell(undefined);
  }

  error(error: unknown): void {
    this.#error.tell(error);
  }

  #of(verb: Verb): readonly Registry[] {
    const { add, update, delete: deleted } = this.#objects;
    switch (verb) {
      case ADD:
        return [add];
      case UPDATE:
        return [update];
      case DELETE:
        return [deleted];
      case CHANGE:
        return [add, update, deleted];
      case CONNECT:
        return [this.#connect];
      case ERROR:
        return [this.#error];
    }
    throw new TypeError(`Unknown verb: ${verb}; there are add, update, delete, change, connect and error`);
  }
}
