import { Observable } from 'rxjs';
import type { Plain, Resource } from '../../kubernetes/index.js';
import type { ApiStore, StoredList, StoreEvent } from './api-store.js';
import type { Collection } from './collection.js';
import type { Collections } from './collections.js';
import type { History } from './history.js';
import { checkName } from './keys.js';
import { readRevision, type WatchOptions } from './list-options.js';
import { listPage } from './lister.js';
import { readObject } from './reader.js';
import { WatchPump } from './watch-pump.js';
import { type Change, Watcher } from './watcher.js';
import type { Writer } from './writer.js';

/**
 * The wire's boundary: what the objects of a resource look like beyond their metadata is the word of whoever wrote
 * them.
 */
function typed<T>(object: unknown): Plain<T> {
  return object as Plain<T>;
}

/** The store as people use it in their programs. */
export function memoryStore(collections: Collections, history: History, writer: Writer): ApiStore {
  const collectionOf = (resource: Resource<unknown>) => collections.of(resource);
  return {
    get resourceVersion() {
      return String(history.revision);
    },
    create: (resource, object, options = {}) => typed(writer.create(collectionOf(resource), object, options)),
    get: (resource, at) => typed(readObject(collectionOf(resource), history, checkName(at))),
    list: (resource, options = {}) =>
      listOf(collectionOf(resource), listPage(collectionOf(resource), history, options)),
    update: (resource, object, options = {}) => typed(writer.update(collectionOf(resource), object, options)),
    patch: (resource, at, patch, options) => typed(writer.patch(collectionOf(resource), checkName(at), patch, options)),
    delete: (resource, at, options = {}) => typed(writer.delete(collectionOf(resource), checkName(at), options).object),
    deleteCollection: (resource, selected = {}, options = {}) =>
      writer.deleteCollection(collectionOf(resource), selected, options).items.map((object) => typed(object)),
    watch: (resource, options = {}) => watchOf(collectionOf(resource), history, options),
    compact: (resourceVersion) =>
      history.compact(resourceVersion === undefined ? history.revision : readRevision(resourceVersion)),
    restore(resourceVersion) {
      history.restore(readRevision(resourceVersion));
      for (const collection of collections.all()) collection.wake();
    },
  };
}

function listOf<T>({ resource, apiVersion }: Collection, page: ReturnType<typeof listPage>): StoredList<T> {
  const { revision, items, continue: token, remainingItemCount } = page;
  return {
    apiVersion,
    kind: `${resource.kind}List`,
    metadata: {
      resourceVersion: String(revision),
      ...(token !== undefined && { continue: token }),
      ...(remainingItemCount !== undefined && { remainingItemCount }),
    },
    items: items.map((object) => typed<T>(object)),
  };
}

function watchOf<T>(collection: Collection, history: History, options: WatchOptions): Observable<StoreEvent<T>> {
  return new Observable((subscriber) => {
    const pump = new WatchPump(collection, new Watcher(collection, history, options), {
      take(change) {
        subscriber.next(eventOf(change));
        return !subscriber.closed;
      },
      fail: (error) => subscriber.error(error),
    });
    subscriber.add(() => pump.stop());
    pump.start();
  });
}

function eventOf<T>(change: Change): StoreEvent<T> {
  if (change.type === 'BOOKMARK') return { type: 'BOOKMARK', resourceVersion: String(change.revision) };
  return { type: change.type, object: typed<T>(change.object) };
}
