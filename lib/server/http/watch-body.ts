import { type SchedulerLike, Subscription } from 'rxjs';
import type { ApiError } from '../store/api-error.js';
import type { Collection } from '../store/collection.js';
import { WatchPump, type WatchReader } from '../store/watch-pump.js';
import type { Change, Watcher } from '../store/watcher.js';
import type { BodySink, BodySource } from './exchange.js';
import { errorFrame, type Frames } from './frames.js';
import type { Representation } from './representation.js';

/** How one watch is answered. */
export interface WatchBodyOptions {
  readonly collection: Collection;
  readonly watcher: Watcher;
  readonly representation: Representation;
  readonly frames: Frames;
  readonly scheduler: SchedulerLike;
  /** Milliseconds between bookmarks; undefined: none are wanted. */
  readonly bookmarkIntervalMs: number | undefined;
  /** Milliseconds until the watch ends. */
  readonly timeoutMs: number;
}

/** Writes the events of a watch to a sink until its time is over, it fails, or nobody reads any more. */
export class WatchBody implements BodySource, WatchReader {
  private full = false;
  /** The newest revision that the reader has been told. */
  private told: bigint | undefined;
  private readonly timers = new Subscription();
  private readonly pump: WatchPump;

  constructor(
    private readonly sink: BodySink,
    private readonly options: WatchBodyOptions,
  ) {
    const { collection, watcher, scheduler, bookmarkIntervalMs, timeoutMs } = options;
    this.timers.add(scheduler.schedule(() => this.end(), timeoutMs));
    if (bookmarkIntervalMs !== undefined) this.repeat(() => this.bookmark(), bookmarkIntervalMs);
    this.pump = new WatchPump(collection, watcher, this);
    this.pump.start();
  }

  take(change: Change): boolean {
    const { frames, representation } = this.options;
    this.told = change.type === 'BOOKMARK' ? change.revision : change.event?.revision;
    this.full = !this.sink.write(frames.of(change, representation));
    return !this.full;
  }

  /** Who lags too far behind while not even reading would not read the reason either, and is cut off. */
  fail(error: ApiError): void {
    this.stop();
    if (this.full) this.sink.abort();
    else {
      this.sink.write(errorFrame(error));
      this.sink.end();
    }
  }

  resume(): void {
    this.full = false;
    this.pump.resume();
  }

  stop(): void {
    this.timers.unsubscribe();
    this.pump.stop();
  }

  /** The time is over. A last bookmark lets the client go on from here, if it does not know that it is here. */
  private end(): void {
    const { bookmarkIntervalMs, watcher } = this.options;
    if (bookmarkIntervalMs !== undefined && watcher.bookmark()?.revision !== this.told) this.bookmark();
    this.stop();
    this.sink.end();
  }

  private bookmark(): void {
    const bookmark = this.full ? undefined : this.options.watcher.bookmark();
    if (bookmark !== undefined) this.take(bookmark);
  }

  private repeat(work: () => void, interval: number): void {
    const again = this.options.scheduler.schedule(function () {
      work();
      this.schedule(undefined, interval);
    }, interval);
    this.timers.add(again);
  }
}
