import { DeletedFinalStateUnknown, type Delta, DeltaFIFO, type PoppedDeltas } from '../../lib/delta/index.js';
import { KeyError, keyOf } from '../../lib/kubernetes/index.js';
import { type Observed, required } from './steps.js';
import { type TraceTombstone, type TraceValue, TransformError, type Transformer, transformerOf } from './trace.js';

export interface FIFOOptions {
  readonly knownObjects: 'none' | 'fixed' | 'maintained';
  readonly known?: readonly TraceValue[];
  readonly knownMissing?: readonly string[];
  readonly knownFailing?: readonly string[];
  readonly knownRaw?: readonly string[];
  readonly emitDeltaTypeReplaced: boolean;
  readonly transformer: Transformer;
}

interface TraceDelta {
  readonly type: string;
  readonly object?: TraceValue;
  readonly tombstone?: TraceTombstone;
}

export interface FIFOStep {
  readonly op: string;
  readonly object?: TraceValue;
  readonly tombstone?: TraceTombstone;
  readonly objects?: readonly TraceValue[];
  readonly resourceVersion?: string;
  readonly deltas?: readonly TraceDelta[];
  readonly fail?: boolean;
  readonly observe?: boolean;
  readonly id?: string;
}

type Item = TraceValue | DeletedFinalStateUnknown<TraceValue>;

/** Plays the inputs of a delta-fifo trace against our queue, and says what can be observed, in the trace's words. */
export class FIFOPlayer {
  readonly #options: FIFOOptions;
  readonly #known = new Map<string, TraceValue>();
  readonly #fifo: DeltaFIFO<TraceValue>;
  readonly #waiting: string[] = [];

  constructor(options: FIFOOptions) {
    this.#options = options;
    for (const object of options.known ?? []) this.#known.set(keyOf(object), object);
    this.#fifo = new DeltaFIFO<TraceValue>({
      emitReplaced: options.emitDeltaTypeReplaced,
      knownObjects: options.knownObjects === 'none' ? undefined : this.#knownObjects(),
      transform: transformerOf(options.transformer),
    });
  }

  play(step: FIFOStep): Observed {
    const observed = { ...this.#perform(step), ...this.#completed() };
    return { ...observed, hasSynced: this.#fifo.hasSynced, depth: this.#fifo.size };
  }

  #perform(step: FIFOStep): Observed {
    switch (step.op) {
      case 'add':
        return outcome(() => this.#fifo.add(required(step.object)));
      case 'update':
        return outcome(() => this.#fifo.update(required(step.object)));
      case 'delete':
        return outcome(() => this.#fifo.delete(itemOf(step)));
      case 'replace':
        return outcome(() => this.#fifo.replace(step.objects ?? [], step.resourceVersion ?? ''));
      case 'resync':
        return outcome(() => this.#fifo.resync());
      case 'pop':
        return this.#pop(step);
      case 'popAsync':
        this.#waiting.push(required(step.id));
        return { blocks: this.#fifo.size === 0 && !this.#fifo.closed };
      case 'close':
        this.#fifo.close();
        return {};
      case 'isClosed':
        return { result: String(this.#fifo.closed) };
      case 'hasSynced':
        return {};
      case 'keyOf':
        return keyOfStep(step);
      default:
        throw new Error(`unknown step ${step.op}`);
    }
  }

  #pop(step: FIFOStep): Observed {
    const popped = this.#fifo.pop();
    if (popped === undefined) return this.#fifo.closed ? { error: 'FIFOClosed' } : { blocks: true };
    // The callback of client-go's Pop is what happens from here on.
    const signal = step.observe === true ? { syncedSignalInCallback: this.#fifo.hasSynced } : {};
    if (step.fail === true) return { popped: shown(popped), ...signal, error: 'ConsumerError' };
    if (this.#options.knownObjects === 'maintained') this.#maintain(popped);
    return { popped: shown(popped), ...signal };
  }

  /** As an informer keeps its store. */
  #maintain({ key, deltas }: PoppedDeltas<TraceValue>): void {
    for (const { type, object } of deltas) {
      if (type === 'Deleted' || object instanceof DeletedFinalStateUnknown) this.#known.delete(key);
      else this.#known.set(keyOf(object), object);
    }
  }

  /** What a pop that waits would get now. */
  #completed(): Observed {
    const completed: unknown[] = [];
    while (this.#waiting.length > 0 && this.#fifo.size > 0) {
      const popped = this.#fifo.pop();
      if (popped !== undefined) completed.push({ id: this.#waiting.shift(), ...shown(popped) });
    }
    return completed.length === 0 ? {} : { completed };
  }

  #knownObjects() {
    const { knownMissing = [], knownFailing = [], knownRaw = [] } = this.#options;
    return {
      listKeys: () => [...this.#known.keys(), ...knownMissing, ...knownFailing, ...knownRaw].sort(),
      getByKey: (key: string): TraceValue | undefined => {
        if (knownFailing.includes(key)) throw new Error('asked to fail');
        return knownRaw.includes(key) ? 'not-an-object' : this.#known.get(key);
      },
    };
  }
}

/** The key under which a queue keeps something. */
function keyOfStep({ deltas, ...step }: FIFOStep): Observed {
  const newest = deltas === undefined ? step : deltas.at(-1);
  if (newest === undefined) return {};
  const fifo = new DeltaFIFO<TraceValue>({ knownObjects: { listKeys: () => [], getByKey: () => 'known' } });
  const { error } = outcome(() => fifo.delete(itemOf(newest)));
  return error === undefined
    ? { result: [...fifo.keys()][0] }
    : { error: error === 'KeyError' ? 'KeyFuncError' : error };
}

function itemOf({ object, tombstone }: { readonly object?: TraceValue; readonly tombstone?: TraceTombstone }): Item {
  if (tombstone === undefined) return required(object);
  return tombstone.object === null
    ? new DeletedFinalStateUnknown<TraceValue>(tombstone.key)
    : new DeletedFinalStateUnknown<TraceValue>(tombstone.key, tombstone.object);
}

function shown({ deltas, isInInitialList }: PoppedDeltas<TraceValue>): Observed {
  return { deltas: deltas.map(shownDelta), isInInitialList };
}

function shownDelta({ type, object }: Delta<TraceValue>): TraceDelta {
  if (!(object instanceof DeletedFinalStateUnknown)) return { type, object };
  return { type, tombstone: { key: object.key, object: object.object ?? null } };
}

function outcome(action: () => void): Observed {
  try {
    action();
    return {};
  } catch (error) {
    if (error instanceof KeyError) return { error: 'KeyError' };
    if (error instanceof TransformError) return { error: 'TransformError' };
    throw error;
  }
}
