import type { Subscription } from 'rxjs';
import { type Commit, CommitMerge } from '../store/index.js';
import { Inlet } from './inlet.js';
import { MappedView } from './mapped-view.js';
import type { Partners } from './partners.js';
import { isOneMoment, type Origin, originsOf, type ViewCommit } from './view-snapshot.js';

/** Two sides, of which each commit, or each pair of commits that one change brought about, makes one. */
export class Join<T, U, R> {
  readonly #partners: Partners<T, U, R>;
  readonly #view: MappedView<T, R>;
  readonly #whenDone: () => Subscription;
  readonly #inlet = new Inlet<U>();
  /** Until the view has begun, the newest; its changes are of no concern, and perhaps not made yet. */
  #first: Commit<T> | undefined;
  #waiting = new CommitMerge<T, string>();
  #origins: readonly Origin[] | undefined;
  #otherOrigins: readonly Origin[] | undefined;
  /** The other objects that changed; undefined: any may have. */
  #names: Set<string> | undefined = new Set();
  #hasWaiting = false;
  #begun = false;
  #deadline: Subscription | undefined;

  /** @param whenDone has `settle` called when the synchronous work is done */
  constructor(partners: Partners<T, U, R>, whenDone: () => Subscription) {
    this.#partners = partners;
    this.#view = new MappedView(partners);
    this.#whenDone = whenDone;
  }

  take(commit: Commit<T>): ViewCommit<R> | undefined {
    this.#origins = originsOf(commit);
    if (this.#begun) this.#waiting.add(commit);
    else this.#first = commit;
    return this.#settleIfOneMoment();
  }

  takeOther(commit: Commit<U>): ViewCommit<R> | undefined {
    this.#otherOrigins = originsOf(commit);
    const { source, steps } = this.#inlet.take(commit);
    this.#partners.others = source;
    if (steps === undefined) this.#names = undefined;
    else for (const { change } of steps) this.#names?.add(change.key);
    return this.#settleIfOneMoment();
  }

  /** Shows what there is, of one moment or not. Nothing, if nothing waits. */
  settle(): ViewCommit<R> | undefined {
    this.cancel();
    if (!this.#hasWaiting || this.#origins === undefined || this.#otherOrigins === undefined) return undefined;
    const origins = [...this.#origins, ...this.#otherOrigins];
    const names = this.#names;
    const commit = this.#first ?? this.#waiting.commit;
    this.#first = undefined;
    this.#waiting = new CommitMerge();
    this.#names = new Set();
    this.#hasWaiting = false;
    this.#begun = true;
    return commit === undefined ? this.#remap(names, origins) : this.#take(commit, names, origins);
  }

  cancel(): void {
    this.#deadline?.unsubscribe();
    this.#deadline = undefined;
  }

  #settleIfOneMoment(): ViewCommit<R> | undefined {
    this.#hasWaiting = true;
    if (this.#origins === undefined || this.#otherOrigins === undefined) return undefined;
    if (isOneMoment(this.#origins, this.#otherOrigins)) return this.settle();
    this.#deadline ??= this.#whenDone();
    return undefined;
  }

  #take(commit: Commit<T>, names: Set<string> | undefined, origins: readonly Origin[]): ViewCommit<R> {
    return this.#view.take(commit, origins, this.#partners.keysOf(names ?? this.#partners.names()));
  }

  #remap(names: Set<string> | undefined, origins: readonly Origin[]): ViewCommit<R> | undefined {
    return this.#view.remapKeys(this.#partners.keysOf(names ?? this.#partners.names()), { origins, cause: 'watch' });
  }
}
