import type { Informer, InformerFactory } from '../informer/index.js';
import type { Request } from './options.js';

export type AnyInformer = Informer<unknown, string>;

/** An informer that somebody looks at, until it is released. */
export interface Lease {
  readonly informer: AnyInformer;
  /** To be called once, when nothing is subscribed any more. */
  release(): void;
}

/**
 * Who looks at which informer of a factory. Those that nobody looks at any more are kept, with their caches, as long as they are among the
 * few that were left last: so coming back shows what was there, and memory is bounded whatever is picked in the course of a day (L18).
 */
export class Leases {
  readonly #factory: InformerFactory;
  readonly #remember: number;
  readonly #users = new Map<AnyInformer, number>();
  /** Those without a user; who was asked for or left last is at the end. */
  readonly #unused = new Set<AnyInformer>();

  constructor(factory: InformerFactory, remember: number) {
    this.#factory = factory;
    this.#remember = remember;
  }

  /** The informer for a request, which may be stopped before it is taken. @throws TypeError when an option is malformed */
  ask({ resource, options }: Request): AnyInformer {
    const informer = this.#factory.informer(resource, options);
    if (!this.#users.has(informer)) this.#leave(informer);
    return informer;
  }

  take(request: Request): Lease {
    const informer = this.ask(request);
    this.#unused.delete(informer);
    this.#users.set(informer, (this.#users.get(informer) ?? 0) + 1);
    return { informer, release: () => this.#release(informer) };
  }

  /** Somebody has it for good. */
  keep(informer: AnyInformer): void {
    this.#unused.delete(informer);
    this.#users.set(informer, Number.POSITIVE_INFINITY);
  }

  #release(informer: AnyInformer): void {
    const others = (this.#users.get(informer) ?? 1) - 1;
    if (others > 0) {
      this.#users.set(informer, others);
      return;
    }
    this.#users.delete(informer);
    this.#leave(informer);
    for (const left of this.#unused) {
      if (this.#unused.size <= this.#remember) return;
      this.#unused.delete(left);
      left.stop();
    }
  }

  #leave(informer: AnyInformer): void {
    this.#unused.delete(informer);
    this.#unused.add(informer);
  }
}
