import { Observable, type Subscriber } from 'rxjs';
import type { Change, Commit, Snapshot } from '../store/index.js';
import { firstCommit, initialAdds } from './first-commit.js';

/** What one kind of stream makes of the present, for a late subscriber, and of each commit. */
interface Part<T, I extends string, V> {
  present(snapshot: Snapshot<T, I>): Iterable<V>;
  commit(commit: Commit<T, I>): Iterable<V>;
}

/** The subscribers of one stream, each with the number of the commit that it joined at. */
class Stream<T, I extends string, V> {
  readonly #subscribers = new Map<Subscriber<V>, number>();

  constructor(readonly part: Part<T, I, V>) {}

  add(subscriber: Subscriber<V>, joined: number): void {
    this.#subscribers.set(subscriber, joined);
    subscriber.add(() => this.#subscribers.delete(subscriber));
  }

  /** Tells everybody who has not been given this commit as part of the present. Those who leave meanwhile hear nothing more. */
  publish(commit: Commit<T, I>, number: number): void {
    for (const [subscriber, joined] of this.#subscribers) {
      if (joined < number) send(subscriber, this.part.commit(commit));
    }
  }

  complete(): void {
    for (const subscriber of [...this.#subscribers.keys()]) subscriber.complete();
  }
}

function send<V>(subscriber: Subscriber<V>, values: Iterable<V>): void {
  for (const value of values) {
    if (subscriber.closed) return;
    subscriber.next(value);
  }
}

/**
 * Everybody who listens to one cache. A commit reaches all of `snapshot$`, then all of `changes$`, then all of `events$`, before
 * the next one; a late subscriber gets the present first and then just what comes after it (L5), also when it subscribes from within
 * another's callback, in the middle of a commit.
 */
export class Audience<T, I extends string> {
  readonly #snapshots: Stream<T, I, Snapshot<T, I>>;
  readonly #commits: Stream<T, I, Commit<T, I>>;
  readonly #events: Stream<T, I, Change<T>>;
  /** The number of the newest commit; 0 before the first. */
  #number = 0;
  #present: Snapshot<T, I> | undefined;
  #completed = false;
  readonly snapshot$: Observable<Snapshot<T, I>>;
  readonly changes$: Observable<Commit<T, I>>;
  readonly events$: Observable<Change<T>>;

  /** @param nothing the collection before anything is known of it */
  constructor(nothing: Snapshot<T, I>) {
    this.#snapshots = new Stream({ present: (snapshot) => [snapshot], commit: ({ snapshot }) => [snapshot] });
    this.#commits = new Stream({
      present: (snapshot) => [firstCommit(nothing, snapshot, () => initialAdds(snapshot))],
      commit: (commit) => [commit],
    });
    this.#events = new Stream({ present: initialAdds, commit: ({ changes }) => changes });
    this.snapshot$ = this.#join(this.#snapshots);
    this.changes$ = this.#join(this.#commits);
    this.events$ = this.#join(this.#events);
  }

  publish(commit: Commit<T, I>): void {
    this.#present = commit.snapshot;
    this.#number++;
    this.#snapshots.publish(commit, this.#number);
    this.#commits.publish(commit, this.#number);
    this.#events.publish(commit, this.#number);
  }

  complete(): void {
    this.#completed = true;
    this.#snapshots.complete();
    this.#commits.complete();
    this.#events.complete();
  }

  #join<V>(stream: Stream<T, I, V>): Observable<V> {
    return new Observable((subscriber) => {
      if (this.#completed) {
        subscriber.complete();
        return;
      }
      stream.add(subscriber, this.#number);
      if (this.#present !== undefined) send(subscriber, stream.part.present(this.#present));
    });
  }
}
