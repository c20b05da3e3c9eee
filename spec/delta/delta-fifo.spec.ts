import { describe, expect, it, jest } from '@jest/globals';
import { DeletedFinalStateUnknown, DeltaFIFO } from '../../lib/delta/index.js';
import { KeyError } from '../../lib/kubernetes/index.js';
import { keyless, type Thing, thing } from '../support/things.js';
import { bySequence, knowing, shown } from './shown.js';

/** What pop() does is held to client-go's own traces in spec/conformance. Here is what is ours. */

describe('drain', () => {
  it('takes everything at once, keys in queue order, and leaves the queue empty', () => {
    const fifo = new DeltaFIFO<Thing>();
    fifo.add(thing('b', 1));
    fifo.add(thing('a', 2));
    fifo.update(thing('b', 3));
    const batch = fifo.drain();
    expect(batch.items.map(({ key, deltas }) => [key, deltas.map(shown)])).toEqual([
      ['n/b', ['Added(b@1)', 'Updated(b@3)']],
      ['n/a', ['Added(a@2)']],
    ]);
    expect(fifo.size).toBe(0);
    expect([...fifo.keys()]).toEqual([]);
    expect(fifo.pop()).toBeUndefined();
    expect(fifo.drain()).toEqual({
      items: [],
      resourceVersion: '',
      isInInitialList: false,
      replaced: false,
      resync: false,
    });
  });

  it('takes what pops left', () => {
    const fifo = new DeltaFIFO<Thing>();
    for (const name of ['a', 'b', 'c', 'd', 'e']) fifo.add(thing(name, 1));
    expect(fifo.pop()?.key).toBe('n/a');
    expect(fifo.drain().items.map(({ key }) => key)).toEqual(['n/b', 'n/c', 'n/d', 'n/e']);
  });

  it('never changes what it gave', () => {
    const fifo = new DeltaFIFO<Thing>();
    fifo.add(thing('a', 1));
    const queued = fifo.get('n/a');
    const { items } = fifo.drain();
    fifo.update(thing('a', 2));
    fifo.update(thing('b', 3));
    expect(queued?.map(shown)).toEqual(['Added(a@1)']);
    expect(items.flatMap(({ deltas }) => deltas.map(shown))).toEqual(['Added(a@1)']);
  });

  it('never changes what get() gave', () => {
    const fifo = new DeltaFIFO<Thing>({ compress: 'latest' });
    fifo.add(thing('a', 1));
    const queued = fifo.get('n/a');
    fifo.update(thing('a', 2));
    fifo.delete(thing('a', 3));
    expect(queued?.map(shown)).toEqual(['Added(a@1)']);
  });

  it('L4: numbers deltas in the order of arrival across keys', () => {
    const fifo = new DeltaFIFO<Thing>({ knownObjects: knowing(thing('n', 1)) });
    fifo.add(thing('p', 1));
    fifo.delete(thing('n', 2));
    fifo.update(thing('p', 3));
    expect(bySequence(fifo.drain())).toEqual(['Added(p@1)', 'Deleted(n@2)', 'Updated(p@3)']);
  });

  it('L4: numbers the deletions of a list before its objects, and after what was queued before it', () => {
    const fifo = new DeltaFIFO<Thing>({
      knownObjects: knowing(thing('k', 1), thing('l', 1), thing('q', 1)),
      emitReplaced: true,
    });
    fifo.update(thing('q', 2));
    fifo.replace([thing('z', 3), thing('l', 1)], '5');
    fifo.update(thing('l', 6));
    const batch = fifo.drain();
    expect(bySequence(batch)).toEqual([
      'Updated(q@2)',
      'Deleted(n/q?2)',
      'Deleted(n/k?1)',
      'Replaced(z@3)',
      'Replaced(l@1)',
      'Updated(l@6)',
    ]);
    expect(batch.items.map(({ key }) => key)).toEqual(['n/q', 'n/z', 'n/l', 'n/k']);
  });

  it.each<[string, (fifo: DeltaFIFO<Thing>) => void, string]>([
    ['a list', (fifo) => fifo.replace([thing('a', 9)], '7'), '7'],
    ['a bookmark', (fifo) => fifo.bookmark('8'), '8'],
    ['an object', (fifo) => fifo.add(thing('a', 9)), '9'],
    [
      'a deletion',
      (fifo) => {
        fifo.add(thing('a', 9));
        fifo.delete(thing('a', 10));
      },
      '10',
    ],
    ['a deletion of what is not there', (fifo) => fifo.delete(thing('a', 10)), '10'],
    [
      'the highest, though something older came late',
      (fifo) => {
        fifo.add(thing('a', 10));
        fifo.add(thing('b', 9));
        fifo.bookmark('8');
      },
      '10',
    ],
    [
      'a list that is older than what came before, as of a server that was restored',
      (fifo) => {
        fifo.add(thing('a', 10));
        fifo.replace([thing('b', 4)], '5');
        fifo.bookmark('4');
      },
      '5',
    ],
    [
      'a list that says nothing',
      (fifo) => {
        fifo.add(thing('a', 10));
        fifo.replace([thing('b', 11)], '');
      },
      '10',
    ],
    [
      'the last to arrive where versions cannot be compared',
      (fifo) => {
        fifo.bookmark('f00');
        fifo.bookmark('bar');
      },
      'bar',
    ],
    ['nothing', () => {}, ''],
    [
      'an object without a version',
      (fifo) => {
        fifo.bookmark('3');
        fifo.add({ metadata: { name: 'a' } });
      },
      '3',
    ],
    [
      'an object with an empty version',
      (fifo) => {
        fifo.bookmark('3');
        fifo.add({ metadata: { name: 'a', resourceVersion: '' } });
      },
      '3',
    ],
    [
      'a tombstone',
      (fifo) => {
        fifo.add(thing('a', 3));
        fifo.delete(new DeletedFinalStateUnknown('n/a', thing('a', 9)));
      },
      '3',
    ],
  ])('says where history is by %s', (_what, act, resourceVersion) => {
    const fifo = new DeltaFIFO<Thing>();
    act(fifo);
    expect(fifo.drain().resourceVersion).toBe(resourceVersion);
    expect(fifo.drain().resourceVersion).toBe('');
  });

  it('takes the version before the transform, which may blank it in place', () => {
    const fifo = new DeltaFIFO<{ metadata: { name: string; resourceVersion: string } }>({
      transform: (object) => Object.assign(object, { metadata: { ...object.metadata, resourceVersion: '' } }),
    });
    fifo.add({ metadata: { name: 'a', resourceVersion: '7' } });
    expect(fifo.drain().resourceVersion).toBe('7');
  });

  it('L15: marks the batch with the first list, be it empty, and no other', () => {
    const fifo = new DeltaFIFO<Thing>();
    fifo.replace([], '1');
    expect(fifo.drain()).toMatchObject({ isInInitialList: true, replaced: true });
    fifo.replace([thing('a', 2)], '2');
    expect(fifo.drain()).toMatchObject({ isInInitialList: false, replaced: true });
    fifo.add(thing('b', 3));
    expect(fifo.drain()).toMatchObject({ isInInitialList: false, replaced: false });
  });

  it('has synced once the first list is drained', () => {
    const fifo = new DeltaFIFO<Thing>();
    expect(fifo.hasSynced).toBe(false);
    fifo.replace([thing('a', 1), thing('b', 1)], '1');
    expect(fifo.hasSynced).toBe(false);
    fifo.drain();
    expect(fifo.hasSynced).toBe(true);
  });

  it('says when a resync is in it, also one that was cut short by an object without a key', () => {
    const fifo = new DeltaFIFO<Thing>({
      knownObjects: {
        listKeys: () => ['n/a', 'x'],
        getByKey: (key) => (key === 'x' ? keyless : thing('a', 1)),
      },
    });
    expect(() => fifo.resync()).toThrow(KeyError);
    expect(fifo.drain()).toMatchObject({ resync: true, items: [{ key: 'n/a' }] });
  });
});

describe('replace with a function for what is refused', () => {
  const picky = (...known: Thing[]) =>
    new DeltaFIFO<Thing>({
      emitReplaced: true,
      knownObjects: knowing(...known),
      transform: (object) => {
        if (object.tags?.includes('bad')) throw new Error(`bad ${object.metadata.name}`);
        return object;
      },
    });

  it('L16: reports each bad object and takes the others', () => {
    const fifo = picky();
    const refused: unknown[] = [];
    fifo.replace([thing('a', 1), thing('b', 2, { tags: ['bad'] }), keyless, thing('c', 3)], '3', (error, object) =>
      refused.push([error instanceof Error && error.message, object.metadata.name]),
    );
    expect(refused).toEqual([
      ['bad b', 'b'],
      [expect.stringContaining('metadata.name'), 7],
    ]);
    expect(bySequence(fifo.drain())).toEqual(['Replaced(a@1)', 'Replaced(c@3)']);
  });

  it('L15: does not take an object that it cannot use for one that is gone', () => {
    const fifo = picky(thing('b', 1), thing('gone', 1));
    fifo.replace([thing('b', 2, { tags: ['bad'] })], '3', () => {});
    expect(bySequence(fifo.drain())).toEqual(['Deleted(n/gone?1)']);
  });

  it('does not wait for a bad object before it has synced', () => {
    const fifo = picky();
    fifo.replace([thing('a', 1), thing('b', 2, { tags: ['bad'] })], '3', () => {});
    fifo.pop();
    expect(fifo.hasSynced).toBe(true);
  });
});

describe('keys', () => {
  it('wraps what a key function throws in a KeyError that holds the object', () => {
    const fifo = new DeltaFIFO<Thing>({
      keyOf: () => {
        throw new RangeError('no luck');
      },
    });
    const bad = thing('a', 1);
    expect(() => fifo.add(bad)).toThrow(
      expect.objectContaining({ name: 'KeyError', message: expect.stringContaining('no luck'), object: bad }),
    );
  });
});

it('pops a long queue without copying what is left again and again', () => {
  const fifo = new DeltaFIFO<Thing>({ emitReplaced: true });
  const count = 5000;
  const objects = Array.from({ length: count }, (_, i) => thing(String(i), i));
  fifo.replace(objects, '1');
  let copied = 0;
  const { slice } = Array.prototype;
  const spy = jest.spyOn(Array.prototype, 'slice').mockImplementation(function (this: unknown[], ...args) {
    const result = slice.apply(this, args);
    copied += result.length;
    return result;
  });
  let popped = 0;
  while (fifo.pop() !== undefined) popped++;
  spy.mockRestore();
  expect(popped).toBe(count);
  expect(copied).toBeLessThanOrEqual(count);
  fifo.replace(objects, '2');
  expect(fifo.drain().items.length).toBe(count);
});
