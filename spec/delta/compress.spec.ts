import { describe, expect, it } from '@jest/globals';
import { DeltaFIFO } from '../../lib/delta/index.js';
import { type Thing, thing } from '../support/things.js';
import { bySequence, knowing, shown } from './shown.js';

describe('compress: latest', () => {
  const latest = () =>
    new DeltaFIFO<Thing>({ compress: 'latest', emitReplaced: true, knownObjects: knowing(thing('k', 1)) });
  const only = (fifo: DeltaFIFO<Thing>) => fifo.drain().items.map(({ deltas }) => deltas.map(shown));

  it('L18: keeps one entry for a key that is updated again and again, at its newest place', () => {
    const fifo = latest();
    fifo.add(thing('a', 1));
    fifo.add(thing('b', 2));
    for (let version = 3; version < 1000; version++) fifo.update(thing('a', version));
    const batch = fifo.drain();
    expect(batch.items.map(({ deltas }) => deltas.length)).toEqual([1, 1]);
    expect(bySequence(batch)).toEqual(['Added(b@2)', 'Added(a@999)']);
  });

  it.each<[string, (fifo: DeltaFIFO<Thing>) => void, string[]]>([
    [
      'an add and updates are an add',
      (f) => {
        f.add(thing('a', 1));
        f.update(thing('a', 2));
        f.update(thing('a', 3));
      },
      ['Added(a@3)'],
    ],
    [
      'updates are an update',
      (f) => {
        f.update(thing('a', 1));
        f.update(thing('a', 2));
      },
      ['Updated(a@2)'],
    ],
    [
      'an update and an add stay an update',
      (f) => {
        f.update(thing('a', 1));
        f.add(thing('a', 2));
      },
      ['Updated(a@2)'],
    ],
    [
      'a listed object and an update are a listed object',
      (f) => {
        f.replace([thing('a', 1)], '1');
        f.update(thing('a', 2));
      },
      ['Replaced(a@2)'],
    ],
    [
      'L4: an update and a listed object are a listed object, in its place in the list',
      (f) => {
        f.update(thing('a', 1));
        f.replace([thing('a', 2), thing('k', 1)], '2');
      },
      ['Replaced(a@2)'],
    ],
    [
      'a deletion stays between',
      (f) => {
        f.add(thing('a', 1));
        f.update(thing('a', 2));
        f.delete(thing('a', 3));
        f.add(thing('a', 4));
        f.update(thing('a', 5));
      },
      ['Added(a@2)', 'Deleted(a@3)', 'Added(a@5)'],
    ],
    [
      'deletions are merged as in client-go',
      (f) => {
        f.add(thing('a', 1));
        f.delete(thing('a', 2));
        f.delete(thing('a', 3));
      },
      ['Added(a@1)', 'Deleted(a@2)'],
    ],
  ])('%s', (_what, act, expected) => {
    const fifo = latest();
    act(fifo);
    expect(only(fifo)[0]).toEqual(expected);
  });

  it('a resync that is overtaken by an update is that update', () => {
    const fifo = latest();
    fifo.resync();
    fifo.update(thing('k', 2));
    expect(only(fifo)).toEqual([['Updated(k@2)']]);
  });
});
