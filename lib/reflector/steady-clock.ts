import type { SchedulerAction, SchedulerLike, Subscription } from 'rxjs';

/**
 * Time that does not go back. Somebody may set the time of day back, a machine after its sleep or NTP, and whoever compares times would
 * then wait for hours, or take a connection that is dead for one that just spoke.
 */
export class SteadyClock implements SchedulerLike {
  readonly #scheduler: SchedulerLike;
  #last: number;
  /** By how much the time of day was set back, all in all. */
  #ahead = 0;

  constructor(scheduler: SchedulerLike) {
    this.#scheduler = scheduler;
    this.#last = scheduler.now();
  }

  now(): number {
    const now = this.#scheduler.now() + this.#ahead;
    if (now < this.#last) this.#ahead += this.#last - now;
    this.#last = Math.max(this.#last, now);
    return this.#last;
  }

  /** What clocks on walls say, for people. @param time one of this clock */
  timeOfDay(time: number): number {
    return time - this.#ahead;
  }

  /** The other way round. @param timeOfDay what a clock on a wall said */
  timeAt(timeOfDay: number): number {
    return timeOfDay + this.#ahead;
  }

  schedule<T>(work: (this: SchedulerAction<T>, state: T) => void, delay: number, state: T): Subscription;
  schedule<T>(work: (this: SchedulerAction<T>, state?: T) => void, delay?: number, state?: T): Subscription;
  schedule<T>(work: (this: SchedulerAction<T>, state: T) => void, delay: number, state: T): Subscription {
    return this.#scheduler.schedule(work, delay, state);
  }
}
