import { DeletedFinalStateUnknown, type Delta, type DeltaBatch } from '../delta/index.js';
import { added, type Change, deleted, synced, updated } from './change.js';
import type { Draft } from './draft.js';
import { isReborn, isSameVersion } from './identity.js';
import { inOrder } from './in-order.js';

/** Applies the deltas of one batch to a draft, and tells as changes what that does to a reader's view. */
export class Replay<T> {
  readonly #draft: Draft<T>;
  readonly #batch: DeltaBatch<T>;
  readonly #changes: Change<T>[] = [];
  /** Updates and adds of the list that is being applied: they are told after all its deletions, those of rebirths too (L4). */
  #listed: Change<T>[] = [];
  /** The keys of those, once somebody asks. */
  #listedKeys: Set<string> | undefined;

  constructor(draft: Draft<T>, batch: DeltaBatch<T>) {
    this.#draft = draft;
    this.#batch = batch;
  }

  run(): readonly Change<T>[] {
    inOrder(this.#batch.items, (key, delta) => this.#apply(key, delta));
    this.#endList();
    return Object.freeze(this.#changes);
  }

  #apply(key: string, { type, object }: Delta<T>): void {
    if (object instanceof DeletedFinalStateUnknown) {
      this.#endList();
      this.#delete(key, object.object, true);
      return;
    }
    switch (type) {
      case 'Added':
      case 'Updated':
        this.#endList();
        this.#put(key, object, false);
        break;
      case 'Replaced':
        this.#put(key, object, true);
        break;
      case 'Sync':
        // A resync hands back what is cached. Anything else came with a list, from a queue that does not say `Replaced`.
        if (this.#batch.resync && this.#draft.get(key) === object) this.#changes.push(synced(key, object));
        else this.#put(key, object, true);
        break;
      case 'Deleted':
        this.#endList();
        this.#delete(key, object, false);
        break;
    }
  }

  #put(key: string, object: T, isListed: boolean): void {
    const cached = this.#draft.get(key);
    const isInInitialList = isListed && this.#batch.isInInitialList;
    if (cached === undefined) {
      this.#tell(added(key, object, isInInitialList), isListed);
    } else if (isSameVersion(cached, object)) {
      return; // L13: the cached object stays, and with it every reference to it.
    } else if (isReborn(cached, object)) {
      // L14. What this very list has told of the key comes before the end of it.
      if (this.#isListed(key)) this.#endList();
      this.#changes.push(deleted(key, cached, cached, true));
      this.#tell(added(key, object, isInInitialList), isListed);
    } else {
      this.#tell(updated(key, object, cached, isInInitialList), isListed);
    }
    this.#draft.put(key, object);
  }

  #delete(key: string, last: T | undefined, finalStateUnknown: boolean): void {
    const cached = this.#draft.get(key);
    if (cached === undefined) return;
    this.#changes.push(deleted(key, last ?? cached, cached, finalStateUnknown));
    this.#draft.delete(key);
  }

  #tell(change: Change<T>, isListed: boolean): void {
    if (!isListed) {
      this.#changes.push(change);
      return;
    }
    this.#listed.push(change);
    this.#listedKeys?.add(change.key);
  }

  #isListed(key: string): boolean {
    this.#listedKeys ??= new Set(this.#listed.map((change) => change.key));
    return this.#listedKeys.has(key);
  }

  #endList(): void {
    if (this.#listed.length === 0) return;
    for (const change of this.#listed) this.#changes.push(change);
    this.#listed = [];
    this.#listedKeys = undefined;
  }
}
