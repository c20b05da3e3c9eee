import type { SchedulerLike, Subscription } from 'rxjs';

/** One that can be cut off. */
export interface Cuttable {
  cut(): void;
}

/** Those who do not read, each with the time at which it is cut off. One timer is enough: all have the same patience. */
export class SlowClients {
  readonly #scheduler: SchedulerLike;
  readonly #patienceMs: number;
  /** By when they are cut off, the first one first. */
  readonly #deadlines = new Map<Cuttable, number>();
  #timer: Subscription | undefined;

  constructor(scheduler: SchedulerLike, patienceMs: number) {
    this.#scheduler = scheduler;
    this.#patienceMs = patienceMs;
  }

  /** From now on it does not read. */
  add(client: Cuttable): void {
    if (this.#deadlines.has(client)) return;
    this.#deadlines.set(client, this.#scheduler.now() + this.#patienceMs);
    if (this.#timer === undefined) this.#wait();
  }

  /** It reads again, or is gone. */
  delete(client: Cuttable): void {
    this.#deadlines.delete(client);
    if (this.#deadlines.size > 0) return;
    this.#timer?.unsubscribe();
    this.#timer = undefined;
  }

  #wait(): void {
    this.#timer = undefined;
    const [first] = this.#deadlines.values();
    if (first === undefined) return;
    const wait = Math.max(0, first - this.#scheduler.now());
    this.#timer = this.#scheduler.schedule(() => this.#cut(), wait);
  }

  #cut(): void {
    const now = this.#scheduler.now();
    for (const [client, deadline] of [...this.#deadlines]) {
      if (deadline > now) break;
      this.#deadlines.delete(client);
      client.cut();
    }
    this.#wait();
  }
}
