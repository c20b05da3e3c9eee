import type { Subscription } from 'rxjs';
import { compareResourceVersions, laterResourceVersion } from '../../kubernetes/index.js';
import type { Commit, KeyOrder, Snapshot } from '../../store/index.js';
import type { Representation } from '../http/representation.js';
import { type KeyRange, keysOf } from '../store/keys.js';
import { tooOldResourceVersion } from '../store/refusals.js';
import { hasKey } from '../store/selection.js';
import type { Served } from '../store/served.js';
import type { StoredObject } from '../store/stored-object.js';
import { concluded, type Entry, History } from './history.js';
import { asServed, type ObjectChange, objectsOf, type Shown } from './relayed-object.js';
import type { RelayedOptions } from './relayed-options.js';
import { shownOf } from './secrets.js';
import type { Upstream } from './upstream.js';
import { Watches } from './watches.js';

/** The changes within some keys, in an order in which versions never go back, as long as the server's do not. */
function inVersionOrder(
  { changes, cause }: Commit<unknown>,
  keys: KeyRange,
  shown: Shown | undefined,
): readonly ObjectChange[] {
  const told = asServed(changes, shown).filter(({ type, key }) => type !== 'sync' && hasKey(keys, key));
  // A list comes in the order of keys. What it lets conclude comes first, as it does in the commit: nobody knows when it was.
  return cause === 'replace' ? [...told].sort(byVersion) : told;
}

function byVersion(a: ObjectChange, b: ObjectChange): number {
  if (a.finalStateUnknown || b.finalStateUnknown) return Number(b.finalStateUnknown) - Number(a.finalStateUnknown);
  return compareResourceVersions(a.object.metadata.resourceVersion, b.object.metadata.resourceVersion) ?? 0;
}

/** The newest version of a namespace of which only its objects are known. */
function newest(objects: KeyOrder<StoredObject>, { low, high }: KeyRange, atLeast: string): string {
  let version = atLeast;
  for (const [key, object] of objects.entries(low)) {
    if (key >= high) break;
    version = laterResourceVersion(version, object.metadata.resourceVersion);
  }
  return version;
}

/** One collection, as the commits of an informer tell it: its objects now, its newest changes, and the watches of it. */
export class Relayed {
  readonly watches: Watches;
  readonly #options: RelayedOptions;
  readonly #base: Representation;
  readonly #isPart: boolean;
  readonly #keys: KeyRange;
  readonly #shown: Shown | undefined;
  #snapshot: Snapshot<unknown> | undefined;
  #version = '';
  #history: History;
  #flushedAt = Number.NEGATIVE_INFINITY;
  #flushing: Subscription | undefined;

  /**
   * @param base what the changes are measured in: the form that most clients ask for
   * @param part of an informer whose namespaces have each a list and a watch of their own: one of them
   */
  constructor(
    readonly served: Served,
    readonly upstream: Upstream,
    base: Representation,
    options: RelayedOptions,
    readonly part: string | undefined,
  ) {
    this.#isPart = part !== undefined;
    this.#keys = keysOf(part);
    this.#options = options;
    this.#shown = shownOf(served, options.includeSecretData);
    this.#base = base;
    this.#history = new History(options.historyBytes, '');
    this.watches = new Watches(this, options);
    const held = upstream.listen({
      commit: (commit) => this.#commit(commit),
      trouble: () => this.watches.trouble(),
      end: (error) => this.watches.fail(error),
    });
    if (held !== undefined) this.#begin(held);
  }

  /** How far the collection is known; `''` before it is. */
  get version(): string {
    return this.#version;
  }

  get history(): History {
    return this.#history;
  }

  get objects(): KeyOrder<StoredObject> | undefined {
    return this.#snapshot === undefined ? undefined : objectsOf(this.#snapshot, this.#shown);
  }

  /** Tells every watch what it has not been told. */
  flush(): void {
    this.#flushing?.unsubscribe();
    this.#flushing = undefined;
    this.#flushedAt = this.#options.scheduler.now();
    this.watches.flush(this.#history.end);
    this.#history.trim((entry, position) => this.watches.forget(entry, position));
  }

  #commit(commit: Commit<unknown>): void {
    const { previous, snapshot } = commit;
    if (this.#snapshot === snapshot) return;
    const isNext = this.#snapshot === previous;
    this.#snapshot = snapshot;
    if (isNext && this.#append(commit)) this.#flushSoon();
    else this.#begin(snapshot);
  }

  /** False when versions go back: a server that was restored from a backup gives them a second time. */
  #append(commit: Commit<unknown>): boolean {
    let known = this.#version;
    for (const change of inVersionOrder(commit, this.#keys, this.#shown)) {
      const entry = this.#entry(change, known);
      if (compareResourceVersions(entry.version, known) === -1) return false;
      known = entry.version;
      this.#history.push(entry);
    }
    // How far a namespace is known by itself, the whole does not say.
    this.#version = this.#isPart ? known : commit.snapshot.resourceVersion;
    return compareResourceVersions(this.#version, known) !== -1;
  }

  /** What was told before does not lead here: who watches begins anew, with a list. */
  #begin(snapshot: Snapshot<unknown>): void {
    const before = this.#version;
    const { resourceVersion } = snapshot;
    // What was deleted is in no object: how far the namespace itself is known says that it was.
    const version =
      this.part === undefined
        ? resourceVersion
        : newest(objectsOf(snapshot, this.#shown), this.#keys, this.upstream.versionOf(this.part));
    this.#snapshot = snapshot;
    this.#version = version;
    this.#history = new History(this.#options.historyBytes, version);
    this.watches.fail(tooOldResourceVersion(before, version));
  }

  /** @param known the version that is known before it */
  #entry(change: ObjectChange, known: string): Entry {
    const isConcluded = change.finalStateUnknown;
    const told = isConcluded ? concluded(change, known) : change;
    const size = this.#base.item(told.object).length;
    return { change: told, version: told.object.metadata.resourceVersion, isConcluded, size, frames: new Map() };
  }

  /** At once after a pause; what comes in quick succession is told together. */
  #flushSoon(): void {
    if (this.#flushing !== undefined || this.#history.end === this.watches.told) return;
    const { scheduler, flushMs } = this.#options;
    const wait = this.#flushedAt + flushMs - scheduler.now();
    if (wait <= 0) this.flush();
    else this.#flushing = scheduler.schedule(() => this.flush(), wait);
  }
}
