import type { ApiError } from './api-error.js';
import type { Collection } from './collection.js';
import { type LogEvent, positionAfter } from './event-log.js';
import type { History } from './history.js';
import { readRevision, requireWatchOptions, type WatchOptions } from './list-options.js';
import { tooLargeResourceVersion, tooOldResourceVersion } from './refusals.js';
import { hasKey, type Selection, selectionOf } from './selection.js';
import type { StoredObject } from './stored-object.js';
import { atRevision } from './versions.js';

/** An object appeared, changed or went, as one watch sees it. */
export interface ObjectChange {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly object: StoredObject;
  /** The write that it tells of; undefined for an object that was there when the watch began. */
  readonly event: LogEvent | undefined;
}

/** Everything up to this revision has been told. */
export interface Bookmark {
  readonly type: 'BOOKMARK';
  readonly revision: bigint;
  /** Whether it ends the objects that were there when the watch began. */
  readonly initialEventsEnd: boolean;
}

export type Change = ObjectChange | Bookmark;

/**
 * One reader of a resource's changes. It holds no queue: it is a place in the log, and goes on when its owner asks.
 * One that lags so far behind that the log has forgotten its place is refused with 410, like one that begins there.
 */
export class Watcher {
  private readonly selection: Selection;
  /** Events up to this revision are not told. */
  private readonly from: bigint;
  private readonly initial: Iterator<Change> | undefined;
  private position: number;
  private readonly restores: number;
  private failure: ApiError | undefined;

  /** @throws ApiError 400, 422 or 500 for what cannot be asked; all other failures come from `next` */
  constructor(
    private readonly collection: Collection,
    private readonly history: History,
    options: WatchOptions,
  ) {
    requireWatchOptions(options);
    this.selection = selectionOf(collection, options);
    this.restores = history.restores;
    const asked = readRevision(options.resourceVersion);
    const sendsInitial = options.sendInitialEvents ?? asked === 0n;
    this.failure = startFailure(asked, sendsInitial, history);
    this.from = sendsInitial || asked === 0n ? history.revision : asked;
    this.position = positionAfter(collection.log, this.from);
    this.initial = sendsInitial ? this.initialChanges(options.allowWatchBookmarks === true) : undefined;
  }

  /**
   * The next change; undefined when there is none yet.
   *
   * @throws ApiError 410 when it is no longer known, 504 when the watch was to begin in the future with the objects there are
   */
  next(): Change | undefined {
    if (this.failure !== undefined) throw this.failure;
    const initial = this.initial?.next();
    if (initial !== undefined && initial.done !== true) return initial.value;
    this.requireRetained();
    const { log } = this.collection;
    for (let event = log.at(this.position); event !== undefined; event = log.at(this.position)) {
      this.position += 1;
      const change = event.revision > this.from ? changeOf(event, this.selection) : undefined;
      if (change !== undefined) return change;
    }
    return undefined;
  }

  /** @throws ApiError 410 when the next change is no longer known */
  requireRetained(): void {
    if (this.position >= this.collection.log.first && this.restores === this.history.restores) return;
    this.failure = tooOldResourceVersion(this.from, this.history.oldest);
    throw this.failure;
  }

  /** A bookmark of now, for a watch that has been told everything: `next` said undefined. */
  bookmark(): Bookmark | undefined {
    const { revision } = this.history;
    const caughtUp = this.failure === undefined && this.position === this.collection.log.end && revision >= this.from;
    return caughtUp ? { type: 'BOOKMARK', revision, initialEventsEnd: false } : undefined;
  }

  private *initialChanges(withBookmark: boolean): Generator<Change, undefined> {
    const { keys, matches } = this.selection;
    const state = this.collection.stateAt(this.position);
    for (const [key, object] of state.entries(keys.low)) {
      if (key >= keys.high) break;
      if (matches(object)) yield { type: 'ADDED', object, event: undefined };
    }
    if (withBookmark) yield { type: 'BOOKMARK', revision: this.from, initialEventsEnd: true };
  }
}

/** A watch from the future without initial objects is no failure: it is silent until then. */
function startFailure(asked: bigint, sendsInitial: boolean, { revision, oldest }: History): ApiError | undefined {
  if (sendsInitial) return asked > revision ? tooLargeResourceVersion(asked, revision) : undefined;
  return asked !== 0n && asked < oldest ? tooOldResourceVersion(asked, oldest) : undefined;
}

/**
 * What a watch with selectors sees: an object that begins to match appears, one that ceases to match goes, as it was
 * before.
 */
function changeOf(event: LogEvent, selection: Selection): ObjectChange | undefined {
  if (!hasKey(selection.keys, event.key)) return undefined;
  const { type, object, previous } = event;
  const did = previous !== undefined && selection.matches(previous);
  const does = type !== 'DELETED' && selection.matches(object);
  if (does) return { type: did ? 'MODIFIED' : 'ADDED', object, event };
  if (!did) return undefined;
  return { type: 'DELETED', object: type === 'DELETED' ? object : atRevision(previous, event.revision), event };
}
