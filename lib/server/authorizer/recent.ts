/** How much a `Recent` holds, and for how long. */
export interface RecentOptions<V> {
  /** Milliseconds for which an answer holds, from when it was asked for. */
  readonly keepMs: number;
  /** Answers that are held; the one that was used longest ago makes room. */
  readonly maxEntries: number;
  /** Questions that may be on their way at one time. */
  readonly maxPending: number;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Whether an answer may be given again; one that says that there is none is not. */
  readonly isKept: (value: V) => boolean;
}

interface Held<V> {
  readonly value: V;
  readonly askedAt: number;
}

/** Answers of a moment ago: who asks the same at the same time waits for one question, and what was just answered is not asked again. */
export class Recent<V> {
  /** In order of use. */
  private readonly held = new Map<string, Held<V>>();
  private readonly pending = new Map<string, Promise<V>>();

  constructor(private readonly options: RecentOptions<V>) {}

  /** Undefined: too many questions are on their way. */
  get(key: string, ask: () => Promise<V>): V | Promise<V> | undefined {
    const known = this.held.get(key);
    if (known !== undefined && this.isFresh(known)) {
      this.held.delete(key);
      this.held.set(key, known);
      return known.value;
    }
    const asked = this.pending.get(key);
    if (asked !== undefined) return asked;
    return this.pending.size < this.options.maxPending ? this.ask(key, ask) : undefined;
  }

  get size(): number {
    return this.held.size;
  }

  private ask(key: string, ask: () => Promise<V>): Promise<V> {
    const askedAt = this.options.now();
    const answer = ask()
      .then((value) => {
        this.keep(key, { value, askedAt });
        return value;
      })
      .finally(() => this.pending.delete(key));
    this.pending.set(key, answer);
    return answer;
  }

  private keep(key: string, held: Held<V>): void {
    this.held.delete(key);
    if (!this.options.isKept(held.value) || this.options.keepMs === 0) return;
    this.held.set(key, held);
    for (const oldest of this.held.keys()) {
      if (this.held.size <= this.options.maxEntries) return;
      this.held.delete(oldest);
    }
  }

  /** A clock that was set back makes nothing last longer. */
  private isFresh({ askedAt }: Held<V>): boolean {
    const age = this.options.now() - askedAt;
    return age >= 0 && age < this.options.keepMs;
  }
}
