import { animationFrameScheduler, asyncScheduler, type SchedulerLike, type Subscription } from 'rxjs';

/** About how long a frame lasts where there are none, in milliseconds. */
const FRAME_MS = 16;

/** Something that is done with the next animation frame, however often it is asked for; where there are no frames, 16 ms later. */
export class OnceAFrame {
  readonly #work: () => void;
  readonly #scheduler: SchedulerLike | undefined;
  #waiting: Subscription | undefined;

  /** @param scheduler where there are no frames; default: RxJS's asyncScheduler */
  constructor(work: () => void, scheduler: SchedulerLike | undefined) {
    this.#work = work;
    this.#scheduler = scheduler;
  }

  soon(): void {
    if (this.#waiting !== undefined) return;
    this.#waiting = hasFrames()
      ? animationFrameScheduler.schedule(() => this.now())
      : (this.#scheduler ?? asyncScheduler).schedule(() => this.now(), FRAME_MS);
  }

  now(): void {
    this.cancel();
    this.#work();
  }

  cancel(): void {
    this.#waiting?.unsubscribe();
    this.#waiting = undefined;
  }
}

export function hasFrames(): boolean {
  return typeof globalThis.requestAnimationFrame === 'function';
}
