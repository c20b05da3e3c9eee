import { Subscription } from 'rxjs';
import { allResources, keyOf, type Resource } from '../../kubernetes/index.js';
import type { ApiStore } from '../../server/index.js';
import { emptyTree, type SortedTree } from '../../store/index.js';

/** What a collection holds, by key. */
export type Objects = SortedTree<unknown>;

interface State {
  /** From this version on, until that of the next state. */
  readonly from: bigint;
  readonly objects: Objects;
}

/** Every state that one resource was ever in. Where the server was restored, a version may have been given more than once. */
export class ResourcePast {
  /** The history before the first restore, and that after each; states oldest first. */
  readonly #histories: State[][] = [];
  readonly #store: ApiStore;
  readonly #resource: Resource<unknown>;
  readonly #watch = new Subscription();

  constructor(store: ApiStore, resource: Resource<unknown>) {
    this.#store = store;
    this.#resource = resource;
    this.#begin();
  }

  /** Of the newest write, whatever its resource. */
  get newest(): bigint {
    return BigInt(this.#store.resourceVersion);
  }

  /** How often the server was restored to an older state. */
  get restores(): number {
    return this.#histories.length - 1;
  }

  /** What there was at a version, the newest history first; nothing for one that has not been given yet. */
  at(version: bigint): readonly Objects[] {
    const histories = version > this.newest ? this.#histories.slice(0, -1) : this.#histories;
    return histories.toReversed().flatMap((states) => stateAt(states, version)?.objects ?? []);
  }

  stop(): void {
    this.#watch.unsubscribe();
  }

  /** A history begins with what there is now, and goes on with every write. */
  #begin(): void {
    const { items, metadata } = this.#store.list(this.#resource);
    const objects: Objects = emptyTree();
    for (const object of items) objects.set(keyOf(object), object);
    this.#histories.push([{ from: this.newest, objects }]);
    this.#watch.add(
      this.#store.watch(this.#resource, { resourceVersion: metadata.resourceVersion ?? '' }).subscribe({
        next: (event) => {
          if (event.type !== 'BOOKMARK') this.#note(event.type === 'DELETED', event.object);
        },
        // Only a restore ends it.
        error: () => this.#begin(),
      }),
    );
  }

  #note(isGone: boolean, object: unknown): void {
    const states = this.#histories.at(-1);
    const objects: Objects = states?.at(-1)?.objects.clone() ?? emptyTree();
    if (isGone) objects.delete(keyOf(object));
    else objects.set(keyOf(object), object);
    states?.push({ from: this.newest, objects });
  }
}

/** The last state that begins at that version or before. */
function stateAt(states: readonly State[], version: bigint): State | undefined {
  let low = 0;
  let high = states.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const state = states[middle];
    if (state !== undefined && state.from <= version) low = middle + 1;
    else high = middle;
  }
  return states[low - 1];
}

/** The past of all resources of a server. */
export class Past {
  readonly #byName = new Map<string, ResourcePast>();

  constructor(store: ApiStore, resources: readonly Resource<unknown>[]) {
    for (const resource of [...allResources, ...resources])
      this.#byName.set(nameOf(resource), new ResourcePast(store, resource));
  }

  /** @throws RangeError for a resource that the server does not have */
  of(resource: Resource<unknown>): ResourcePast {
    const past = this.#byName.get(nameOf(resource));
    if (past !== undefined) return past;
    throw new RangeError(
      `oracle: the server has no ${resource.plural}; give it to createHostileServer as one of resources`,
    );
  }

  stop(): void {
    for (const past of this.#byName.values()) past.stop();
  }
}

function nameOf({ group, version, plural }: Resource<unknown>): string {
  return `${group}/${version}/${plural}`;
}
