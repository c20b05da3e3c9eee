import type { PlainPod, Wire } from './world.js';

/** One step of the cache, as it has to be told. */
export interface ExpectedCommit {
  /** In the words of `told`. */
  readonly changes: readonly string[];
  readonly state: ReadonlyMap<string, PlainPod>;
  readonly previousSize: number;
  readonly version: number;
  readonly cause: 'replace' | 'watch';
}

const nameOf = ({ metadata }: PlainPod) => metadata.name;
const versionOf = ({ metadata }: PlainPod) => metadata.resourceVersion;
const isSame = (a: PlainPod, b: PlainPod) => versionOf(a) === versionOf(b) && a.metadata.uid === b.metadata.uid;

/** What an informer has to make of what it is sent, written down as plainly as can be. */
export class CacheModel implements Wire {
  readonly commits: ExpectedCommit[] = [];
  /** With what is not committed yet. */
  #state = new Map<string, PlainPod>();
  #changes: string[] = [];
  #version = 0;
  #pending: ExpectedCommit['cause'] | undefined;
  /** Whether the list that is the initial one came already. As in client-go, another one in the same burst is a relist. */
  #hasInitialList = false;

  get last(): ExpectedCommit | undefined {
    return this.commits.at(-1);
  }

  /** Deletions first, then what is reborn, then updates and adds in the order of the list. */
  listed(objects: readonly PlainPod[], version: number): void {
    const initially = this.#hasInitialList ? '' : ' initially';
    this.#hasInitialList = true;
    const names = new Set(objects.map(nameOf));
    for (const [name, object] of this.#state) {
      if (names.has(name)) continue;
      this.#changes.push(`delete ${name}@${versionOf(object)} (unknown)`);
      this.#state.delete(name);
    }
    for (const object of objects) {
      const old = this.#state.get(nameOf(object));
      if (old === undefined || old.metadata.uid === object.metadata.uid) continue;
      this.#changes.push(`delete ${nameOf(object)}@${versionOf(old)} (unknown)`);
      this.#state.delete(nameOf(object));
    }
    for (const object of objects) this.#put(object, initially);
    this.#advance(version, 'replace');
  }

  event({ type, object, version }: Parameters<Wire['event']>[0]): void {
    if (type !== 'DELETED') this.#put(object, '');
    else if (this.#state.delete(nameOf(object))) this.#changes.push(`delete ${nameOf(object)}@${versionOf(object)}`);
    this.#advance(version, 'watch');
  }

  bookmark(version: number): void {
    this.#advance(version, 'watch');
  }

  /** The connection is given up: what is not committed is lost, and will come again. */
  drop(): void {
    this.#state = new Map(this.last?.state);
    this.#changes = [];
    this.#pending = undefined;
    this.#hasInitialList = this.commits.length > 0;
  }

  /** The burst is over: gives the commit of it. */
  commit(): ExpectedCommit | undefined {
    if (this.#pending === undefined) return undefined;
    const commit = {
      changes: this.#changes,
      state: new Map(this.#state),
      previousSize: this.last?.state.size ?? 0,
      version: this.#version,
      cause: this.#pending,
    };
    this.#changes = [];
    this.#pending = undefined;
    this.commits.push(commit);
    return commit;
  }

  #put(object: PlainPod, initially: string): void {
    const name = nameOf(object);
    const old = this.#state.get(name);
    if (old !== undefined && isSame(old, object)) return;
    this.#changes.push(
      old === undefined
        ? `add ${name}@${versionOf(object)}${initially}`
        : `update ${name}@${versionOf(old)}→${versionOf(object)}`,
    );
    this.#state.set(name, object);
  }

  #advance(version: number, cause: ExpectedCommit['cause']): void {
    this.#version = version;
    if (this.#pending !== 'replace') this.#pending = cause;
  }
}

/** The present in the words of `told`, for somebody who comes late. */
export function initialAdds(state: ReadonlyMap<string, PlainPod>): string[] {
  return inKeyOrder(state).map((object) => `add ${nameOf(object)}@${versionOf(object)} initially`);
}

export function syncs(state: ReadonlyMap<string, PlainPod>): string[] {
  return inKeyOrder(state).map((object) => `sync ${nameOf(object)}@${versionOf(object)}`);
}

/** A state in short. */
export function shownState(state: ReadonlyMap<string, PlainPod>): string {
  return inKeyOrder(state)
    .map((object) => `${nameOf(object)}@${versionOf(object)}`)
    .join(' ');
}

/** The words of one commit, where the deletions that a list means have no order among themselves. */
export function canonical(words: readonly string[]): string[] {
  const sorted: string[] = [];
  let run: string[] = [];
  for (const word of words) {
    if (isUnordered(word)) {
      run.push(word);
    } else {
      sorted.push(...run.sort(), word);
      run = [];
    }
  }
  return [...sorted, ...run.sort()];
}

/** Whether that is how the expected words begin, as far as they have an order. */
export function isBeginning(heard: readonly string[], expected: readonly string[]): boolean {
  if (heard.length > expected.length) return false;
  return heard.every((word, i) => {
    if (!isUnordered(word)) return word === expected[i];
    let from = i;
    let to = i;
    while (from > 0 && isUnordered(expected[from - 1])) from--;
    while (to < expected.length && isUnordered(expected[to])) to++;
    return expected.slice(from, to).includes(word) && heard.indexOf(word, from) === i;
  });
}

const isUnordered = (word = '') => word.endsWith('(unknown)');

function inKeyOrder(state: ReadonlyMap<string, PlainPod>): PlainPod[] {
  return [...state.values()].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}
