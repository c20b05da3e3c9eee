import { type SchedulerLike, Subscription } from 'rxjs';
import type { BodySink, BodySource } from '../http/exchange.js';
import { errorFrame, frame } from '../http/frames.js';
import type { ApiError } from '../store/api-error.js';
import { tooLargeResourceVersion, tooOldResourceVersion } from '../store/refusals.js';
import { Backlog } from './backlog.js';
import { bookmarkFrame, frameOf, joined } from './frames.js';
import type { Entry } from './history.js';
import type { Relayed } from './relayed.js';
import { seenBy } from './seen.js';
import type { Cuttable } from './slow-clients.js';
import type { View, Watcher } from './watches.js';

/** How one watch is answered. */
export interface WatchRequest {
  readonly view: View;
  /** The version that it goes on from; undefined: every object there is comes first. */
  readonly from: string | undefined;
  readonly allowBookmarks: boolean;
  /** Whether a bookmark says where the objects that came first end. */
  readonly marksInitialEnd: boolean;
  readonly timeoutMs: number;
}

/** Bytes that are written at once to one that catches up, so that it is noticed when it has had enough. */
const CHUNK = 64 * 1024;

/**
 * One watch. As long as it keeps up, it is told what all are told and holds nothing. One that is behind, since it began in the past or does
 * not read, holds its place in the history and catches up when it can, with at most one event a key; what the history forgets meanwhile it takes
 * along. One that does not read for too long is cut off.
 */
export class Watch implements BodySource, Cuttable, Watcher {
  readonly view: View;
  readonly #sink: BodySink;
  readonly #relayed: Relayed;
  readonly #request: WatchRequest;
  readonly #scheduler: SchedulerLike;
  readonly #ends = new Subscription();
  readonly #backlog = new Backlog();
  #initial: Iterator<Uint8Array> | undefined;
  /** All before it has been told, or is in the backlog. */
  #position = 0;
  #keepsUp = false;
  #full = false;
  #pumping = false;
  #stopped = false;
  /** The version that the reader has been told last. */
  #told: string;
  #toldTrouble: string | undefined;

  /** @param releases let go of what it needs: what the collection is filled from, and its form */
  constructor(
    sink: BodySink,
    relayed: Relayed,
    request: WatchRequest,
    scheduler: SchedulerLike,
    releases: readonly (() => void)[],
  ) {
    this.#sink = sink;
    this.#relayed = relayed;
    this.#request = request;
    this.#scheduler = scheduler;
    this.view = request.view;
    this.#told = request.from ?? '';
    for (const release of releases) this.#ends.add(release);
  }

  start(): void {
    const { from, timeoutMs } = this.#request;
    this.#ends.add(this.#scheduler.schedule(() => this.#end(), timeoutMs));
    this.#relayed.flush();
    const { history, version, watches } = this.#relayed;
    const resumption = from === undefined ? history.end : history.resume(from, version);
    if (typeof resumption === 'string') {
      this.fail(beginning(resumption, from ?? '', this.#relayed));
      return;
    }
    this.#position = resumption;
    watches.fallsBehind(this);
    if (from === undefined) this.#initial = this.#initialFrames();
    else this.#tellTrouble();
    this.#pump();
  }

  tell(bytes: Uint8Array, version: string, end: number): void {
    // One that joined while others were being told knows it.
    if (this.#stopped || !this.#keepsUp || this.#position >= end) return;
    this.#told = version;
    this.#write(bytes, end);
  }

  bookmark(bytes: Uint8Array, version: string): void {
    if (this.#stopped || !this.#keepsUp || !this.#request.allowBookmarks) return;
    this.#told = version;
    this.#toldTrouble = this.#relayed.upstream.trouble;
    this.#write(bytes, this.#relayed.watches.told);
  }

  takeAlong(entry: Entry, position: number): void {
    if (position < this.#position) return;
    this.#position = position + 1;
    this.#add(entry);
  }

  /** Who does not read would not read the reason either. */
  fail(error: ApiError): void {
    const isFull = this.#full;
    this.stop();
    if (isFull) this.#sink.abort();
    else {
      this.#sink.write(errorFrame(error));
      this.#sink.end();
    }
  }

  cut(): void {
    this.stop();
    this.#sink.abort();
  }

  resume(): void {
    this.#full = false;
    this.#relayed.watches.slow.delete(this);
    if (!this.#keepsUp) this.#pump();
  }

  stop(): void {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#relayed.watches.slow.delete(this);
    this.#relayed.watches.leave(this);
    this.#ends.unsubscribe();
  }

  /** The time is over. A last bookmark lets the client go on from here, if it does not know that it is here. */
  #end(): void {
    const { version, upstream } = this.#relayed;
    this.#relayed.flush();
    if (this.#stopped) return;
    if (this.#keepsUp && !this.#full && this.#request.allowBookmarks && version !== this.#told)
      this.#sink.write(bookmarkFrame(this.view.representation, version, upstream.trouble));
    this.stop();
    this.#sink.end();
  }

  #write(bytes: Uint8Array, end: number): void {
    const hasRoom = this.#sink.write(bytes);
    if (hasRoom || this.#stopped) return;
    this.#full = true;
    const { watches } = this.#relayed;
    watches.slow.add(this);
    if (!this.#keepsUp) return;
    this.#keepsUp = false;
    this.#position = end;
    watches.fallsBehind(this);
  }

  /** A reader may cause what comes back here: the events still go out one after the other. */
  #pump(): void {
    if (this.#pumping) return;
    this.#pumping = true;
    while (!this.#full && !this.#stopped && !this.#keepsUp) {
      const bytes = this.#nextBytes();
      if (bytes === undefined) this.#arrive();
      else this.#write(bytes, 0);
    }
    this.#pumping = false;
  }

  #arrive(): void {
    this.#keepsUp = true;
    this.#position = this.#relayed.watches.told;
    this.#relayed.watches.keepsUp(this);
    this.#tellTrouble();
  }

  /** What is wrong with the way to the cluster, or that it is well again, if the reader does not know. */
  #tellTrouble(): void {
    const { trouble } = this.#relayed.upstream;
    if (!this.#request.allowBookmarks || trouble === this.#toldTrouble) return;
    this.#toldTrouble = trouble;
    const end = this.#keepsUp ? this.#relayed.watches.told : 0;
    this.#write(bookmarkFrame(this.view.representation, this.#told, trouble), end);
  }

  #nextBytes(): Uint8Array | undefined {
    const frames: Uint8Array[] = [];
    for (let size = 0; size < CHUNK; ) {
      const bytes = this.#nextFrame();
      if (bytes === undefined) break;
      frames.push(bytes);
      size += bytes.length;
    }
    return frames.length === 0 ? undefined : joined(frames);
  }

  #nextFrame(): Uint8Array | undefined {
    const initial = this.#initial?.next();
    if (initial !== undefined && initial.done !== true) return initial.value;
    this.#initial = undefined;
    this.#catchUp();
    const change = this.#backlog.take();
    if (change === undefined) return undefined;
    this.#told = change.object.metadata.resourceVersion;
    return frameOf(change, this.view.representation);
  }

  /** Takes what those that keep up have been told since. */
  #catchUp(): void {
    const { history, watches } = this.#relayed;
    for (; this.#position < watches.told; this.#position++) {
      const entry = history.at(this.#position);
      if (entry !== undefined) this.#add(entry);
    }
  }

  #add(entry: Entry): void {
    const change = seenBy(this.view.selection, entry);
    if (change !== undefined) this.#backlog.add(change);
  }

  *#initialFrames(): Generator<Uint8Array, undefined> {
    const { objects, version, upstream } = this.#relayed;
    const { selection, representation } = this.view;
    const { keys, matches } = selection;
    for (const [key, object] of objects?.entries(keys.low) ?? []) {
      if (key >= keys.high) break;
      if (matches(object)) yield frame('ADDED', representation.whole(object));
    }
    this.#told = version;
    if (!this.#request.marksInitialEnd) return undefined;
    this.#toldTrouble = upstream.trouble;
    yield bookmarkFrame(representation, version, upstream.trouble, true);
    return undefined;
  }
}

/** Why a watch cannot begin at a version. */
function beginning(why: 'expired' | 'future', asked: string, { history, version }: Relayed): ApiError {
  switch (why) {
    case 'expired':
      return tooOldResourceVersion(asked, history.oldest);
    case 'future':
      return tooLargeResourceVersion(asked, version);
  }
}
