import type { SchedulerLike, Subscription } from 'rxjs';
import { makeStatus } from '../../kubernetes/index.js';
import type { Representation } from '../http/representation.js';
import { ApiError } from '../store/api-error.js';

/** How many sets of fields of one collection are shown, each of which costs a look at every change, and for how long. */
export interface FieldSetLimits {
  readonly maxFieldSets: number;
  readonly maxFieldSetsPerClient: number;
  /** Milliseconds for which one is kept that nobody watches, with the texts that it has made, for those who come back. */
  readonly keepAliveMs: number;
  readonly scheduler: SchedulerLike;
}

interface Kept {
  readonly representation: Representation;
  /** Of each client, how many watches are told in it; undefined: of the program itself. */
  readonly watches: Map<string | undefined, number>;
  /** When it was last asked for, or watched. */
  usedAt: number;
}

/** Seconds after which somebody may have let go of one. */
const RETRY_AFTER = 10;

/** The forms of one collection that show some fields only: so many at a time, so many for one client, and none that nobody has used for long. */
export class KeptFieldSets {
  /** By id. The one that was used longest ago comes first. */
  readonly #kept = new Map<string, Kept>();
  /** Also those that were given back, of who begins to watch a moment later. */
  readonly #known = new WeakMap<Representation, Kept>();
  #giveBack: Subscription | undefined;

  /** @param plural of the resource, for messages */
  constructor(
    private readonly plural: string,
    private readonly limits: FieldSetLimits,
  ) {}

  /**
   * @param client undefined: the program itself, which has no share but all
   * @throws ApiError 429 when no more can be had
   */
  of(id: string, client: string | undefined, make: () => Representation): Representation {
    const known = this.#kept.get(id);
    this.#requireShare(known, client);
    const representation = known?.representation ?? make();
    this.#keep(known ?? { representation, watches: new Map(), usedAt: 0 });
    this.#giveBackSoon();
    return representation;
  }

  /**
   * For as long as a watch is told in a form, which may be any. Returns what ends that.
   *
   * @throws ApiError 429 when no more can be had: who asks for many things at once was let in by `of` before he watched any
   */
  hold(representation: Representation, client: string | undefined): () => void {
    const known = this.#known.get(representation);
    if (known === undefined) return () => {};
    const set = this.#kept.get(representation.id) ?? known;
    this.#requireShare(set, client);
    this.#keep(set);
    set.watches.set(client, (set.watches.get(client) ?? 0) + 1);
    return () => this.#release(set, client);
  }

  stop(): void {
    this.#giveBack?.unsubscribe();
    this.#kept.clear();
  }

  #release(set: Kept, client: string | undefined): void {
    const left = (set.watches.get(client) ?? 0) - 1;
    if (left > 0) set.watches.set(client, left);
    else set.watches.delete(client);
    set.usedAt = this.limits.scheduler.now();
    this.#giveBackSoon();
  }

  #keep(set: Kept): void {
    const { id } = set.representation;
    if (!this.#kept.delete(id)) this.#makeRoom();
    set.usedAt = this.limits.scheduler.now();
    this.#kept.set(id, set);
    this.#known.set(set.representation, set);
  }

  #requireShare(set: Kept | undefined, client: string | undefined): void {
    const { maxFieldSetsPerClient: most } = this.limits;
    if (client === undefined || set?.watches.has(client)) return;
    const held = [...this.#kept.values()].filter(({ watches }) => watches.has(client)).length;
    if (held >= most)
      throw tooMany(
        `this relay shows ${this.plural} to one client by at most ${most} sets of fields at a time, and you watch so many: end one of those watches, or ask for whole objects`,
      );
  }

  #makeRoom(): void {
    const { maxFieldSets: most } = this.limits;
    if (this.#kept.size < most) return;
    for (const [id, { watches }] of this.#kept) {
      if (watches.size > 0) continue;
      this.#kept.delete(id);
      return;
    }
    throw tooMany(
      `this relay shows ${this.plural} by at most ${most} sets of fields at a time, and all are in use: ask for one of those, or for whole objects`,
    );
  }

  /** One timer for all, while there are some that nobody watches. */
  #giveBackSoon(): void {
    const { scheduler, keepAliveMs } = this.limits;
    this.#giveBack ??= scheduler.schedule(() => {
      this.#giveBack = undefined;
      const now = scheduler.now();
      const idle = [...this.#kept].filter(([, { watches }]) => watches.size === 0);
      const over = idle.filter(([, { usedAt }]) => now - usedAt >= keepAliveMs);
      for (const [id] of over) this.#kept.delete(id);
      if (over.length < idle.length) this.#giveBackSoon();
    }, keepAliveMs);
  }
}

function tooMany(message: string): ApiError {
  return new ApiError(makeStatus(429, 'TooManyRequests', message, { retryAfterSeconds: RETRY_AFTER }));
}
