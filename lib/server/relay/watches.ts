import type { SchedulerLike, Subscription } from 'rxjs';
import type { Representation } from '../http/representation.js';
import type { ApiError } from '../store/api-error.js';
import type { Selection } from '../store/selection.js';
import { bookmarkFrame, joined, sharedFrame } from './frames.js';
import type { Entry, History } from './history.js';
import type { RelayedOptions } from './relayed-options.js';
import { seenBy } from './seen.js';
import { SlowClients } from './slow-clients.js';
import type { Upstream } from './upstream.js';

/** What watches see: those that see the same get the same bytes. */
export interface View {
  /** Equal for views that see the same. */
  readonly id: string;
  readonly selection: Selection;
  readonly representation: Representation;
}

/** The collection that is watched. */
export interface Watched {
  readonly version: string;
  readonly history: History;
  readonly upstream: Upstream;
  /** Tells every watch what it has not been told. */
  flush(): void;
}

/** One of those who watch. */
export interface Watcher {
  readonly view: View;
  /** What all who see the same are told, who have been told everything before it. */
  tell(bytes: Uint8Array, version: string, end: number): void;
  bookmark(bytes: Uint8Array, version: string): void;
  /** The history is about to forget what this one may not have been told. */
  takeAlong(entry: Entry, position: number): void;
  fail(error: ApiError): void;
  stop(): void;
}

/** Watches that see the same, and have been told everything so far. */
interface Channel {
  readonly view: View;
  readonly watches: Set<Watcher>;
}

/** All watches of one collection. */
export class Watches {
  readonly slow: SlowClients;
  readonly #watched: Watched;
  readonly #scheduler: SchedulerLike;
  readonly #bookmarkIntervalMs: number;
  readonly #channels = new Map<string, Channel>();
  /** Those that have not been told everything. */
  readonly #behind = new Set<Watcher>();
  /** All before this position has been told to those that keep up. */
  #told = 0;
  #bookmarks: Subscription | undefined;

  constructor(watched: Watched, { scheduler, bookmarkIntervalMs, slowClientMs }: RelayedOptions) {
    this.#watched = watched;
    this.#scheduler = scheduler;
    this.#bookmarkIntervalMs = bookmarkIntervalMs;
    this.slow = new SlowClients(scheduler, slowClientMs);
  }

  get told(): number {
    return this.#told;
  }

  /** One that keeps up from here on: it has been told everything. */
  keepsUp(watch: Watcher): void {
    this.#behind.delete(watch);
    const { view } = watch;
    const channel = this.#channels.get(view.id) ?? { view, watches: new Set() };
    this.#channels.set(view.id, channel);
    channel.watches.add(watch);
    this.#bookmarks ??= this.#repeatBookmarks();
  }

  fallsBehind(watch: Watcher): void {
    this.#leaveChannel(watch);
    this.#behind.add(watch);
  }

  leave(watch: Watcher): void {
    this.#leaveChannel(watch);
    this.#behind.delete(watch);
    if (this.#channels.size > 0) return;
    this.#bookmarks?.unsubscribe();
    this.#bookmarks = undefined;
  }

  /** Tells those that keep up what came up to a position. */
  flush(end: number): void {
    const entries: Entry[] = [];
    for (let position = this.#told; position < end; position++) {
      const entry = this.#watched.history.at(position);
      if (entry !== undefined) entries.push(entry);
    }
    this.#told = end;
    for (const channel of [...this.#channels.values()]) tell(channel, entries, end);
    for (const { frames } of entries) frames.clear();
  }

  /** What is about to be forgotten is taken along by those that have not been told. */
  forget(entry: Entry, position: number): void {
    for (const watch of this.#behind) watch.takeAlong(entry, position);
  }

  /** Ends all watches: what was told before does not lead to what comes. */
  fail(error: ApiError): void {
    this.#told = 0;
    for (const watch of this.#all()) watch.fail(error);
  }

  /** What is wrong with the way to the cluster changed. */
  trouble(): void {
    this.#watched.flush();
    this.#tellBookmarks();
  }

  stop(): void {
    for (const watch of this.#all()) watch.stop();
  }

  #all(): readonly Watcher[] {
    return [...this.#behind, ...[...this.#channels.values()].flatMap(({ watches }) => [...watches])];
  }

  #leaveChannel(watch: Watcher): void {
    const channel = this.#channels.get(watch.view.id);
    channel?.watches.delete(watch);
    if (channel?.watches.size === 0) this.#channels.delete(watch.view.id);
  }

  #repeatBookmarks(): Subscription {
    const tell = () => {
      this.#watched.flush();
      this.#tellBookmarks();
    };
    const interval = this.#bookmarkIntervalMs;
    return this.#scheduler.schedule(function () {
      tell();
      if (!this.closed) this.schedule(undefined, interval);
    }, interval);
  }

  #tellBookmarks(): void {
    const { version, upstream } = this.#watched;
    for (const { view, watches } of [...this.#channels.values()]) {
      const bytes = bookmarkFrame(view.representation, version, upstream.trouble);
      for (const watch of [...watches]) watch.bookmark(bytes, version);
    }
  }
}

function tell({ view: { selection, representation }, watches }: Channel, entries: readonly Entry[], end: number): void {
  const frames: Uint8Array[] = [];
  let version = '';
  for (const entry of entries) {
    const change = seenBy(selection, entry);
    if (change === undefined) continue;
    frames.push(sharedFrame(entry, change, representation));
    version = entry.version;
  }
  if (frames.length === 0) return;
  const bytes = joined(frames);
  for (const watch of [...watches]) watch.tell(bytes, version, end);
}
