import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  DeletedFinalStateUnknown,
  type Delta,
  type DeltaBatch,
  DeltaFIFO,
  type DeltaType,
} from '../../lib/delta/index.js';
import { runs } from '../support/runs.js';
import { expectSame } from '../support/same.js';
import { type Thing, thing } from '../support/things.js';

/** The queue as one would write it without a thought for speed. */
class PlainFIFO {
  queue: {
    key: string;
    deltas: { type: DeltaType; object: Thing | DeletedFinalStateUnknown<Thing>; sequence: number }[];
  }[] = [];
  #sequence = 0;
  #populated = false;
  #initial = 0;
  #said = { resourceVersion: '', isInInitialList: false, replaced: false, resync: false };
  readonly #known: ReadonlyMap<string, Thing> | undefined;
  readonly #listed: DeltaType;

  constructor(known: ReadonlyMap<string, Thing> | undefined, emitReplaced: boolean) {
    this.#known = known;
    this.#listed = emitReplaced ? 'Replaced' : 'Sync';
  }

  get hasSynced() {
    return this.#populated && this.#initial === 0;
  }

  put(type: DeltaType, key: string, object: Thing | DeletedFinalStateUnknown<Thing>) {
    this.#append(type, key, object, ++this.#sequence);
  }

  add(type: DeltaType, object: Thing) {
    this.#populated = true;
    if (isRefused(object)) return false;
    this.put(type, keyOf(object), object);
    this.bookmark(object.metadata.resourceVersion);
    return true;
  }

  /** Versions here are small numbers. */
  bookmark(version: string | undefined) {
    if (Number(version) > Number(this.#said.resourceVersion)) this.#said.resourceVersion = version ?? '';
  }

  delete(key: string, object: Thing | DeletedFinalStateUnknown<Thing>) {
    this.#populated = true;
    const isThere = this.#find(key) !== undefined || this.#known?.has(key);
    if (isThere) this.put('Deleted', key, object);
    if (!(object instanceof DeletedFinalStateUnknown)) this.bookmark(object.metadata.resourceVersion);
  }

  replace(all: readonly Thing[], version: string) {
    const objects = all.filter((object) => !isRefused(object));
    const listed = new Set(objects.map(keyOf));
    const spared = new Set(all.filter(isRefused).map(keyOf));
    const isGone = (key: string) => !listed.has(key) && !spared.has(key);
    const gone: { key: string; object: Thing | undefined }[] = [];
    for (const { key, deltas } of this.queue) if (isGone(key)) gone.push({ key, object: inner(deltas.at(-1)?.object) });
    for (const [key, object] of this.#known ?? []) {
      if (isGone(key) && this.#find(key) === undefined) gone.push({ key, object });
    }
    // In the order of history: deletions, then objects. In the queue: objects, then deletions.
    const first = this.#sequence;
    this.#sequence += gone.length;
    for (const object of objects) this.put(this.#listed, keyOf(object), object);
    for (const [i, { key, object }] of gone.entries()) {
      this.#append('Deleted', key, tombstone(key, object), first + i + 1);
    }
    if (!this.#populated) {
      this.#initial = listed.size + gone.length;
      this.#said.isInInitialList = true;
    }
    this.#populated = true;
    this.#said.replaced = true;
    this.#said.resourceVersion = version;
  }

  resync() {
    if (this.#known === undefined) return;
    this.#said.resync = true;
    for (const [key, object] of this.#known ?? []) if (this.#find(key) === undefined) this.put('Sync', key, object);
  }

  pop() {
    const isInInitialList = !this.hasSynced;
    const first = this.queue.shift();
    if (first !== undefined && this.#initial > 0) this.#initial--;
    return first === undefined ? undefined : { ...first, isInInitialList };
  }

  drain() {
    const batch = { items: this.queue, ...this.#said };
    this.queue = [];
    this.#initial = 0;
    this.#said = { resourceVersion: '', isInInitialList: false, replaced: false, resync: false };
    return batch;
  }

  #find(key: string) {
    return this.queue.find((queued) => queued.key === key);
  }

  #append(type: DeltaType, key: string, object: Thing | DeletedFinalStateUnknown<Thing>, sequence: number) {
    const queued = this.#find(key);
    const delta = { type, object, sequence };
    if (queued === undefined) {
      this.queue.push({ key, deltas: [delta] });
      return;
    }
    const last = queued.deltas.at(-1);
    if (type !== 'Deleted' || last?.type !== 'Deleted') queued.deltas.push(delta);
    else if (last.object instanceof DeletedFinalStateUnknown)
      queued.deltas.splice(-1, 1, { ...delta, sequence: last.sequence });
  }
}

/** What the transform does not take. */
const isRefused = ({ tags }: Thing) => tags?.includes('bad') ?? false;

const keyOf = ({ metadata }: Thing) => `n/${metadata.name}`;

function inner(object: Thing | DeletedFinalStateUnknown<Thing> | undefined): Thing | undefined {
  return object instanceof DeletedFinalStateUnknown ? object.object : object;
}

function tombstone(key: string, object: Thing | undefined): DeletedFinalStateUnknown<Thing> {
  return object === undefined ? new DeletedFinalStateUnknown(key) : new DeletedFinalStateUnknown(key, object);
}

/** Sequence numbers may have gaps: only their order counts. */
function ranked(items: readonly { key: string; deltas: readonly Delta<Thing>[] }[]) {
  const numbers = items.flatMap(({ deltas }) => deltas.map(({ sequence }) => sequence)).sort((a, b) => a - b);
  return items.map(({ key, deltas }) => ({
    key,
    deltas: deltas.map((delta) => ({ ...delta, sequence: numbers.indexOf(delta.sequence) })),
  }));
}

const rankedBatch = (batch: DeltaBatch<Thing>) => ({ ...batch, items: ranked(batch.items) });

const name = fc.constantFrom('a', 'b', 'c', 'd');
const bad = fc.constantFrom(false, false, false, true);
const command = fc.oneof(
  fc.record({ op: fc.constantFrom('add', 'update', 'delete', 'bury'), name, bad }),
  fc.record({
    op: fc.constant('replace'),
    names: fc.array(name, { maxLength: 5 }),
    refused: fc.subarray(['a', 'b', 'c', 'd'], { maxLength: 1 }),
  }),
  fc.record({
    op: fc.constantFrom('resync', 'pop', 'drain', 'know', 'forget', 'bookmark', 'late bookmark', 'close'),
    name,
    bad: fc.constant(false),
  }),
);

it('DeltaFIFO is the plain queue, whatever happens to it', () => {
  fc.assert(
    fc.property(
      fc.array(command, { maxLength: 40 }),
      fc.boolean(),
      fc.boolean(),
      (commands, emitReplaced, hasKnown) => {
        const known = new Map<string, Thing>();
        const knownObjects = { listKeys: () => known.keys(), getByKey: (key: string) => known.get(key) };
        const transform = (object: Thing) => {
          if (isRefused(object)) throw new Error('refused');
          return object;
        };
        const fifo = new DeltaFIFO<Thing>({
          emitReplaced,
          transform,
          knownObjects: hasKnown ? knownObjects : undefined,
        });
        const model = new PlainFIFO(hasKnown ? known : undefined, emitReplaced);
        let version = 0;
        for (const step of commands) {
          version++;
          if ('names' in step) {
            const { names, refused } = step;
            const objects = names.map((each) => thing(each, version, refused.includes(each) ? { tags: ['bad'] } : {}));
            const told: Thing[] = [];
            fifo.replace(objects, String(version), (_error, object) => told.push(object));
            model.replace(objects, String(version));
            expectSame(told, objects.filter(isRefused));
          } else {
            perform(step.op, thing(step.name, version, step.bad ? { tags: ['bad'] } : {}), fifo, model, known);
          }
          expectSame(
            [...fifo.keys()],
            model.queue.map(({ key }) => key),
          );
          expectSame(fifo.size, model.queue.length);
          expectSame(fifo.hasSynced, model.hasSynced);
        }
        expectSame(rankedBatch(fifo.drain()), rankedBatch(model.drain()));
      },
    ),
    runs,
  );
});

function perform(op: string, object: Thing, fifo: DeltaFIFO<Thing>, model: PlainFIFO, known: Map<string, Thing>): void {
  const key = keyOf(object);
  switch (op) {
    case 'add':
      if (model.add('Added', object)) fifo.add(object);
      else expect(() => fifo.add(object)).toThrow('refused');
      break;
    case 'update':
      if (model.add('Updated', object)) fifo.update(object);
      else expect(() => fifo.update(object)).toThrow('refused');
      break;
    case 'delete':
      // A deletion is transformed too, and one that cannot be is not queued.
      if (isRefused(object)) return;
      fifo.delete(object);
      model.delete(key, object);
      break;
    case 'bookmark':
    case 'late bookmark': {
      const at = op === 'bookmark' ? object.metadata.resourceVersion : '1';
      fifo.bookmark(at ?? '');
      model.bookmark(at);
      break;
    }
    case 'close':
      fifo.close();
      expect(fifo.closed).toBe(true);
      break;
    case 'bury':
      fifo.delete(new DeletedFinalStateUnknown(key, object));
      model.delete(key, new DeletedFinalStateUnknown(key, object));
      break;
    case 'resync':
      fifo.resync();
      model.resync();
      break;
    case 'pop': {
      const popped = fifo.pop();
      const expected = model.pop();
      expect(popped && { ...popped, deltas: popped.deltas.length }).toEqual(
        expected && { ...expected, deltas: expected.deltas.length },
      );
      if (popped && expected) expect(ranked([popped])).toEqual(ranked([expected]));
      break;
    }
    case 'drain':
      expectSame(rankedBatch(fifo.drain()), rankedBatch(model.drain()));
      break;
    case 'know':
      known.set(key, object);
      break;
    case 'forget':
      known.delete(key);
      break;
  }
}
