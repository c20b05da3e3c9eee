import type { Collection } from './collection.js';
import type { LogEvent } from './event-log.js';
import { tooLargeResourceVersion, tooOldResourceVersion } from './refusals.js';

/** What one write does, once it knows its revision. */
export type Write = (revision: bigint) => LogEvent;

/** The one counter of all writes, and which of them are retained: the newest `limit`, as etcd after compaction. */
export class History {
  private current: bigint;
  private compacted: bigint;
  /** Whose event is the oldest, the next oldest, and so on. */
  private order: Collection[] = [];
  private dropped = 0;
  private restored = 0;

  constructor(
    start: bigint,
    private readonly limit: number,
  ) {
    this.current = start;
    this.compacted = start;
  }

  /** The revision of the newest write. */
  get revision(): bigint {
    return this.current;
  }

  /** The newest revision whose event is forgotten: watches go back to here, and lists too. */
  get oldest(): bigint {
    return this.compacted;
  }

  /** How often it was restored: a reader from before must not read on. */
  get restores(): number {
    return this.restored;
  }

  write(collection: Collection, write: Write): LogEvent {
    const event = write(this.current + 1n);
    this.current = event.revision;
    this.order.push(collection);
    collection.apply(event);
    while (this.order.length - this.dropped > this.limit) this.forgetOldest();
    return event;
  }

  /** Forgets the events up to a revision. */
  compact(revision: bigint): void {
    if (revision > this.current) throw tooLargeResourceVersion(revision, this.current);
    while (this.compacted < revision) this.forgetOldest();
  }

  /** Takes every write after a revision back. @throws ApiError 410 for a revision that is forgotten, 504 for one of the future */
  restore(revision: bigint): void {
    if (revision > this.current) throw tooLargeResourceVersion(revision, this.current);
    if (revision < this.compacted) throw tooOldResourceVersion(revision, this.compacted);
    for (; this.current > revision; this.current -= 1n) this.order.pop()?.takeBack();
    this.restored += 1;
  }

  private forgetOldest(): void {
    this.order[this.dropped]?.log.dropFirst();
    this.compacted += 1n;
    this.dropped += 1;
    if (this.dropped * 2 <= this.order.length) return;
    this.order = this.order.slice(this.dropped);
    this.dropped = 0;
  }
}
