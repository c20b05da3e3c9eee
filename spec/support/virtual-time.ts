import { VirtualTimeScheduler } from 'rxjs';

/** A scheduler whose time passes only when a test says so, in milliseconds from 0. */
export class TestClock extends VirtualTimeScheduler {
  /** Lets time pass: everything that is due happens, in order. */
  advance(ms: number): void {
    const until = this.frame + ms;
    this.maxFrames = until;
    this.schedule(() => {}, ms);
    this.flush();
  }
}

/** Lets everything happen that waits in microtasks, such as the commit of what just came. */
export async function settled(): Promise<void> {
  for (let i = 0; i < 10; i++) await Promise.resolve();
}
