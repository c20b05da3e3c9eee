import type { CoreV1Event } from '@kubernetes/client-node';
import { core, type Plain } from '../../kubernetes/index.js';
import { ApiError, type ApiStore } from '../../server/index.js';
import { timestamp } from '../world/action.js';
import type { Occurrence } from '../world/occurrence.js';

/** For how long kube-apiserver keeps an Event after its last change (`--event-ttl`), in milliseconds. */
export const EVENT_TTL_MS = 3600_000;

/** How many Events there are at most; of more the oldest go, however fast the world is. */
export const MOST_EVENTS = 1000;

interface Known {
  readonly namespace: string;
  readonly name: string;
  readonly count: number;
  readonly last: number;
}

/**
 * Writes Events into a store as client-go's recorder does: one that is told again is counted. An API server lets go of those that are old;
 * so does this one, of its own.
 */
export class EventRecorder {
  readonly #store: ApiStore;
  /** By what they tell of; the one that changed last is the last. */
  readonly #known = new Map<string, Known>();
  #written = 0;

  constructor(store: ApiStore) {
    this.#store = store;
  }

  /** @param now epoch milliseconds */
  record(occurrence: Occurrence, now: number): void {
    const key = JSON.stringify(occurrence);
    const known = this.#known.get(key);
    this.#known.delete(key);
    const told = (known && this.#again(known, now)) ?? this.#first(occurrence, now);
    if (told !== undefined) this.#known.set(key, told);
  }

  /** Removes what is too old, and what is too much. */
  tidy(now: number): void {
    for (const [key, known] of this.#known) {
      if (this.#known.size <= MOST_EVENTS && now - known.last < EVENT_TTL_MS) return;
      this.#known.delete(key);
      unlessRefused(() => this.#store.delete(core.events, known));
    }
  }

  /** Undefined where somebody else deleted it. */
  #again({ namespace, name, count }: Known, now: number): Known | undefined {
    const change = { count: count + 1, lastTimestamp: timestamp(now) };
    const done = unlessRefused(() => this.#store.patch(core.events, { namespace, name }, change, { type: 'merge' }));
    return done && { namespace, name, count: change.count, last: now };
  }

  /** Undefined where the store refuses it, as where its namespace is gone. */
  #first(occurrence: Occurrence, now: number): Known | undefined {
    const event = eventOf(occurrence, now, this.#written++);
    const done = unlessRefused(() => this.#store.create(core.events, event));
    return done && { ...event.metadata, count: 1, last: now };
  }
}

function eventOf({ involved, component, host, ...told }: Occurrence, now: number, written: number) {
  const namespace = involved.namespace ?? 'default';
  // client-go takes the time in nanoseconds. Here the number of the Event is what comes after its millisecond.
  const unique = (BigInt(Math.floor(now)) * 1_000_000n + BigInt(written % 1_000_000)).toString(16);
  const at = timestamp(now);
  return {
    metadata: { name: `${involved.name}.${unique}`, namespace },
    ...{ involvedObject: involved, ...told },
    source: { component, ...(host !== undefined && { host }) },
    ...{ reportingComponent: component, reportingInstance: host ?? '' },
    ...{ count: 1, firstTimestamp: at, lastTimestamp: at },
  };
}

function unlessRefused(write: () => Plain<CoreV1Event>): Plain<CoreV1Event> | undefined {
  try {
    return write();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return undefined;
  }
}
