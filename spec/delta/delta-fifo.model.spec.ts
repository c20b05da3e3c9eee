import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DeletedFinalStateUnknown, type Delta, DeltaFIFO, type DeltaType } from '../../lib/delta/index.js';
import { runs } from '../support/runs.js';
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
    this.put(type, keyOf(object), object);
  }

  delete(key: string, object: Thing | DeletedFinalStateUnknown<Thing>) {
    this.#populated = true;
    if (this.#find(key) !== undefined || this.#known?.has(key)) this.put('Deleted', key, object);
  }

  replace(objects: readonly Thing[]) {
    const listed = new Set(objects.map(keyOf));
    const gone: { key: string; object: Thing | undefined }[] = [];
    for (const { key, deltas } of this.queue)
      if (!listed.has(key)) gone.push({ key, object: inner(deltas.at(-1)?.object) });
    for (const [key, object] of this.#known ?? []) {
      if (!listed.has(key) && this.#find(key) === undefined) gone.push({ key, object });
    }
    // In the order of history: deletions, then objects. In the queue: objects, then deletions.
    const first = this.#sequence;
    this.#sequence += gone.length;
    for (const object of objects) this.put(this.#listed, keyOf(object), object);
    for (const [i, { key, object }] of gone.entries()) {
      this.#append('Deleted', key, tombstone(key, object), first + i + 1);
    }
    if (!this.#populated) this.#initial = listed.size + gone.length;
    this.#populated = true;
  }

  resync() {
    for (const [key, object] of this.#known ?? []) if (this.#find(key) === undefined) this.put('Sync', key, object);
  }

  pop() {
    const isInInitialList = !this.hasSynced;
    const first = this.queue.shift();
    if (first !== undefined && this.#initial > 0) this.#initial--;
    return first === undefined ? undefined : { ...first, isInInitialList };
  }

  drain() {
    const all = this.queue;
    this.queue = [];
    this.#initial = 0;
    return all;
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

const name = fc.constantFrom('a', 'b', 'c', 'd');
const command = fc.oneof(
  fc.record({ op: fc.constantFrom('add', 'update', 'delete', 'bury'), name }),
  fc.record({ op: fc.constant('replace'), names: fc.array(name, { maxLength: 5 }) }),
  fc.record({ op: fc.constantFrom('resync', 'pop', 'drain', 'know', 'forget'), name }),
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
        const fifo = new DeltaFIFO<Thing>({ emitReplaced, knownObjects: hasKnown ? knownObjects : undefined });
        const model = new PlainFIFO(hasKnown ? known : undefined, emitReplaced);
        let version = 0;
        for (const step of commands) {
          version++;
          if ('names' in step) {
            const objects = step.names.map((each) => thing(each, version));
            fifo.replace(objects, String(version));
            model.replace(objects);
          } else {
            perform(step.op, thing(step.name, version), fifo, model, known);
          }
          expect([...fifo.keys()]).toEqual(model.queue.map(({ key }) => key));
          expect(fifo.size).toBe(model.queue.length);
          expect(fifo.hasSynced).toBe(model.hasSynced);
        }
        expect(ranked(fifo.drain().items)).toEqual(ranked(model.drain()));
      },
    ),
    runs,
  );
});

function perform(op: string, object: Thing, fifo: DeltaFIFO<Thing>, model: PlainFIFO, known: Map<string, Thing>): void {
  const key = keyOf(object);
  switch (op) {
    case 'add':
      fifo.add(object);
      model.add('Added', object);
      break;
    case 'update':
      fifo.update(object);
      model.add('Updated', object);
      break;
    case 'delete':
      fifo.delete(object);
      model.delete(key, object);
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
      expect(ranked(fifo.drain().items)).toEqual(ranked(model.drain()));
      break;
    case 'know':
      known.set(key, object);
      break;
    case 'forget':
      known.delete(key);
      break;
  }
}
