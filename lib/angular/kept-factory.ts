import type { Observable } from 'rxjs';
import type { InformerFactory, InformerReport, ReadyOptions } from '../informer/index.js';
import type { Resource } from '../kubernetes/index.js';
import type { Leases } from './leases.js';

/** A factory whose informers are shared with components, and not let go when the last of these is gone. */
export class KeptFactory implements InformerFactory {
  readonly status$: Observable<readonly InformerReport[]>;
  readonly #factory: InformerFactory;
  readonly #leases: Leases;

  constructor(factory: InformerFactory, leases: Leases) {
    this.#factory = factory;
    this.#leases = leases;
    this.status$ = factory.status$;
  }

  informer<K>(resource: Resource<K>, options: object = {}): never {
    const informer = this.#factory.informer(resource, options);
    this.#leases.keep(informer);
    return informer as never; // the interface says what is kept of an object
  }

  start(): void {
    this.#factory.start();
  }

  ready(options?: ReadyOptions): Promise<void> {
    return this.#factory.ready(options);
  }

  stop(): void {
    this.#factory.stop();
  }

  [Symbol.dispose](): void {
    this.stop();
  }
}
