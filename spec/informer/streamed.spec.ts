import { describe, expect, it } from '@jest/globals';
import { InformerBench, listen } from '../support/informer-bench.js';
import { event, initialEventsEnd, pod, ScriptedServer } from '../support/scripted-server.js';
import { settled } from '../support/virtual-time.js';

const on = (nodeName: string) => ({ spec: { nodeName } });

/** An informer whose server streams lists, and what it says of its phase and of being synced. */
function streamed() {
  const bench = new InformerBench({}, new ScriptedServer({ watchList: true }));
  const heard = listen(bench.informer);
  const phases: string[] = [];
  bench.informer.status$.subscribe(({ phase, synced }) => phases.push(`${phase}${synced ? ', synced' : ''}`));
  bench.server.last.open();
  return { bench, heard, phases };
}

describe('an informer on a server that streams lists', () => {
  it('L2, L15: publishes the streamed list as one commit, and then each event', async () => {
    const { bench, heard, phases } = streamed();
    await bench.send(event('ADDED', pod('b', 1)), event('ADDED', pod('a', 2)), event('ADDED', pod('gone', 3)));
    await bench.send(event('MODIFIED', pod('b', 4, on('n1'))), event('DELETED', pod('gone', 5)));
    expect(heard).toEqual([]);
    await bench.send(initialEventsEnd(10), event('MODIFIED', pod('a', 11)));
    expect(heard).toEqual(['add b@4 initially', 'add a@2 initially', 'update a@2→11']);
    expect(bench.informer.snapshot.byIndex('node', 'n1').map(({ metadata }) => metadata.name)).toEqual(['b']);
    expect(bench.informer.snapshot.resourceVersion).toBe('11');
    expect(phases).toEqual(['listing', 'live, synced']);
  });

  it('L12, L13: a stream after a gap brings no echo, and unchanged objects keep their reference', async () => {
    const { bench, heard } = streamed();
    await bench.send(event('ADDED', pod('a', 1)), event('ADDED', pod('b', 2)), initialEventsEnd(10));
    const before = bench.informer.snapshot;
    bench.server.last.send({
      type: 'ERROR',
      object: { kind: 'Status', apiVersion: 'v1', status: 'Failure', code: 410, reason: 'Expired', message: 'gone' },
    });
    bench.clock.advance(1200);
    bench.server.last.open();
    await bench.send(event('ADDED', pod('a', 1)), event('ADDED', pod('c', 15)), initialEventsEnd(20));
    expect(heard.slice(2)).toEqual(['delete b@2 (unknown)', 'add c@15']);
    expect(bench.informer.snapshot.get('shop/a')).toBe(before.get('shop/a'));
  });

  it('L12: tells of the objects that it then holds, also when the stream said one twice', async () => {
    const { bench } = streamed();
    const told: unknown[] = [];
    bench.informer.changes$.subscribe(({ changes }) => told.push(...changes.map(({ object }) => object)));
    await bench.send(event('ADDED', pod('a', 1)), event('ADDED', pod('b', 2)), event('MODIFIED', pod('a', 1)));
    await bench.send(initialEventsEnd(10));
    const { snapshot } = bench.informer;
    expect(told.map((object) => object === snapshot.get('shop/a') || object === snapshot.get('shop/b'))).toEqual([
      true,
      true,
    ]);
  });

  it('L9: one that is left before its list is whole leaves nothing behind', async () => {
    const bench = new InformerBench({}, new ScriptedServer({ watchList: true }));
    const subscription = bench.informer.snapshot$.subscribe();
    bench.server.last.open().send(event('ADDED', pod('a', 1)));
    subscription.unsubscribe();
    await settled();
    expect(bench.server.open).toEqual([]);
    expect(bench.clock.actions).toEqual([]);
    expect(bench.informer.snapshot.size).toBe(0);
  });
});

describe('retryNow', () => {
  it('ends the wait of an informer, and of each of its namespaces', async () => {
    for (const namespace of ['shop', ['shop', 'lab']]) {
      const bench = new InformerBench({ namespace });
      bench.informer.snapshot$.subscribe();
      await settled();
      for (const exchange of bench.server.open) exchange.refuse(500, 'InternalError');
      expect(bench.server.open).toEqual([]);
      bench.informer.retryNow();
      expect(bench.server.open).toHaveLength([namespace].flat().length);
    }
  });

  it('does nothing while nobody listens', () => {
    const bench = new InformerBench();
    bench.informer.retryNow();
    expect(bench.server.exchanges).toEqual([]);
  });
});
