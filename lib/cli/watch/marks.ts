import type { Change } from '../../store/index.js';

/** How long a change is shown, in milliseconds. */
export const MARK_MS = 2000;

/** What happened to an object just now. */
export interface Mark<T> {
  readonly type: 'added' | 'changed' | 'deleted';
  /** Its last state. */
  readonly object: T;
  /** Until when it is shown, in epoch milliseconds. */
  readonly until: number;
}

/** What happened just now, by key. */
export class Marks<T> {
  readonly #marks = new Map<string, Mark<T>>();

  /** Of a first list nothing is news. */
  note(changes: readonly Change<T>[], now: number): void {
    for (const change of changes) if (!change.isInInitialList) this.#note(change, now + MARK_MS);
  }

  get(key: string): Mark<T> | undefined {
    return this.#marks.get(key);
  }

  /** Forgets what is over. Whether there was anything. */
  expire(now: number): boolean {
    const over = [...this.#marks].filter(([, { until }]) => until <= now);
    for (const [key] of over) this.#marks.delete(key);
    return over.length > 0;
  }

  /** Objects that are gone, but still shown, in the order of their keys. */
  deleted(): readonly (readonly [key: string, object: T])[] {
    const gone = [...this.#marks]
      .filter(([, { type }]) => type === 'deleted')
      .map(([key, { object }]) => [key, object] as const);
    return gone.sort(([a], [b]) => (a < b ? -1 : 1));
  }

  #note({ type, key, object }: Change<T>, until: number): void {
    switch (type) {
      case 'add':
        this.#marks.set(key, { type: 'added', object, until });
        break;
      case 'update':
        // What is new stays new while it changes.
        this.#marks.set(key, { type: this.#marks.get(key)?.type === 'added' ? 'added' : 'changed', object, until });
        break;
      case 'delete':
        this.#marks.set(key, { type: 'deleted', object, until });
        break;
      case 'sync':
        break;
    }
  }
}
