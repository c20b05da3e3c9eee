import { matchesLabels, metadataOf, type Plain, parseLabelSelector, type Resource } from '../../kubernetes/index.js';
import type { Snapshot } from '../../store/index.js';
import { LawError } from '../laws/law-error.js';
import type { Objects, ResourcePast } from './past.js';

/** Which part of a collection an oracle speaks of: that which the informer asks for. */
export interface OracleOptions<T> {
  /** Default: all namespaces. */
  readonly namespace?: string | undefined;
  /** As in kubectl. Default: all objects. */
  readonly labelSelector?: string | undefined;
  /** Objects for which a field selector holds, say. Default: all. */
  readonly where?: ((object: Plain<T>) => boolean) | undefined;
  /**
   * Whether a cached object is the one that the server has. Default: uid and resourceVersion are the same, which leaves room for `transform`
   * and for managedFields that were dropped.
   */
  readonly same?: ((cached: Plain<T>, stored: Plain<T>) => boolean) | undefined;
}

/** Knows what the server has, and had at every resourceVersion since it was made, and holds a cache to it. */
export class Oracle<T> {
  readonly #past: ResourcePast;
  readonly #plural: string;
  readonly #options: OracleOptions<T>;
  readonly #matches: (object: unknown) => boolean;

  constructor(past: ResourcePast, { plural }: Resource<T>, options: OracleOptions<T>) {
    this.#past = past;
    this.#plural = plural;
    this.#options = options;
    const { namespace, labelSelector = '', where } = options;
    const labels = parseLabelSelector(labelSelector, 'labelSelector');
    this.#matches = (object) =>
      (namespace === undefined || metadataOf(object)?.namespace === namespace) &&
      matchesLabels(labels, metadataOf(object)?.labels) &&
      (where === undefined || where(typed(object)));
  }

  /** The newest resourceVersion. */
  get newest(): string {
    return String(this.#past.newest);
  }

  /** How often the server was restored to an older state: what a version means may then depend on whom one asks. */
  get restores(): number {
    return this.#past.restores;
  }

  /** What a list at that version would give, by key and in its order. @throws RangeError for a version that was never given */
  at(resourceVersion: string): ReadonlyMap<string, Plain<T>> {
    const [objects] = this.#at(resourceVersion);
    if (objects !== undefined) return new Map(this.#selected(objects));
    throw new RangeError(`${resourceVersion} is no version of this server: the newest is ${this.newest}`);
  }

  /**
   * L2: a snapshot is what the server had at the resourceVersion that it tells. One without a resourceVersion is that of before the first list, and empty.
   *
   * @throws LawError that says what differs
   */
  checkSnapshot(snapshot: Snapshot<Plain<T>>): void {
    const { resourceVersion, size } = snapshot;
    if (resourceVersion === '') {
      if (size > 0) throw new LawError('L2', `a snapshot of no version holds ${size} ${this.#plural}`);
      return;
    }
    const differences = this.#at(resourceVersion).map((objects) => this.#difference(snapshot, objects));
    if (differences.includes(undefined)) return;
    const why = differences[0] ?? `the server never gave it: its newest is ${this.newest}`;
    throw new LawError('L2', `the snapshot of ${this.#plural} at ${resourceVersion}: ${why}`);
  }

  /**
   * L1: a snapshot holds what the server has now. Its resourceVersion may be older, where nothing of what it shows has changed since.
   *
   * @throws LawError that says what differs
   */
  checkNewest(snapshot: Snapshot<Plain<T>>): void {
    const [objects] = this.#at(this.newest);
    const why = objects === undefined ? undefined : this.#difference(snapshot, objects);
    if (why === undefined && snapshot.resourceVersion !== '') return;
    const found = why ?? 'there was no list yet';
    throw new LawError(
      'L1',
      `the snapshot of ${this.#plural} at ${snapshot.resourceVersion || 'no version'} is not the newest, ${this.newest}: ${found}`,
    );
  }

  #at(resourceVersion: string): readonly Objects[] {
    return /^\d{1,20}$/.test(resourceVersion) ? this.#past.at(BigInt(resourceVersion)) : [];
  }

  *#selected(objects: Objects): Generator<[key: string, object: Plain<T>]> {
    for (const [key, object] of objects.entries()) if (this.#matches(object)) yield [key, typed(object)];
  }

  #difference(snapshot: Snapshot<Plain<T>>, objects: Objects): string | undefined {
    const same = this.#options.same ?? isSameVersion;
    let count = 0;
    for (const [key, stored] of this.#selected(objects)) {
      const cached = snapshot.get(key);
      if (cached === undefined) return `${key} is missing`;
      if (!same(cached, stored)) return `${key} is ${shown(cached)}, and on the server ${shown(stored)}`;
      count += 1;
    }
    if (count === snapshot.size) return undefined;
    for (const [key, cached] of snapshot) {
      const stored = objects.get(key);
      if (stored === undefined || !this.#matches(stored)) return `${key} ${shown(cached)} is a ghost`;
    }
    return `it says that it holds ${snapshot.size}, and holds ${count}`;
  }
}

/** The wire's boundary: what the objects of a resource look like is the word of whoever wrote them. */
function typed<T>(object: unknown): Plain<T> {
  return object as Plain<T>;
}

function isSameVersion(a: unknown, b: unknown): boolean {
  const [one, other] = [metadataOf(a), metadataOf(b)];
  return one?.uid === other?.uid && one?.resourceVersion === other?.resourceVersion;
}

function shown(object: unknown): string {
  const { uid, resourceVersion } = metadataOf(object) ?? {};
  return `@${resourceVersion} (${uid})`;
}
