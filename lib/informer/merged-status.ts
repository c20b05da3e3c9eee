import type { Failure, InformerStatus, Phase } from '../reflector/index.js';
import { isHopeless } from './ready.js';

/** Of several list-and-watches: what goes worst is what is said. What is only being opened is being listed. */
const WORST_FIRST: readonly Phase[] = ['retrying', 'listing', 'idle', 'stopped', 'live'];

/**
 * The statuses of several list-and-watches as one, kept up to date at a cost that does not depend on how many there are. One that the
 * server refuses before it could list anything is reported, and leaves the phase to the others: nothing of it is shown, so nothing that is
 * shown is old because of it.
 */
export class MergedStatus {
  readonly #refused = new Group();
  readonly #others = new Group();
  readonly #stale = new Tally();
  #received = 0;
  #remaining = 0;
  /** How many parts say what remains. */
  #counted = 0;

  get isEmpty(): boolean {
    return this.#refused.isEmpty && this.#others.isEmpty;
  }

  /** @param before what this part said until now, if anything; `after` likewise what it says from now on */
  replace(before: InformerStatus | undefined, after: InformerStatus | undefined): void {
    if (before !== undefined) this.#count(before, -1);
    if (after !== undefined) this.#count(after, 1);
  }

  /** What all say together; not to be asked while nobody says anything. */
  status(synced: boolean, since: number): InformerStatus {
    const active = this.#others.isEmpty ? this.#refused : this.#others;
    const phase = active.phase;
    const failing = active.failing(phase) ?? this.#refused.failing(phase);
    const { failure, attempt, retryAt }: Partial<InformerStatus> = failing ?? {};
    const isRetrying = phase === 'retrying' && failing?.phase === 'retrying';
    const staleSince = this.#stale.least;
    return {
      phase,
      synced,
      since,
      ...(staleSince === undefined || phase === 'live' ? {} : { staleSince }),
      ...(phase === 'listing' ? { received: this.#received } : {}),
      ...(phase === 'listing' && this.#counted > 0 ? { remaining: this.#remaining } : {}),
      ...(isRetrying && attempt !== undefined ? { attempt } : {}),
      ...(isRetrying && retryAt !== undefined ? { retryAt } : {}),
      ...(failure === undefined ? {} : { failure }),
    };
  }

  #count(part: InformerStatus, by: 1 | -1): void {
    const group = isRefused(part) ? this.#refused : this.#others;
    if (by === 1) group.add(part);
    else group.delete(part);
    if (part.staleSince !== undefined) this.#stale.count(part.staleSince, by);
    this.#received += by * (part.received ?? 0);
    if (part.remaining === undefined) return;
    this.#remaining += by * part.remaining;
    this.#counted += by;
  }
}

/** Whether the server does not let it be listed, now as it tries once more too, so that there is nothing to wait for. */
export function isRefused({ synced, failure }: InformerStatus): boolean {
  return !synced && isHopeless(failure);
}

/** Statuses by their phase, those with a failure apart. */
class Group {
  readonly #sizes = new Map<Phase, number>();
  readonly #failing = new Map<Phase, Set<InformerStatus & { readonly failure: Failure }>>();

  get isEmpty(): boolean {
    return this.#sizes.size === 0;
  }

  get phase(): Phase {
    const worst = WORST_FIRST.find((phase) => this.#sizes.has(phase)) ?? 'listing';
    return worst === 'idle' || worst === 'stopped' ? 'listing' : worst;
  }

  add(part: InformerStatus): void {
    this.#sizes.set(part.phase, (this.#sizes.get(part.phase) ?? 0) + 1);
    if (!isFailing(part)) return;
    const failing = this.#failing.get(part.phase) ?? new Set();
    this.#failing.set(part.phase, failing.add(part));
  }

  delete(part: InformerStatus): void {
    const size = (this.#sizes.get(part.phase) ?? 0) - 1;
    if (size > 0) this.#sizes.set(part.phase, size);
    else this.#sizes.delete(part.phase);
    if (isFailing(part)) this.#failing.get(part.phase)?.delete(part);
  }

  /** One with a failure, best of this phase: of those that have it, the one that has had it longest. */
  failing(phase: Phase): InformerStatus | undefined {
    const [ofPhase] = this.#failing.get(phase) ?? [];
    if (ofPhase !== undefined) return ofPhase;
    for (const [any] of this.#failing.values()) if (any !== undefined) return any;
    return undefined;
  }
}

function isFailing(part: InformerStatus): part is InformerStatus & { readonly failure: Failure } {
  return part.failure !== undefined;
}

/** The least of numbers that come and go. Many are the same: all that were left at one moment. */
class Tally {
  readonly #counts = new Map<number, number>();
  #least: number | undefined;

  get least(): number | undefined {
    if (this.#least === undefined && this.#counts.size > 0)
      for (const value of this.#counts.keys()) this.#least = Math.min(this.#least ?? value, value);
    return this.#least;
  }

  count(value: number, by: 1 | -1): void {
    const count = (this.#counts.get(value) ?? 0) + by;
    if (count > 0) this.#counts.set(value, count);
    else this.#counts.delete(value);
    if (count === 0 && value === this.#least) this.#least = undefined;
    if (count > 0 && this.#least !== undefined) this.#least = Math.min(this.#least, value);
  }
}
