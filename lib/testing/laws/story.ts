import type { Observer } from 'rxjs';
import { metadataOf } from '../../kubernetes/index.js';
import type { Change, Snapshot } from '../../store/index.js';
import { Findings } from './findings.js';
import type { LawError } from './law-error.js';

/**
 * One subscriber of `events$`, who believes what it is told and notes what cannot be:
 *
 * - L3: an add of what it holds, an update or delete of what it does not, or of another state than the one it holds
 * - L5: the initial adds do not come first
 * - L13: an update to the version that it holds
 * - L14: an update to another uid
 *
 * @example
 * const story = new Story<Pod>();
 * pods.events$.subscribe(story);
 * // later
 * story.check(pods.snapshot);
 */
export class Story<T> implements Observer<Change<T>> {
  readonly #held = new Map<string, T>();
  readonly #findings = new Findings();
  /** Whether anything came that was not there at the beginning. */
  #goesOn = false;
  #told = 0;

  /** What the events add up to. */
  get objects(): ReadonlyMap<string, T> {
    return this.#held;
  }

  /** How many events there were. */
  get told(): number {
    return this.#told;
  }

  /** What was wrong so far, oldest first. */
  get errors(): readonly LawError[] {
    return this.#findings.errors;
  }

  readonly next = (change: Change<T>): void => {
    this.#told += 1;
    const held = this.#held.get(change.key);
    switch (change.type) {
      case 'add':
        this.#add(change, held);
        break;
      case 'update':
        this.#update(change, held);
        break;
      case 'sync':
        if (held !== change.object) this.#findings.add('L3', `a sync of ${change.key}, which is not what was told`);
        break;
      case 'delete':
        if (held === undefined) this.#findings.add('L3', `a delete of ${change.key}, which was not there`);
        else if (held !== change.previous)
          this.#findings.add('L3', `a delete of ${change.key} whose previous is not what was told`);
        this.#held.delete(change.key);
        break;
    }
    if (change.type !== 'add' || !change.isInInitialList) this.#goesOn = true;
  };

  readonly error = (error: unknown): void => this.#findings.add('L10', `the stream ended with an error: ${error}`);

  readonly complete = (): void => {};

  /**
   * L5, and all that was noted: the events add up to this snapshot, to the same objects.
   *
   * @param snapshot that of the informer, now. Absent: only what was noted counts
   * @throws LawError the first thing that was wrong
   */
  check(snapshot?: Snapshot<T>): void {
    this.#findings.check();
    if (snapshot === undefined) return;
    const wrong = this.#differenceFrom(snapshot);
    if (wrong !== undefined) this.#findings.add('L5', `events and snapshot at ${snapshot.resourceVersion}: ${wrong}`);
    this.#findings.check();
  }

  #add({ key, object, isInInitialList }: Change<T>, held: T | undefined): void {
    if (held !== undefined) this.#findings.add('L3', `an add of ${key}, which was there`);
    if (isInInitialList && this.#goesOn)
      this.#findings.add('L5', `an initial add of ${key} after what came later than the initial list`);
    this.#held.set(key, object);
  }

  #update({ key, object, previous }: Change<T>, held: T | undefined): void {
    const [before, after] = [metadataOf(previous), metadataOf(object)];
    if (held === undefined) this.#findings.add('L3', `an update of ${key}, which was not there`);
    else if (held !== previous) this.#findings.add('L3', `an update of ${key} whose previous is not what was told`);
    if (before?.uid !== after?.uid) this.#findings.add('L14', `an update of ${key} to another uid`);
    else if (before?.resourceVersion === after?.resourceVersion)
      this.#findings.add('L13', `an update of ${key} to the version that it has, ${after?.resourceVersion}`);
    this.#held.set(key, object);
  }

  #differenceFrom(snapshot: Snapshot<T>): string | undefined {
    for (const [key, object] of snapshot) {
      const held = this.#held.get(key);
      if (held !== object) return held === undefined ? `${key} was never told` : `${key} was told as another object`;
    }
    if (this.#held.size === snapshot.size) return undefined;
    const more = [...this.#held.keys()].find((key) => !snapshot.has(key));
    return `${more} was told and is not there`;
  }
}
