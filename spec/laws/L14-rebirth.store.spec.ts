import { describe, expect, it } from '@jest/globals';
import { DeltaFIFO } from '../../lib/delta/index.js';
import { Indexer } from '../../lib/store/index.js';
import { type Thing, thing } from '../support/things.js';

function pipeline() {
  const indexer = new Indexer<Thing>();
  const fifo = new DeltaFIFO<Thing>({ knownObjects: indexer, emitReplaced: true });
  fifo.replace([thing('a', 1, { uid: 'first' })], '1');
  indexer.apply(fifo.drain());
  return { fifo, commit: () => indexer.apply(fifo.drain()) };
}

const death = { type: 'delete', key: 'n/a', object: thing('a', 1, { uid: 'first' }), finalStateUnknown: true };
const birth = {
  type: 'add',
  key: 'n/a',
  object: thing('a', 9, { uid: 'second' }),
  previous: undefined,
  isInInitialList: false,
};

describe('L14: rebirth', () => {
  it('L14: another uid under the same name in a relist is a delete, final state unknown, and an add', () => {
    const { fifo, commit } = pipeline();
    fifo.replace([thing('a', 9, { uid: 'second' })], '9');
    expect(commit().changes).toMatchObject([death, birth]);
  });

  it.each(['add', 'update'] as const)('L14: so it is when an event of the watch brings it (%s)', (operation) => {
    const { fifo, commit } = pipeline();
    fifo[operation](thing('a', 9, { uid: 'second' }));
    expect(commit().changes).toMatchObject([death, birth]);
  });

  it('L14: even at the same resourceVersion', () => {
    const { fifo, commit } = pipeline();
    fifo.replace([thing('a', 1, { uid: 'second' })], '9');
    expect(commit().changes.map(({ type }) => type)).toEqual(['delete', 'add']);
  });

  it('L14: a deletion that was seen is told as it was', () => {
    const { fifo, commit } = pipeline();
    fifo.delete(thing('a', 5, { uid: 'first' }));
    fifo.add(thing('a', 9, { uid: 'second' }));
    expect(commit().changes).toMatchObject([
      { type: 'delete', object: thing('a', 5, { uid: 'first' }), finalStateUnknown: false },
      birth,
    ]);
  });

  it('L14: objects without a uid are one and the same', () => {
    const { fifo, commit } = pipeline();
    fifo.update({ metadata: { name: 'a', namespace: 'n', resourceVersion: '2' } });
    expect(commit().changes).toMatchObject([{ type: 'update' }]);
  });
});
