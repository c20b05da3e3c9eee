import type { SchedulerLike } from 'rxjs';
import type { Informer } from '../../informer/index.js';
import { type Served, servedAs } from '../store/served.js';
import { shortfall, type Wanted } from './coverage.js';
import { RelayReader } from './relay-reader.js';
import { Relayed, type RelayedOptions } from './relayed.js';
import { Representations } from './representations.js';
import { Upstream } from './upstream.js';

/** How informers are relayed. */
export interface RelayedInformerOptions extends RelayedOptions {
  readonly scheduler: SchedulerLike;
  readonly now: () => number;
  readonly waitMs: number;
}

/**
 * What one informer holds, as collections that are each of one moment: all of it is one, or, of an informer of several namespaces, each namespace,
 * since those have a history of their own.
 */
export class RelayedInformer {
  readonly served: Served;
  readonly #informer: Informer<unknown, string>;
  readonly #options: RelayedInformerOptions;
  readonly #upstream: Upstream;
  readonly #representations: Representations;
  readonly #isParted: boolean;
  readonly #readers = new Map<string, RelayReader>();

  constructor(informer: Informer<unknown, string>, options: RelayedInformerOptions) {
    const { scheduler, now, waitMs } = options;
    this.#informer = informer;
    this.#options = options;
    this.served = servedAs(informer.resource);
    this.#upstream = new Upstream(informer, scheduler, waitMs);
    this.#representations = new Representations(this.served, now);
    const { namespace } = informer.scope;
    this.#isParted = namespace !== undefined && typeof namespace !== 'string';
  }

  /** Why it cannot answer a request; undefined: it can. */
  shortfall(wanted: Wanted): string | undefined {
    return shortfall(this.#informer.scope, this.served.resource.plural, wanted);
  }

  /** What reads the collection that has a namespace. */
  reader(namespace: string | undefined): RelayReader {
    const part = this.#isParted ? namespace : undefined;
    const known = this.#readers.get(part ?? '');
    if (known !== undefined) return known;
    const relayed = new Relayed(this.served, this.#upstream, this.#representations.object, this.#options, part);
    const reader = new RelayReader(relayed, this.#representations, this.#options.scheduler);
    this.#readers.set(part ?? '', reader);
    return reader;
  }

  stop(): void {
    for (const { relayed } of this.#readers.values()) relayed.watches.stop();
  }
}
