import type { StoredObject } from './stored-object.js';

/** One write to one object. Events of all resources share one counter, as in etcd. */
export interface LogEvent {
  readonly revision: bigint;
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly key: string;
  /** The object after the write. Of a deletion: its last state, with the deletion's resourceVersion. */
  readonly object: StoredObject;
  /** The object before the write; undefined where it was created. */
  readonly previous: StoredObject | undefined;
}

/**
 * The events of one resource, oldest first, as far back as they are retained. Positions count all events that there
 * ever were, so that they stay valid when old ones are dropped.
 */
export class EventLog<E = LogEvent> {
  private events: E[] = [];
  /** How many of `events` are dropped already. */
  private dropped = 0;
  /** The position of `events[0]`. */
  private base = 0;

  /** The position of the oldest retained event. */
  get first(): number {
    return this.base + this.dropped;
  }

  /** The position that the next event will have. */
  get end(): number {
    return this.base + this.events.length;
  }

  push(event: E): void {
    this.events.push(event);
  }

  /** Undefined at the end, and where it is no longer retained. */
  at(position: number): E | undefined {
    return position < this.first ? undefined : this.events[position - this.base];
  }

  /** Takes the newest event back, as if it had not been. */
  takeBack(): E | undefined {
    return this.end > this.first ? this.events.pop() : undefined;
  }

  dropFirst(): void {
    this.dropped += 1;
    if (this.dropped * 2 <= this.events.length) return;
    this.events = this.events.slice(this.dropped);
    this.base += this.dropped;
    this.dropped = 0;
  }

  /** The position of the first retained event that comes after something; `end` if none does. */
  positionWhere(isAfter: (event: E) => boolean): number {
    let low = this.first;
    let high = this.end;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const event = this.at(middle);
      if (event !== undefined && isAfter(event)) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

/** The position of the first retained event that is newer than a revision; `end` if none is. */
export function positionAfter(log: EventLog, revision: bigint): number {
  return log.positionWhere((event) => event.revision > revision);
}
