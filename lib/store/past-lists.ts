interface PastList<T> {
  /** The first commit after which it was so. */
  readonly from: number;
  /** The commit that made it otherwise. */
  readonly until: number;
  readonly list: WeakRef<readonly T[]>;
}

/** How many lists are remembered before it is looked which of them nobody has any more. */
const FEW = 8;

/**
 * The lists that were made of something that has changed since, for whoever reads an old snapshot of it: what did not change between two snapshots
 * is the same list in both (L12). They are held weakly, since nothing of the past may stay (L18), and nobody but one who has a list can tell whether
 * another is the same.
 */
export class PastLists<T> {
  /** By `from`. */
  #lists: PastList<T>[] = [];
  #limit = FEW;

  /** The last one, if somebody has it. */
  newest(): readonly T[] | undefined {
    return this.#lists.at(-1)?.list.deref();
  }

  /** The list as of a commit. */
  at(commit: number): readonly T[] | undefined {
    const past = this.#lists[this.#last(commit)];
    return past !== undefined && commit < past.until ? past.list.deref() : undefined;
  }

  /** Of what was found as of a commit, and the list before and the one after it that are known, one that is the same, or else that which was found. */
  settle(commit: number, found: readonly T[]): readonly T[] {
    const last = this.#last(commit);
    for (const past of this.#lists.slice(Math.max(0, last), last + 2)) {
      const list = past.list.deref();
      if (list !== undefined && isSameList(list, found)) return list;
    }
    return found;
  }

  add(from: number, until: number, list: readonly T[]): void {
    if (this.#lists.length >= this.#limit) {
      this.#lists = this.#lists.filter((past) => past.list.deref() !== undefined);
      this.#limit = 2 * this.#lists.length + FEW;
    }
    this.#lists.splice(this.#last(from) + 1, 0, { from, until, list: new WeakRef(list) });
  }

  #last(commit: number): number {
    return this.#lists.findLastIndex(({ from }) => from <= commit);
  }
}

export function isSameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
