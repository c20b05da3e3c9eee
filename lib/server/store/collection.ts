import type { Resource } from '../../kubernetes/index.js';
import { emptyTree, type SortedTree } from '../../store/index.js';
import { EventLog, type LogEvent } from './event-log.js';
import type { KeyRange } from './keys.js';
import type { Kind } from './kinds.js';
import { type Served, servedAs } from './served.js';
import type { StoredObject } from './stored-object.js';

/** How many past states are kept ready, for lists that are read page by page. */
const PINNED_STATES = 4;

/**
 * The objects of one resource: as they are now, in etcd's order of keys, and as they were at each version since the
 * oldest retained event. A past state is the present one with the events since undone; nothing is copied.
 */
export class Collection implements Served {
  readonly kind: Kind;
  readonly apiVersion: string;
  readonly log = new EventLog();
  private readonly objects: SortedTree<StoredObject> = emptyTree();
  private readonly pinned = new Map<number, SortedTree<StoredObject>>();
  private readonly listeners = new Set<() => void>();

  constructor(readonly resource: Resource<unknown>) {
    const { kind, apiVersion } = servedAs(resource);
    this.kind = kind;
    this.apiVersion = apiVersion;
  }

  get(key: string): StoredObject | undefined {
    return this.objects.get(key);
  }

  /** Whether there is an object within these keys. */
  hasAny({ low, high }: KeyRange): boolean {
    for (const [key] of this.objects.entries(low)) return key < high;
    return false;
  }

  /** Makes an event come true and wakes all who wait for one. */
  apply(event: LogEvent): void {
    if (event.type === 'DELETED') this.objects.delete(event.key);
    else this.objects.set(event.key, event.object);
    this.log.push(event);
    for (const listener of this.listeners) listener();
  }

  /** Takes the newest event back. Whoever watches is told nothing before `wake`. */
  takeBack(): void {
    undo(this.objects, this.log.takeBack());
    this.pinned.clear();
  }

  /** Has everybody who watches look again. */
  wake(): void {
    for (const listener of [...this.listeners]) listener();
  }

  /** Calls back after each event, until the returned function is called. */
  onEvent(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /**
   * The objects as they were when this position of the log was its end: before the event there. Costs one step for
   * each event since; the caller makes sure that they are retained.
   */
  stateAt(position: number): SortedTree<StoredObject> {
    const known = this.pinned.get(position);
    if (known !== undefined) return known;
    const state = this.objects.clone();
    for (let undone = this.log.end - 1; undone >= position; undone -= 1) undo(state, this.log.at(undone));
    this.pin(position, state);
    return state;
  }

  private pin(position: number, state: SortedTree<StoredObject>): void {
    this.pinned.set(position, state);
    for (const oldest of this.pinned.keys()) {
      if (this.pinned.size <= PINNED_STATES) return;
      this.pinned.delete(oldest);
    }
  }
}

function undo(state: SortedTree<StoredObject>, event: LogEvent | undefined): void {
  if (event === undefined) return;
  if (event.previous === undefined) state.delete(event.key);
  else state.set(event.key, event.previous);
}
