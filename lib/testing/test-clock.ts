import { VirtualTimeScheduler } from 'rxjs';

/**
 * Time that passes only when a test says so: a scheduler for every option `scheduler` of this project and of RxJS's operators. Nothing
 * waits for real, so that an hour of retries takes milliseconds, and two runs are the same.
 *
 * Like client-go's `clock/testing` and sinon's fake timers, but for RxJS, and nothing global is replaced.
 *
 * @example
 * const clock = new TestClock();
 * createInformer({ transport, resource: core.pods, scheduler: clock, random: () => 0.5 }).start();
 * await clock.advanceAsync(60_000);
 */
export class TestClock extends VirtualTimeScheduler {
  #offset: number;

  /** @param epoch the time at the beginning, in epoch milliseconds. Default: 0 */
  constructor(epoch = 0) {
    super();
    this.#offset = epoch;
    this.maxFrames = 0;
    this.now = () => this.#offset + this.frame;
  }

  /** How many timers wait. */
  get pending(): number {
    return this.actions.length;
  }

  /**
   * Lets time pass, in milliseconds, 0 or more: everything that falls due happens, in order, in one synchronous run. What waits in microtasks, as
   * an informer's commits do, comes after it: see `advanceAsync`.
   */
  advance(ms: number): void {
    requireForward('advance', ms);
    const until = this.frame + ms;
    this.#runUntil(until);
    this.frame = Math.max(this.frame, until);
  }

  /** Lets time pass, and after each timer everything that waits in microtasks happens, as in a program that runs. */
  async advanceAsync(ms: number): Promise<void> {
    requireForward('advanceAsync', ms);
    const until = this.frame + ms;
    await settled();
    for (let next = this.actions[0]; next !== undefined && next.delay <= until; next = this.actions[0]) {
      this.#runUntil(Math.max(next.delay, this.frame));
      await settled();
    }
    this.frame = Math.max(this.frame, until);
  }

  /**
   * All the time passes at once, as for a laptop that slept or a process that was stopped: what fell due meanwhile happens only now, late.
   * May be called from within a timer.
   */
  jump(ms: number): void {
    requireForward('jump', ms);
    this.frame += ms;
    this.#runUntil(this.frame);
  }

  /** Somebody sets the clock: `now()` leaps, forward or back, and no timer cares. */
  set(ms: number): void {
    this.#offset = ms - this.frame;
  }

  #runUntil(frame: number): void {
    this.maxFrames = frame;
    this.flush();
  }

  /** As RxJS's, but time does not go back to when a late timer was due. @throws what a timer throws; then all others are dropped */
  override flush(): void {
    const { actions } = this;
    for (let next = actions[0]; next !== undefined && next.delay <= this.maxFrames; next = actions[0]) {
      actions.shift();
      this.frame = Math.max(this.frame, next.delay);
      const error: unknown = next.execute(next.state, next.delay);
      if (error === undefined) continue;
      for (const action of actions.splice(0)) action.unsubscribe();
      throw error;
    }
  }
}

function requireForward(method: string, ms: number): void {
  if (!(ms >= 0))
    throw new RangeError(`${method}: ${ms} is no number of milliseconds, 0 or more; set() changes the clock`);
}

/** Lets everything happen that waits in microtasks, such as the commit of what just came. */
export async function settled(): Promise<void> {
  for (let i = 0; i < 10; i++) await Promise.resolve();
}
