import {
  animationFrameScheduler,
  asyncScheduler,
  type MonoTypeOperatorFunction,
  Observable,
  type SchedulerLike,
  Subject,
  type Subscriber,
  type Subscription,
  takeUntil,
} from 'rxjs';
import { type Commit, CommitMerge, type Snapshot } from '../store/index.js';
import { shown } from './checks.js';
import { commitsOf } from './commits-of.js';

/** The timers of JavaScript take what is longer for nothing at all. */
const LONGEST_MS = 2 ** 31 - 1;

/** About how long a frame lasts where there are none, in milliseconds. */
const FRAME_MS = 16;

/**
 * At most one commit an interval: those that come meanwhile are merged into one, which tells of each key only what is left of it, in the
 * order of the newest states (L3, L4, see `mergeCommits`); so does one that came alone, if it tells of a key more than once. For user interfaces, which need not draw faster than somebody looks.
 *
 * The first commit, which is the present, comes at once and as it is. Then, of a number of milliseconds: a commit comes at once if none came for so
 * long, or else when that time is over. `'frame'`: it comes with the next animation frame; where there are none, as in Node, 16 ms
 * later. A browser has no frames for a tab that is hidden: what waits then is still one merged commit, of the size of what changed (L18).
 *
 * When the source completes, what waits comes first. While nothing comes, no timer runs. A commit costs O(its changes).
 *
 * @param interval milliseconds, or `'frame'`
 * @param scheduler default: RxJS's asyncScheduler, or animationFrameScheduler
 * @throws TypeError when the interval is neither
 * @example
 * pods.changes$.pipe(coalesce('frame')).subscribe(({ snapshot, changes }) => draw(snapshot, changes));
 */
export function coalesce<T, I extends string, S extends Snapshot<T, I> = Snapshot<T, I>>(
  interval: number | 'frame',
  scheduler?: SchedulerLike,
): MonoTypeOperatorFunction<Commit<T, I, S>> {
  checkInterval(interval);
  return (source$) =>
    new Observable((subscriber) => {
      const merger = new Coalescer(subscriber, interval, scheduler);
      // A source that says something at once is left at once: an informer need not connect for somebody who has had enough.
      const left$ = new Subject<void>();
      subscriber.add(() => {
        merger.cancel();
        left$.next();
      });
      subscriber.add(
        commitsOf('coalesce', source$)
          .pipe(takeUntil(left$))
          .subscribe({
            next: (commit) => merger.take(commit),
            error: (error) => subscriber.error(error),
            complete: () => merger.complete(),
          }),
      );
    });
}

/** What JavaScript takes for a number, such as '5' or null, is none. */
function checkInterval(interval: unknown): void {
  if (interval === 'frame' || (typeof interval === 'number' && interval >= 0 && interval <= LONGEST_MS)) return;
  throw new TypeError(
    `coalesce: the interval is ${shown(interval)}, neither a number of milliseconds, 0 to ${LONGEST_MS} (24 days), nor 'frame'`,
  );
}

class Coalescer<T, I extends string, S extends Snapshot<T, I>> {
  readonly #subscriber: Subscriber<Commit<T, I, S>>;
  readonly #interval: number | 'frame';
  readonly #scheduler: SchedulerLike;
  readonly #ms: number;
  #merge = new CommitMerge<T, I, S>();
  #isFirst = true;
  /** An interval was begun, and is not over. */
  #waiting = false;
  #timer: Subscription | undefined;

  constructor(
    subscriber: Subscriber<Commit<T, I, S>>,
    interval: number | 'frame',
    scheduler: SchedulerLike | undefined,
  ) {
    this.#subscriber = subscriber;
    this.#interval = interval;
    this.#scheduler = scheduler ?? (interval === 'frame' && hasFrames() ? animationFrameScheduler : asyncScheduler);
    // With any delay, RxJS's scheduler of frames would wait for that, and not for the frame.
    this.#ms = interval !== 'frame' ? interval : this.#scheduler === animationFrameScheduler ? 0 : FRAME_MS;
  }

  take(commit: Commit<T, I, S>): void {
    if (this.#isFirst) {
      this.#isFirst = false;
      this.#tell(commit);
      return;
    }
    this.#merge.add(commit);
    if (this.#waiting) return;
    if (this.#interval === 'frame') this.#wait();
    else this.#tellMerged();
  }

  cancel(): void {
    this.#timer?.unsubscribe();
  }

  complete(): void {
    const { commit } = this.#merge;
    if (commit !== undefined) this.#subscriber.next(commit);
    this.#subscriber.complete();
  }

  #tellMerged(): void {
    const { commit } = this.#merge;
    if (commit === undefined) return;
    this.#merge = new CommitMerge();
    this.#tell(commit);
  }

  /** The interval begins before anybody is told, who might bring about the next commit. */
  #tell(commit: Commit<T, I, S>): void {
    if (this.#interval !== 'frame') this.#wait();
    this.#subscriber.next(commit);
  }

  #wait(): void {
    this.#waiting = true;
    this.#timer = this.#scheduler.schedule(() => {
      this.#waiting = false;
      this.#tellMerged();
    }, this.#ms);
  }
}

function hasFrames(): boolean {
  return typeof globalThis.requestAnimationFrame === 'function';
}
