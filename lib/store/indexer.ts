import { DeletedFinalStateUnknown, type DeltaBatch } from '../delta/index.js';
import { keyOf as keyOfObject, laterResourceVersion, metadataOf } from '../kubernetes/index.js';
import type { Change } from './change.js';
import type { Commit } from './commit.js';
import { Content, type Memory } from './content.js';
import { Draft } from './draft.js';
import { IndexError } from './index-error.js';
import type { IndexFunction } from './index-values.js';
import { IndexWriter } from './index-writer.js';
import { ListMemory } from './list-memory.js';
import { Replay } from './replay.js';
import type { Snapshot } from './snapshot.js';
import { emptyTree } from './sorted-tree.js';
import { TreeSnapshot } from './tree-snapshot.js';
import { unknownIndex } from './unknown-index.js';

/** Options of `Indexer`. */
export interface IndexerOptions<T, I extends string> {
  /** The key of an object. Default: `namespace/name`, or `name`. */
  readonly keyOf?: ((object: T) => string) | undefined;
  /** Indexes by name. */
  readonly indexers?: Readonly<Record<I, IndexFunction<T>>> | undefined;
  /**
   * Told when an index function fails, once the object is stored and all other indexes have it. Default: the call that stored it
   * throws the first such error, when everything is done.
   */
  readonly onIndexError?: ((error: IndexError) => void) | undefined;
}

/**
 * A collection by key, with indexes. client-go's `Indexer`, whose state is a persistent `snapshot`: each write makes the next one, and
 * costs O(log size) for each object that it changes, whatever else there is.
 *
 * @example
 * const indexer = new Indexer({ indexers: { node: (pod: Plain<V1Pod>) => (pod.spec?.nodeName ? [pod.spec.nodeName] : []) } });
 * reflector({ transport, resource: core.pods }).pipe(deltaFIFO({ knownObjects: indexer }), indexInto(indexer)).subscribe();
 * indexer.snapshot.byIndex('node', 'worker-1');
 */
export class Indexer<T, I extends string = string> {
  readonly #keyOf: (object: T) => string;
  readonly #onIndexError: ((error: IndexError) => void) | undefined;
  #indexes: readonly IndexWriter<T>[] = [];
  #positions: ReadonlyMap<string, number> = new Map();
  readonly #memory: Memory<T> = { objects: new ListMemory(), texts: new ListMemory() };
  #content = new Content<T>(0, emptyTree(), [], this.#positions, this.#memory);
  #snapshot: Snapshot<T, I> = new TreeSnapshot(this.#content, '');
  #commits = 0;

  constructor(options: IndexerOptions<T, I> = {}) {
    this.#keyOf = options.keyOf ?? keyOfObject;
    this.#onIndexError = options.onIndexError;
    if (options.indexers !== undefined) this.addIndexers(options.indexers);
  }

  /** The present state, for good: later writes make others. */
  get snapshot(): Snapshot<T, I> {
    return this.#snapshot;
  }

  /** What the last write brought; `''` before that. */
  get resourceVersion(): string {
    return this.#snapshot.resourceVersion;
  }

  /** The index functions by name. */
  get indexers(): Readonly<Record<string, IndexFunction<T>>> {
    return Object.fromEntries(this.#indexes.map(({ name, valuesOf }) => [name, valuesOf]));
  }

  /**
   * Applies everything that was drained from a queue as one step, and says what that changed. An object of the version that is cached
   * already changes nothing (L13), the same name with a new uid is a deletion and an add (L14), and a deletion of what is not there is
   * no change. The resourceVersion goes back only with a list; a batch that says none leaves it as it is (L17).
   */
  apply(batch: DeltaBatch<T>): Commit<T, I> {
    const previous = this.#snapshot;
    const draft = this.#draft();
    const changes = new Replay(draft, batch).run();
    const snapshot = this.#publish(draft, batch.replaced ? batch.resourceVersion : this.#later(batch.resourceVersion));
    const { resourceVersion } = snapshot;
    this.#report(draft.errors);
    return Object.freeze({ previous, snapshot, changes, resourceVersion, cause: causeOf(batch, changes) });
  }

  /**
   * Stores an object, whatever version is there. The store's own version does not go back with it (L17).
   *
   * @throws KeyError when no key can be made of it; then nothing changes
   */
  add(object: T): void {
    const draft = this.#draft();
    const key = this.#keyOf(object);
    draft.put(key, object);
    this.#publish(draft, this.#later(metadataOf(object)?.resourceVersion));
    this.#report(draft.errors);
  }

  /** The same as `add`. */
  update(object: T): void {
    this.add(object);
  }

  /** Nothing happens when it is not there. @throws KeyError when no key can be made of the object */
  delete(object: T | DeletedFinalStateUnknown<T>): void {
    const isTombstone = object instanceof DeletedFinalStateUnknown;
    const key = isTombstone ? object.key : this.#keyOf(object);
    const draft = this.#draft();
    draft.delete(key);
    this.#publish(draft, isTombstone ? undefined : this.#later(metadataOf(object)?.resourceVersion));
  }

  /** Makes these objects the whole content; of several with one key the last. @throws KeyError as `add`; then nothing changes */
  replace(objects: Iterable<T>, resourceVersion: string): void {
    const next = new Map<string, T>();
    for (const object of objects) next.set(this.#keyOf(object), object);
    const draft = this.#draft();
    for (const key of this.listKeys()) if (!next.has(key)) draft.delete(key);
    for (const [key, object] of next) if (draft.get(key) !== object) draft.put(key, object);
    this.#publish(draft, resourceVersion);
    this.#report(draft.errors);
  }

  /** The stored object with the key of this one. @throws KeyError */
  get(object: T): T | undefined {
    return this.getByKey(this.#keyOf(object));
  }

  getByKey(key: string): T | undefined {
    return this.#content.get(key);
  }

  /** All objects, in the order of their keys. */
  list(): readonly T[] {
    return this.#snapshot.list();
  }

  /** All keys, sorted. */
  listKeys(): readonly string[] {
    return this.#content.keys;
  }

  /**
   * The stored objects that share a value with this one in an index, in the order of their keys.
   *
   * @throws RangeError when there is no such index; IndexError when its function fails
   */
  index(name: I, object: T): readonly T[] {
    const index = this.#indexes[this.#positions.get(name) ?? -1];
    if (index === undefined) throw unknownIndex(name, this.#positions.keys());
    const values = index.compute(this.#keyOf(object), object);
    if (values instanceof IndexError) throw values;
    if (typeof values === 'string') return this.byIndex(name, values);
    const found = new Set(values.flatMap((value) => this.indexKeys(name, value)));
    return Object.freeze([...found].sort().flatMap((key) => this.getByKey(key) ?? []));
  }

  /** @throws RangeError when there is no such index */
  byIndex(name: I, value: string): readonly T[] {
    return this.#snapshot.byIndex(name, value);
  }

  /** @throws RangeError when there is no such index */
  indexKeys(name: I, value: string): readonly string[] {
    return this.#snapshot.indexKeys(name, value);
  }

  /** The values that an index has objects under, sorted; none when there is no such index. */
  listIndexFuncValues(name: I): readonly string[] {
    return this.#positions.has(name) ? this.#snapshot.indexValues(name) : [];
  }

  /**
   * More indexes, filled at once with what is stored.
   *
   * @throws TypeError when a name is taken; then none is added
   */
  addIndexers(indexers: Readonly<Record<string, IndexFunction<T>>>): void {
    const taken = Object.keys(indexers).filter((name) => this.#positions.has(name));
    if (taken.length > 0) throw new TypeError(`addIndexers: there is an index "${taken.join('", "')}" already`);
    const position = this.#indexes.length;
    const added = Object.entries(indexers).map(([name, valuesOf], i) => new IndexWriter(name, position + i, valuesOf));
    const draft = new Draft(this.#content.tree, added, ++this.#commits);
    draft.fill();
    this.#indexes = [...this.#indexes, ...added];
    this.#positions = new Map(this.#indexes.map(({ name, position }) => [name, position]));
    this.#show(this.#contentOf(draft), undefined);
    this.#report(draft.errors);
  }

  #draft(): Draft<T> {
    return new Draft(this.#content.tree, this.#indexes, ++this.#commits);
  }

  #publish(draft: Draft<T>, resourceVersion: string | undefined): Snapshot<T, I> {
    return this.#show(draft.changed ? this.#contentOf(draft) : this.#content, resourceVersion);
  }

  #contentOf({ commit, tree }: Draft<T>): Content<T> {
    const tables = this.#indexes.map(({ table }) => table);
    return new Content(commit, tree, tables, this.#positions, this.#memory);
  }

  /** How far history is once something of this version was heard (L17). */
  #later(resourceVersion = ''): string {
    return laterResourceVersion(this.resourceVersion, resourceVersion);
  }

  /** Without a resourceVersion history stays where it is; it never goes on to nowhere (L17). */
  #show(content: Content<T>, resourceVersion: string | undefined): Snapshot<T, I> {
    const version = resourceVersion || this.resourceVersion;
    if (content === this.#content && version === this.resourceVersion) return this.#snapshot;
    this.#content = content;
    this.#snapshot = new TreeSnapshot(content, version);
    return this.#snapshot;
  }

  #report(errors: readonly IndexError[]): void {
    if (this.#onIndexError !== undefined) errors.forEach(this.#onIndexError);
    else if (errors[0] !== undefined) throw errors[0];
  }
}

function causeOf<T>(batch: DeltaBatch<T>, changes: readonly Change<T>[]): Commit<T>['cause'] {
  if (batch.replaced) return 'replace';
  return batch.resync && changes.every(({ type }) => type === 'sync') ? 'resync' : 'watch';
}
