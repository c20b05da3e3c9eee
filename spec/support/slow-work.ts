import type { Change } from '../../lib/store/index.js';
import { type Pod, told } from './informer-bench.js';
import { settled } from './virtual-time.js';

/** Work that lasts until a test says that it is done. */
export class SlowWork {
  /** What was begun, in order. */
  readonly begun: string[] = [];
  readonly #running = new Map<string, { resolve(): void; reject(error: unknown): void }>();

  readonly work = (event: Change<Pod>): Promise<void> =>
    new Promise((resolve, reject) => {
      this.begun.push(told(event));
      if (this.#running.has(event.key)) throw new Error(`two at once for ${event.key}`);
      this.#running.set(event.key, { resolve, reject });
    });

  /** The names of the pods that are being worked on. */
  get running(): readonly string[] {
    return [...this.#running.keys()].map((key) => key.replace('shop/', ''));
  }

  /** The work on a pod is done, or fails. */
  async finish(name: string, error?: unknown): Promise<void> {
    const running = this.#running.get(`shop/${name}`);
    if (running === undefined) throw new Error(`nothing is being done for ${name}`);
    this.#running.delete(`shop/${name}`);
    if (error === undefined) running.resolve();
    else running.reject(error);
    await settled();
  }

  async finishAll(): Promise<void> {
    while (this.running.length > 0) for (const name of this.running) await this.finish(name);
  }
}
