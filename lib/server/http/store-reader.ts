import type { SchedulerLike } from 'rxjs';
import type { Collection } from '../store/collection.js';
import type { History } from '../store/history.js';
import type { ListOptions, WatchOptions } from '../store/list-options.js';
import { listPage, type Page } from '../store/lister.js';
import { type ReadOptions, readObject } from '../store/reader.js';
import type { StoredObject } from '../store/stored-object.js';
import { Watcher } from '../store/watcher.js';
import type { BodySink, BodySource } from './exchange.js';
import type { Frames } from './frames.js';
import { FORMS, type Form } from './negotiation.js';
import type { Reader, WatchForm } from './reading.js';
import { type IncludeObject, type Representation, representationOf } from './representation.js';
import { WatchBody } from './watch-body.js';

/** What all readers of a store have in common. */
export interface StoreReaderOptions {
  readonly history: History;
  readonly scheduler: SchedulerLike;
  readonly now: () => number;
  readonly bookmarkIntervalMs: number;
}

/** Reads a collection of the store in memory. */
export class StoreReader implements Reader {
  readonly forms = FORMS;

  constructor(
    private readonly collection: Collection,
    private readonly frames: Frames,
    private readonly options: StoreReaderOptions,
  ) {}

  representation(form: Form, include: IncludeObject): Representation {
    return representationOf(this.collection, form, include, this.options.now);
  }

  get(options: ReadOptions): StoredObject {
    return readObject(this.collection, this.options.history, options);
  }

  list(options: ListOptions): Page {
    return listPage(this.collection, this.options.history, options);
  }

  watch(options: WatchOptions, { representation, timeoutMs }: WatchForm): (sink: BodySink) => BodySource {
    const { collection, frames } = this;
    const { history, scheduler, bookmarkIntervalMs } = this.options;
    const body = {
      collection,
      watcher: new Watcher(collection, history, options),
      representation,
      scheduler,
      frames,
      bookmarkIntervalMs: options.allowWatchBookmarks === true ? bookmarkIntervalMs : undefined,
      timeoutMs,
    };
    return (sink) => new WatchBody(sink, body);
  }
}
