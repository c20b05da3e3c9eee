import { ApiError } from './api-error.js';
import type { Collection } from './collection.js';
import type { Change, Watcher } from './watcher.js';

/** Who reads a watch. */
export interface WatchReader {
  /** Takes one change. False: no more before `resume`. */
  take(change: Change): boolean;
  /** The watch is over. */
  fail(error: ApiError): void;
}

/**
 * Moves changes from a watcher to its reader: what there is at once, then each as it is written, while the reader has
 * room.
 */
export class WatchPump {
  private full = false;
  private pumping = false;
  private unsubscribe = () => {};
  private stopped = false;

  constructor(
    private readonly collection: Collection,
    private readonly watcher: Watcher,
    private readonly reader: WatchReader,
  ) {}

  start(): void {
    this.unsubscribe = this.collection.onEvent(() => this.pump());
    this.pump();
  }

  /** The reader has room again. */
  resume(): void {
    this.full = false;
    this.pump();
  }

  stop(): void {
    this.stopped = true;
    this.unsubscribe();
  }

  /** A reader may write to the store, which comes back here: the changes still go out one after the other. */
  private pump(): void {
    if (this.pumping) return;
    this.pumping = true;
    try {
      if (this.full) this.watcher.requireRetained();
      while (!this.full && !this.stopped) {
        const change = this.watcher.next();
        if (change === undefined) break;
        this.full = !this.reader.take(change);
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.stop();
      this.reader.fail(error);
    } finally {
      this.pumping = false;
    }
  }
}
