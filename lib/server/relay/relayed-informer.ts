import type { Informer, InformerScope } from '../../informer/index.js';
import type { Form } from '../http/negotiation.js';
import { type Served, servedAs } from '../store/served.js';
import { type Shortfall, shortfall, type Wanted } from './coverage.js';
import type { FieldSetLimits } from './kept-field-sets.js';
import { RelayReader } from './relay-reader.js';
import { Relayed } from './relayed.js';
import type { RelayedOptions } from './relayed-options.js';
import { Representations } from './representations.js';
import { Upstream, type UpstreamOptions } from './upstream.js';

/** How informers are relayed. */
export interface RelayedInformerOptions extends RelayedOptions, UpstreamOptions, FieldSetLimits {
  readonly now: () => number;
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
    this.#informer = informer;
    this.#options = options;
    this.served = servedAs(informer.resource);
    this.#upstream = new Upstream(informer, options);
    this.#representations = new Representations(this.served, informer.scope, options.now, options);
    const { namespace } = informer.scope;
    this.#isParted = namespace !== undefined && typeof namespace !== 'string';
  }

  get scope(): InformerScope {
    return this.#informer.scope;
  }

  /** In which it shows objects. */
  get forms(): readonly Form[] {
    return this.#representations.forms;
  }

  /** Why it cannot answer a request; undefined: it can. */
  shortfall(wanted: Wanted): Shortfall | undefined {
    return shortfall(this.#informer.scope, this.served.resource, wanted);
  }

  /** What reads the collection that has a namespace. */
  reader(namespace: string | undefined): RelayReader {
    const part = this.#isParted ? namespace : undefined;
    const known = this.#readers.get(part ?? '');
    if (known !== undefined) return known;
    const relayed = new Relayed(this.served, this.#upstream, this.#representations.base, this.#options, part);
    const reader = new RelayReader(relayed, this.#informer.scope, this.#representations, this.#options.scheduler);
    this.#readers.set(part ?? '', reader);
    return reader;
  }

  stop(): void {
    for (const { relayed } of this.#readers.values()) relayed.watches.stop();
    this.#representations.stop();
    this.#upstream.stop();
  }
}
