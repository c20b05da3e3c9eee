import { KeyError, keyOf as keyOfObject, laterResourceVersion, metadataOf } from '../kubernetes/index.js';
import type { Compression } from './compress.js';
import { DeletedFinalStateUnknown, type Delta, type DeltaBatch, type DeltaType, type KeyDeltas } from './delta.js';
import { KeyQueue } from './key-queue.js';

/** What a consumer of the queue holds already, such as an `Indexer`. client-go's `KeyListerGetter`. */
export interface KnownObjects<T> {
  listKeys(): Iterable<string>;
  /** A key that it listed may be gone; a lookup that throws counts as such. */
  getByKey(key: string): T | undefined;
}

/** Options of `DeltaFIFO`. */
export interface DeltaFIFOOptions<T> {
  /** The key of an object. Default: `namespace/name`, or `name`. */
  readonly keyOf?: ((object: T) => string) | undefined;
  /** What the consumer holds, by which a list is known to delete. Default: only what is queued counts. */
  readonly knownObjects?: KnownObjects<T> | undefined;
  /** Whether listed objects come as `Replaced`, which tells a list from a resync, or as `Sync`. Default: false, as in client-go. */
  readonly emitReplaced?: boolean | undefined;
  /**
   * Changes each object once before it is queued: may do so in place, must not change its key. Not called for tombstones and resyncs,
   * which hold what is changed already.
   */
  readonly transform?: ((object: T) => T) | undefined;
  /** Which deltas of a key become one. Default: `'deletes'`, as in client-go. */
  readonly compress?: Compression | undefined;
}

/** What `pop()` gives: everything that is queued for one key. */
export interface PoppedDeltas<T> extends KeyDeltas<T> {
  /** The key is one of the first list. */
  readonly isInInitialList: boolean;
}

/**
 * The queue between a producer of events and a consumer that holds a collection: deltas by key, each key's in order. A key keeps its
 * place in the queue until it is taken, whatever else happens to it. client-go's `DeltaFIFO`, and `drain()`, which takes all at once.
 *
 * Every operation costs O(1), or O(what it is given).
 */
export class DeltaFIFO<T> {
  readonly #keyOf: (object: T) => string;
  readonly #known: KnownObjects<T> | undefined;
  readonly #listed: DeltaType;
  readonly #transform: ((object: T) => T) | undefined;
  readonly #queue: KeyQueue<T>;
  #sequence = 0;
  #populated = false;
  /** How many keys of the first list are still to be taken. */
  #initialCount = 0;
  #closed = false;
  // What the next batch will say of itself.
  #resourceVersion = '';
  #isInInitialList = false;
  #replaced = false;
  #resync = false;

  constructor(options: DeltaFIFOOptions<T> = {}) {
    this.#keyOf = options.keyOf ?? keyOfObject;
    this.#known = options.knownObjects;
    this.#listed = options.emitReplaced === true ? 'Replaced' : 'Sync';
    this.#transform = options.transform;
    this.#queue = new KeyQueue(options.compress ?? 'deletes');
  }

  /**
   * @param resourceVersion how far history is with it; `''`: nobody knows. Default: what the object says
   * @throws KeyError when no key can be made of the object; and what `transform` throws. Nothing is queued then
   */
  add(object: T, resourceVersion = versionOf(object)): void {
    this.#populated = true;
    this.#queueObject(this.#key(object), 'Added', object, resourceVersion);
  }

  /** As `add`. */
  update(object: T, resourceVersion = versionOf(object)): void {
    this.#populated = true;
    this.#queueObject(this.#key(object), 'Updated', object, resourceVersion);
  }

  /**
   * Queues a deletion, unless the key is neither known nor queued: then there is nothing to delete.
   *
   * @param resourceVersion as in `add`; a tombstone says none
   * @throws as `add`
   */
  delete(object: T | DeletedFinalStateUnknown<T>, resourceVersion = versionOf(object)): void {
    const key = this.#key(object);
    this.#populated = true;
    const isThere = this.#isThere(key);
    if (object instanceof DeletedFinalStateUnknown) {
      if (isThere) this.#append(key, 'Deleted', object, ++this.#sequence);
    } else if (isThere) {
      this.#queueObject(key, 'Deleted', object, resourceVersion);
    } else {
      this.#advance(resourceVersion);
    }
  }

  /**
   * The collection holds just these objects: queues each of them, and a deletion (final state unknown) for every other key that is
   * queued or known. If it is the first thing that the queue is told, its keys decide when the queue `hasSynced`.
   *
   * @param refused is told of each object of which no key can be made or that `transform` refuses. It is left out, and what is known
   *   under its key stays. Without `refused` the first such error is thrown: the objects before it are queued, nothing is deleted.
   * @throws as `add`, without `refused`
   */
  replace(objects: Iterable<T>, resourceVersion: string, refused?: (error: unknown, object: T) => void): void {
    const known = this.#known === undefined ? [] : [...this.#known.listKeys()];
    // client-go queues deletions last. They have happened before what the list shows (L4), so room for their numbers is left here.
    const deletionsFrom = this.#sequence;
    this.#sequence += this.size + known.length;
    const objectsFrom = this.#sequence;
    const spared = new Set<string>();
    for (const object of objects) {
      let key: string | undefined;
      try {
        key = this.#key(object);
        this.#append(key, this.#listed, this.#transformed(object), ++this.#sequence);
      } catch (error) {
        if (refused === undefined) throw error;
        if (key !== undefined) spared.add(key);
        refused(error, object);
      }
    }
    const count = this.#deleteUnlisted(known, spared, deletionsFrom, objectsFrom);
    if (!this.#populated) {
      this.#populated = true;
      this.#initialCount = count;
      this.#isInInitialList = true;
    }
    this.#replaced = true;
    // Whatever came before: a server that was restored is followed to where it is (L17).
    if (resourceVersion !== '') this.#resourceVersion = resourceVersion;
  }

  /** Queues every known object again, as `Sync`, except where something is queued for its key. */
  resync(): void {
    if (this.#known === undefined) return;
    this.#resync = true;
    for (const listedKey of this.#known.listKeys()) {
      const object = this.#lookup(listedKey);
      if (object === undefined) continue;
      const key = this.#key(object);
      if (!this.#queue.has(key)) this.#append(key, 'Sync', object, ++this.#sequence);
    }
  }

  /** Nothing else happened up to this resourceVersion. */
  bookmark(resourceVersion: string): void {
    this.#advance(resourceVersion);
  }

  /** Takes what is queued for the key that has waited longest; undefined when nothing is queued. */
  pop(): PoppedDeltas<T> | undefined {
    const isInInitialList = !this.hasSynced;
    const first = this.#queue.takeFirst();
    if (first === undefined) return undefined;
    if (this.#initialCount > 0) this.#initialCount--;
    return { key: first.key, deltas: first.deltas, isInInitialList };
  }

  /** Takes everything. Whoever takes it brings the known objects up to date before more is queued: deletions are judged by them. */
  drain(): DeltaBatch<T> {
    const batch: DeltaBatch<T> = {
      items: this.#queue.takeAll(),
      resourceVersion: this.#resourceVersion,
      isInInitialList: this.#isInInitialList,
      replaced: this.#replaced,
      resync: this.#resync,
    };
    this.#initialCount = 0;
    this.#resourceVersion = '';
    this.#isInInitialList = false;
    this.#replaced = false;
    this.#resync = false;
    return batch;
  }

  /** How many keys are queued. */
  get size(): number {
    return this.#queue.size;
  }

  /** The queued keys, in the order in which they will be popped. */
  *keys(): IterableIterator<string> {
    for (const { key } of this.#queue) yield key;
  }

  /** What is queued for a key, as it is now. */
  get(key: string): readonly Delta<T>[] | undefined {
    return this.#queue.get(key)?.slice();
  }

  /** Whether something was told, and every key of the first list has been taken. An empty first list is enough. */
  get hasSynced(): boolean {
    return this.#populated && this.#initialCount === 0;
  }

  /** Marks the end. As in client-go it gates nothing: what is queued can be taken, and more can be queued. */
  close(): void {
    this.#closed = true;
  }

  get closed(): boolean {
    return this.#closed;
  }

  #queueObject(key: string, type: DeltaType, object: T, resourceVersion: string | undefined): void {
    this.#append(key, type, this.#transformed(object), ++this.#sequence);
    this.#advance(resourceVersion);
  }

  #append(key: string, type: DeltaType, object: T | DeletedFinalStateUnknown<T>, sequence: number): void {
    this.#queue.append(key, { type, object, sequence });
  }

  /** Queues a tombstone for every key that a list did not have, and counts these keys and those of the list. */
  #deleteUnlisted(known: readonly string[], spared: Set<string>, deletionsFrom: number, objectsFrom: number): number {
    let sequence = deletionsFrom;
    let count = 0;
    const bury = (key: string, newest: T | undefined) => {
      this.#append(key, 'Deleted', tombstone(key, newest), ++sequence);
      count++;
    };
    for (const { key, deltas } of this.#queue) {
      const newest = deltas.at(-1);
      if (newest !== undefined && newest.sequence > objectsFrom) count++;
      else if (!spared.has(key)) bury(key, stateOf(newest));
    }
    for (const key of known) if (!this.#queue.has(key) && !spared.has(key)) bury(key, this.#lookup(key));
    return count;
  }

  #key(object: T | DeletedFinalStateUnknown<T>): string {
    if (object instanceof DeletedFinalStateUnknown) return object.key;
    try {
      return this.#keyOf(object);
    } catch (error) {
      if (error instanceof KeyError) throw error;
      throw new KeyError(`no key for this object: ${error instanceof Error ? error.message : error}`, object);
    }
  }

  #transformed(object: T): T {
    return this.#transform === undefined ? object : this.#transform(object);
  }

  /** Whether there is something to delete. Where the lookup fails, there may be. */
  #isThere(key: string): boolean {
    if (this.#queue.has(key)) return true;
    try {
      return this.#known?.getByKey(key) !== undefined;
    } catch {
      return true;
    }
  }

  #lookup(key: string): T | undefined {
    try {
      return this.#known?.getByKey(key);
    } catch {
      return undefined;
    }
  }

  /** An object without a resourceVersion says nothing of where history is, and one that comes late does not take it back (L17). */
  #advance(resourceVersion: string | undefined): void {
    if (resourceVersion) this.#resourceVersion = laterResourceVersion(this.#resourceVersion, resourceVersion);
  }
}

/** Read before a transform changes the object in place. */
function versionOf(object: unknown): string | undefined {
  return metadataOf(object)?.resourceVersion;
}

function stateOf<T>(delta: Delta<T> | undefined): T | undefined {
  const object = delta?.object;
  return object instanceof DeletedFinalStateUnknown ? object.object : object;
}

function tombstone<T>(key: string, newest: T | undefined): DeletedFinalStateUnknown<T> {
  return newest === undefined ? new DeletedFinalStateUnknown(key) : new DeletedFinalStateUnknown(key, newest);
}
