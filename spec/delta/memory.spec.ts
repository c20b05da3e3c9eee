import { expect, it } from '@jest/globals';
import { DeltaFIFO } from '../../lib/delta/index.js';
import { collectGarbage } from '../support/garbage.js';
import { type Thing, thing } from '../support/things.js';

/** A queue of that many, and weak references to what is in it. */
function queueOf(count: number, fifo = new DeltaFIFO<Thing>({ emitReplaced: true })) {
  const objects = Array.from({ length: count }, (_, i) => thing(String(i), i));
  fifo.replace(objects, '1');
  return { fifo, refs: objects.map((object) => new WeakRef(object)) };
}

const alive = (refs: readonly WeakRef<object>[]) => refs.filter((ref) => ref.deref() !== undefined).length;

it('L18: keeps nothing of what was popped, but for as much as is still queued', async () => {
  const { fifo, refs } = queueOf(1000);
  for (let i = 0; i < 600; i++) fifo.pop();
  await collectGarbage();
  expect(fifo.size).toBe(400);
  expect(alive(refs)).toBeLessThanOrEqual(800);
  while (fifo.pop() !== undefined);
  await collectGarbage();
  expect(alive(refs)).toBe(0);
});

it('L18: keeps nothing of what was drained', async () => {
  const { fifo, refs } = queueOf(1000);
  fifo.drain();
  await collectGarbage();
  expect(alive(refs)).toBe(0);
});

it('L18: keeps only the newest state of what is updated again and again, when told to', async () => {
  const fifo = new DeltaFIFO<Thing>({ compress: 'latest' });
  const refs = Array.from({ length: 1000 }, (_, i) => {
    const object = thing('a', i);
    fifo.update(object);
    return new WeakRef(object);
  });
  await collectGarbage();
  expect(alive(refs)).toBe(1);
});

it('L18: takes what stays small for each of a million keys, and pops them all', () => {
  const count = 1_000_000;
  const object = thing('a', 1);
  let i = 0;
  const queue = new DeltaFIFO<Thing>({ keyOf: () => String(i) });
  const before = process.memoryUsage().heapUsed;
  for (i = 0; i < count; i++) queue.add(object);
  const perKey = (process.memoryUsage().heapUsed - before) / count;
  expect(queue.size).toBe(count);
  expect(perKey).toBeLessThan(400);
  let popped = 0;
  while (queue.pop() !== undefined) popped++;
  expect(popped).toBe(count);
});
