import { describe, expect, it } from '@jest/globals';
import { DeltaFIFO } from '../../lib/delta/index.js';
import { Indexer } from '../../lib/store/index.js';
import { type Thing, thing } from '../support/things.js';

function pipeline() {
  const indexer = new Indexer<Thing>();
  const fifo = new DeltaFIFO<Thing>({ knownObjects: indexer, emitReplaced: true });
  const story = () =>
    indexer
      .apply(fifo.drain())
      .changes.map(({ type, object }) => `${type} ${object.metadata.name}@${object.metadata.resourceVersion}`);
  return { fifo, story };
}

describe('L4: order', () => {
  it('L4: events of several keys come in the order in which they happened, however often each key occurs', () => {
    const { fifo, story } = pipeline();
    fifo.replace([thing('n', 1)], '1');
    story();
    // client-go's DeltaFIFO would tell p@2, p@4 and then the deletion of n, a state that never was.
    fifo.add(thing('p', 2));
    fifo.delete(thing('n', 3));
    fifo.update(thing('p', 4));
    fifo.add(thing('q', 5));
    fifo.delete(thing('p', 6));
    expect(story()).toEqual(['add p@2', 'delete n@3', 'update p@4', 'add q@5', 'delete p@6']);
  });

  it('L4: a relist comes as deletes first, also of objects that were made anew, then updates and adds in list order', () => {
    const { fifo, story } = pipeline();
    fifo.replace([thing('a', 1), thing('b', 1), thing('c', 1), thing('d', 1)], '1');
    story();
    fifo.replace([thing('z', 5), thing('d', 6), thing('c', 7, { uid: 'another' }), thing('b', 1)], '8');
    expect(story()).toEqual(['delete a@1', 'delete c@1', 'add z@5', 'update d@6', 'add c@7']);
  });

  it('L4: what was queued before a relist comes before it, what was queued after comes after', () => {
    const { fifo, story } = pipeline();
    fifo.replace([thing('a', 1), thing('b', 1)], '1');
    story();
    fifo.update(thing('b', 2));
    fifo.replace([thing('c', 3), thing('b', 2)], '4');
    fifo.update(thing('b', 5));
    fifo.delete(thing('c', 6));
    expect(story()).toEqual(['update b@2', 'delete a@1', 'add c@3', 'update b@5', 'delete c@6']);
  });

  it('L3, L4: two relists in one batch are told one after the other', () => {
    const { fifo, story } = pipeline();
    fifo.replace([thing('a', 1), thing('b', 1, { uid: 'first' })], '1');
    fifo.replace([thing('b', 2, { uid: 'second' })], '2');
    fifo.replace([thing('b', 3, { uid: 'third' })], '3');
    expect(story()).toEqual(['add a@1', 'add b@1', 'delete a@1', 'delete b@1', 'add b@2', 'delete b@2', 'add b@3']);
  });
});
