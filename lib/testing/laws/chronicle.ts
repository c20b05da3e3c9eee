import type { Observer } from 'rxjs';
import { compareResourceVersions } from '../../kubernetes/index.js';
import type { Change, Commit, Snapshot } from '../../store/index.js';
import { Findings } from './findings.js';
import { LawError } from './law-error.js';
import { isInListOrder, isInWatchOrder } from './order.js';

/** What an `Oracle` knows of snapshots. */
export interface Truth<T> {
  /** @throws LawError */
  checkSnapshot(snapshot: Snapshot<T>): void;
  /** How often the server was restored to an older state. */
  readonly restores: number;
}

/** Options of a `Chronicle`. */
export interface ChronicleOptions<T> {
  /** Holds every snapshot to what the server had (L2), and knows whether versions may have gone back (L17). Default: nobody does. */
  readonly oracle?: Truth<T> | undefined;
}

/**
 * One subscriber of `changes$`, who notes what cannot be:
 *
 * - L2: with an oracle, a snapshot that the server never had
 * - L4: changes in another order than the server's
 * - L5: a commit that does not begin where the one before ended, or whose changes do not lead from one snapshot to the next
 * - L17: a resourceVersion that is empty, or goes back though the server was not restored
 *
 * @example
 * const chronicle = new Chronicle({ oracle: server.oracle(core.pods) });
 * pods.changes$.subscribe(chronicle);
 * // later
 * chronicle.check();
 */
export class Chronicle<T> implements Observer<Commit<T>> {
  readonly #findings = new Findings();
  readonly #oracle: Truth<T> | undefined;
  #last: Snapshot<T> | undefined;
  /** How often the server had been restored when this began, and how often versions have gone back since. */
  readonly #restores: number;
  #returns = 0;
  #commits = 0;

  constructor({ oracle }: ChronicleOptions<T> = {}) {
    this.#oracle = oracle;
    this.#restores = oracle?.restores ?? 0;
  }

  /** How many commits there were. */
  get commits(): number {
    return this.#commits;
  }

  /** What was wrong so far, oldest first. */
  get errors(): readonly LawError[] {
    return this.#findings.errors;
  }

  readonly next = (commit: Commit<T>): void => {
    this.#commits += 1;
    const { snapshot, previous, changes, cause } = commit;
    const where = `the commit to ${snapshot.resourceVersion}`;
    if (this.#last !== undefined && previous !== this.#last)
      this.#findings.add(
        'L5',
        `${where} begins at ${previous.resourceVersion}, and the one before ended at ${this.#last.resourceVersion}`,
      );
    const wrong = whatIsWrong(commit);
    if (wrong !== undefined) this.#findings.add('L5', `${where}: ${wrong}`);
    if (!(cause === 'replace' ? isInListOrder(changes) : isInWatchOrder(changes)))
      this.#findings.add(
        'L4',
        `${where}: ${changes.map(({ type, key }) => `${type} ${key}`).join(', ')} is not the order of the server`,
      );
    this.#checkVersion(commit, where);
    this.#checkTruth(snapshot);
    this.#last = snapshot;
  };

  readonly error = (error: unknown): void => this.#findings.add('L10', `the stream ended with an error: ${error}`);

  readonly complete = (): void => {};

  /** @throws LawError the first thing that was wrong */
  check(): void {
    this.#findings.check();
  }

  #checkVersion({ previous, snapshot, cause }: Commit<T>, where: string): void {
    if (snapshot.resourceVersion === '') this.#findings.add('L17', 'a commit without a resourceVersion');
    if (compareResourceVersions(snapshot.resourceVersion, previous.resourceVersion) !== -1) return;
    this.#returns += 1;
    // A list of after one restore may be committed only after the next one: each counts for itself, whenever it is seen.
    const restores = this.#oracle === undefined ? undefined : this.#oracle.restores - this.#restores;
    const mayBe = cause === 'replace' && (restores === undefined || this.#returns <= restores);
    if (!mayBe) this.#findings.add('L17', `${where} goes back from ${previous.resourceVersion}`);
  }

  #checkTruth(snapshot: Snapshot<T>): void {
    try {
      this.#oracle?.checkSnapshot(snapshot);
    } catch (error) {
      if (!(error instanceof LawError)) throw error;
      this.#findings.add(error.law, error.message.slice(error.law.length + 2));
    }
  }
}

/** Whether the changes lead from one snapshot to the other, without a look at what they do not name. */
function whatIsWrong<T>({ previous, snapshot, changes }: Commit<T>): string | undefined {
  const now = new Map<string, T | undefined>();
  let size = previous.size;
  for (const { key, type, object, previous: before } of changes) {
    const held = now.has(key) ? now.get(key) : previous.get(key);
    if (held !== before) return `a change of ${key} does not begin with what was there`;
    now.set(key, type === 'delete' ? undefined : object);
    size += sizeOf(type);
  }
  if (size !== snapshot.size) return `its changes lead to ${size} objects, and the snapshot has ${snapshot.size}`;
  for (const [key, object] of now) if (snapshot.get(key) !== object) return `${key} is not what its changes lead to`;
  return undefined;
}

function sizeOf(type: Change<unknown>['type']): number {
  switch (type) {
    case 'add':
      return 1;
    case 'delete':
      return -1;
    case 'update':
    case 'sync':
      return 0;
  }
}
