import { type KubernetesObject, keyOf } from '../kubernetes/index.js';
import type { ListListener, ObjectEvent } from './events.js';

/** How many objects the listener is told of at once. */
const LISTENED = 250;

/** The objects of a list while it arrives, and who is told of them. */
export class Collection<T extends KubernetesObject> {
  readonly #listener: ListListener<T> | undefined;
  #items: T[] = [];
  /** Of a streamed list, whose events may come back to an object. */
  readonly #byKey = new Map<string, T>();
  /** Those that the listener has not been told of. */
  #untold: T[] = [];

  constructor(listener: ListListener<T> | undefined) {
    this.#listener = listener;
  }

  /** The next item of a list. */
  add(object: T): void {
    this.#items.push(object);
    this.#tell(object);
  }

  /** One event of a streamed list. */
  apply({ type, object }: ObjectEvent<T>): void {
    if (type === 'deleted') this.#byKey.delete(keyOf(object));
    else {
      this.#byKey.set(keyOf(object), object);
      this.#tell(object);
    }
  }

  /** All of them; nothing is left here. */
  take(): readonly T[] {
    if (this.#untold.length > 0) this.#flush();
    const objects = this.#byKey.size === 0 ? this.#items : [...this.#byKey.values()];
    this.#clear();
    return objects;
  }

  discard(): void {
    this.#clear();
    this.#listener?.discarded();
  }

  #clear(): void {
    this.#items = [];
    this.#untold = [];
    this.#byKey.clear();
  }

  #tell(object: T): void {
    if (this.#listener !== undefined && this.#untold.push(object) >= LISTENED) this.#flush();
  }

  #flush(): void {
    this.#listener?.collected(this.#untold);
    this.#untold = [];
  }
}
