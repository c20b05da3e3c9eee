import { isDeepStrictEqual } from 'node:util';
import type { Change, Commit, Snapshot } from '../../../lib/store/index.js';
import type { ViewSnapshot } from '../../../lib/views/index.js';

/** A reader of a view that knows nothing but what its commits told, and takes offence at what no reader may be told. */
export class Follower<T> {
  readonly #known = new Map<string, T>();
  readonly #held: { readonly snapshot: Snapshot<T>; readonly content: unknown }[] = [];
  #last: Commit<T> | undefined;
  commits = 0;

  get last(): Commit<T> | undefined {
    return this.#last;
  }

  hear(commit: Commit<T>): void {
    this.commits++;
    if (this.#last === undefined) this.#begin(commit);
    else if (commit.previous !== this.#last.snapshot) throw new Error('a commit that does not follow the one before');
    must(commit.resourceVersion === commit.snapshot.resourceVersion, 'another resourceVersion than the snapshot');
    for (const change of commit.changes) this.#replay(change);
    this.#compare(commit);
    this.#last = commit;
    this.#held.push({ snapshot: commit.snapshot, content: [...commit.snapshot] });
  }

  /** L11: all snapshots are what they were. */
  checkHeld(): void {
    for (const { snapshot, content } of this.#held) must(isDeepStrictEqual([...snapshot], content), 'it has changed');
  }

  /** L5: the first commit is the present, as adds. */
  #begin({ previous, changes, cause }: Commit<T>): void {
    must(previous.size === 0 && cause === 'replace', 'a first commit that does not begin with nothing');
    must(
      changes.every(({ type, isInInitialList }) => type === 'add' && isInInitialList),
      'a first commit that is not of adds',
    );
  }

  /** L3 */
  #replay({ key, type, object, previous }: Change<T>): void {
    if (this.#known.has(key) !== (type !== 'add')) throw new Error(`${type} of ${key}, which is no story`);
    if (type !== 'add' && previous !== this.#known.get(key)) throw new Error(`${key}: previous is not what was told`);
    if (type === 'delete') this.#known.delete(key);
    else this.#known.set(key, object);
  }

  #compare({ snapshot, previous }: Commit<T>): void {
    const content = [...snapshot];
    if (this.#known.size !== content.length) throw new Error(`${this.#known.size} are told, ${content.length} there`);
    for (const [key, object] of content)
      if (this.#known.get(key) !== object || snapshot.get(key) !== object)
        throw new Error(`${key} is not what was told`);
    must(snapshot.size === content.length, `a size of ${snapshot.size} for ${content.length}`);
    const keys = [...snapshot.keys()];
    const values = [...snapshot.values()];
    const list = snapshot.list();
    must(Object.isFrozen(list), 'a list that can be written to');
    must(list.length === content.length, 'a list of another length');
    for (const [i, [key, object]] of content.entries())
      must(keys[i] === key && values[i] === object && list[i] === object, `${key} is not everywhere at ${i}`);
    // L12
    const before = previous.list();
    if (
      this.#last !== undefined &&
      before.length === list.length &&
      before.every((object, i) => object === list[i]) &&
      before !== list
    )
      throw new Error('a list that lost its identity');
    checkPositions(snapshot, content);
  }
}

function checkPositions<T>(snapshot: Snapshot<T>, content: readonly (readonly [string, T])[]): void {
  if (!isViewSnapshot(snapshot)) return;
  for (const [i, [key, object]] of content.entries()) {
    must(snapshot.indexOf(key) === i && snapshot.at(i) === object, `${key} is not found at ${i}`);
  }
  must(snapshot.at(content.length) === undefined && snapshot.at(-1) === undefined, 'something beyond the borders');
  must(snapshot.indexOf('nothing') === -1, 'a position of what is not there');
}

/** `expect` takes too long for what is checked so often. */
function must(holds: boolean, offence: string): void {
  if (!holds) throw new Error(offence);
}

function isViewSnapshot<T>(snapshot: Snapshot<T>): snapshot is ViewSnapshot<T> {
  return 'indexOf' in snapshot;
}
