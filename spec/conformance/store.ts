import { DeletedFinalStateUnknown } from '../../lib/delta/index.js';
import { KeyError, keyOf } from '../../lib/kubernetes/index.js';
import { IndexError, Indexer, type IndexFunction } from '../../lib/store/index.js';
import { type Observed, required } from './steps.js';
import { type TraceTombstone, type TraceValue, TransformError, type Transformer, transformerOf } from './trace.js';

export interface StoreOptions {
  readonly keyFunc: 'metaNamespaceKey' | 'deletionHandling';
  readonly transformer: Transformer;
  readonly indexers: readonly IndexerName[];
}

type IndexerName = 'namespace' | 'tags' | 'ownerUid' | 'dup' | 'failing';

interface Transaction {
  readonly type: 'Add' | 'Update' | 'Delete';
  readonly object: TraceValue;
}

export interface StoreStep {
  readonly op: string;
  readonly object?: TraceValue;
  readonly tombstone?: TraceTombstone;
  readonly objects?: readonly TraceValue[];
  readonly resourceVersion?: string;
  readonly transactions?: readonly Transaction[];
  readonly key?: string;
  readonly index?: string;
  readonly value?: string;
  readonly indexers?: readonly IndexerName[];
  /** The order of the result is not defined. */
  readonly unordered?: boolean;
}

/** The index functions that traces name. */
const INDEXERS: Readonly<Record<IndexerName, IndexFunction<TraceValue>>> = {
  namespace: (value) => [metadataOf(value).namespace ?? ''],
  tags: (value) => metadataOf(value).labels?.tags?.split('.') ?? [],
  ownerUid: (value) => metadataOf(value).ownerReferences?.map(({ uid }) => uid) ?? [],
  dup: (value) => appOf(value).flatMap((app) => [app, app]),
  failing: (value) => {
    if (metadataOf(value).labels?.fail === 'true') throw new Error('asked to fail');
    return appOf(value);
  },
};

/** Plays the inputs of a store trace against our indexer, and says what can be observed, in the trace's words. */
export class StorePlayer {
  readonly #indexer: Indexer<TraceValue>;
  readonly #transform: (value: TraceValue) => TraceValue;

  constructor({ indexers, transformer }: StoreOptions) {
    this.#indexer = new Indexer({ indexers: functionsOf(indexers) });
    // The store takes objects as they are: what comes from a queue is transformed there, once.
    this.#transform = transformerOf(transformer) ?? ((value) => value);
  }

  play(step: StoreStep): Observed {
    const observed = outcome(() => this.#perform(step));
    const { result } = observed;
    if (step.unordered === true && Array.isArray(result)) observed.result = result.sort();
    return { ...observed, size: this.#indexer.snapshot.size, lastResourceVersion: this.#indexer.resourceVersion };
  }

  get keys(): readonly string[] {
    return this.#indexer.listKeys();
  }

  /** The keys that are left once a tombstone is deleted; here nothing changes. */
  keysWithout({ key, object }: TraceTombstone): readonly string[] {
    const copy = new Indexer<TraceValue>();
    copy.replace(this.#indexer.list(), '');
    copy.delete(new DeletedFinalStateUnknown<TraceValue>(key, object ?? undefined));
    return copy.listKeys();
  }

  #perform(step: StoreStep): Observed {
    const indexer = this.#indexer;
    switch (step.op) {
      case 'add':
      case 'update':
      case 'delete':
        return write(() => this.#write(step, (object) => this.#prepared(object)));
      case 'replace':
        return write(() =>
          indexer.replace(
            (step.objects ?? []).map((object) => this.#prepared(object)),
            step.resourceVersion ?? '',
          ),
        );
      case 'transaction':
        return this.#transaction(step.transactions ?? []);
      case 'bookmark':
        indexer.apply({
          items: [],
          resourceVersion: step.resourceVersion ?? '',
          isInInitialList: false,
          replaced: false,
          resync: false,
        });
        return {};
      case 'addIndexers':
        indexer.addIndexers(functionsOf(step.indexers ?? []));
        return {};
      case 'resync':
        return {};
      default:
        return this.#query(step);
    }
  }

  #query({ op, object, key = '', index = '', value = '' }: StoreStep): Observed {
    const indexer = this.#indexer;
    switch (op) {
      case 'get':
        return found(indexer.get(required(object)));
      case 'getByKey':
        return found(indexer.getByKey(key));
      case 'list':
        return { result: indexer.list().map(shown) };
      case 'listKeys':
        return { result: [...indexer.listKeys()] };
      case 'index':
        return { result: indexer.index(index, required(object)).map(shown) };
      case 'byIndex':
        return { result: indexer.byIndex(index, value).map(shown) };
      case 'indexKeys':
        return { result: [...indexer.indexKeys(index, value)] };
      case 'listIndexFuncValues':
        return { result: [...indexer.listIndexFuncValues(index)] };
      case 'getIndexers':
        return { result: Object.keys(indexer.indexers) };
      default:
        throw new Error(`unknown step ${op}`);
    }
  }

  #write({ op, object, tombstone }: StoreStep, prepared: (object: TraceValue) => TraceValue): void {
    if (op === 'delete' && tombstone !== undefined) {
      this.#indexer.delete(new DeletedFinalStateUnknown<TraceValue>(tombstone.key));
    } else if (op === 'delete') {
      this.#indexer.delete(required(object));
    } else if (op === 'add') {
      this.#indexer.add(prepared(required(object)));
    } else {
      this.#indexer.update(prepared(required(object)));
    }
  }

  /** client-go's transaction is several writes, of which those without a key are left out. It does not transform. */
  #transaction(transactions: readonly Transaction[]): Observed {
    const results = transactions.map(({ type, object }) =>
      outcome(() => write(() => this.#write({ op: type.toLowerCase(), object }, (as) => as))),
    );
    const error = results.find((result) => result.error !== undefined)?.error;
    if (error === undefined) return {};
    return { error, successful: results.flatMap((result, i) => (result.error === undefined ? [i] : [])) };
  }

  /** The key is made first, as in client-go. */
  #prepared(object: TraceValue): TraceValue {
    keyOf(object);
    return this.#transform(object);
  }
}

function functionsOf(names: readonly IndexerName[]): Readonly<Record<string, IndexFunction<TraceValue>>> {
  return Object.fromEntries(names.map((name) => [name, INDEXERS[name]]));
}

function found(item: TraceValue | undefined): Observed {
  return item === undefined ? { exists: false } : { exists: true, item };
}

/** client-go panics where an index function fails on a write. */
function write(action: () => void): Observed {
  try {
    action();
    return {};
  } catch (error) {
    if (error instanceof IndexError) return { error: 'panic' };
    throw error;
  }
}

function outcome(action: () => Observed): Observed {
  try {
    return action();
  } catch (error) {
    if (error instanceof KeyError) return { error: 'KeyError' };
    if (error instanceof TransformError) return { error: 'TransformError' };
    if (error instanceof IndexError) return { error: 'IndexError' };
    if (error instanceof RangeError) return { error: 'UnknownIndex' };
    if (error instanceof TypeError) return { error: 'IndexerConflict' };
    throw error;
  }
}

function shown(value: TraceValue): string {
  return `${keyOf(value)}@${metadataOf(value).resourceVersion ?? ''}`;
}

function metadataOf(value: TraceValue) {
  if (typeof value === 'string') throw new Error('a value without metadata');
  return value.metadata;
}

function appOf(value: TraceValue): string[] {
  const app = metadataOf(value).labels?.app;
  return app === undefined ? [] : [app];
}
