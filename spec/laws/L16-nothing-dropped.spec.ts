import { expect, it } from '@jest/globals';
import { InformerBench, listen } from '../support/informer-bench.js';
import { errorEvent, event, initialEventsEnd, pod, podList, ScriptedServer } from '../support/scripted-server.js';
import { settled } from '../support/virtual-time.js';

const failing = (draft: { metadata: { name: string } }) => {
  if (draft.metadata.name === 'bad') throw new Error('bad one');
};

it.each([
  ['no JSON', '{"type":"MODIFIED","object":{"metadata":{"name":"a"\n'],
  ['no UTF-8', new Uint8Array([0x7b, 0xff, 0xfe, 0x7d, 0x0a])],
  ['an unknown type', event('MOVED' as 'ADDED', pod('a', 12))],
  ['no object', { type: 'MODIFIED' }],
  ['an object without a name', event('MODIFIED', { kind: 'Pod', metadata: { resourceVersion: '12' } })],
  ['another kind', event('MODIFIED', { ...pod('a', 12), kind: 'Secret' })],
  ['a Status as object', event('DELETED', { kind: 'Status', apiVersion: 'v1', code: 410 })],
])('L16: a watch event that is %s is told, and a list repairs what it would have said', async (_, frame) => {
  const bench = new InformerBench();
  const heard = listen(bench.informer);
  await bench.goLive(10, pod('a', 1), pod('b', 2));
  if (frame instanceof Uint8Array) bench.server.last.body$.next(frame);
  else bench.server.last.send(frame);
  // What stands behind it is no word of the server any more: it may build on what was lost.
  bench.server.last.send(event('DELETED', pod('b', 13)));
  await settled();
  expect(bench.informer.status).toMatchObject({ phase: 'retrying', failure: { kind: 'protocol' } });
  expect(bench.informer.snapshot.size).toBe(2);
  bench.clock.advance(1200);
  await bench.goLive(20, pod('a', 12));
  expect(heard.slice(2)).toEqual(['delete b@2 (unknown)', 'update a@1→12']);
  expect(bench.informer.status).toMatchObject({ phase: 'live' });
  expect(bench.informer.status.failure).toBeUndefined();
});

it('L16: an object that cannot be used is left out of a list, told while all else is well, and no other suffers', async () => {
  const lists: readonly ((bench: InformerBench) => void)[] = [
    ({ server }) => {
      server.last.json(podList(10, [pod('a', 1), pod('bad', 2), pod('b', 3)]));
      server.last.open();
    },
    ({ server }) => {
      server.last.open().send(...['a', 'bad', 'b'].map((name, i) => event('ADDED', pod(name, i + 1))));
      server.last.send(initialEventsEnd(10));
    },
  ];
  for (const [i, answer] of lists.entries()) {
    const bench = new InformerBench({ transform: failing }, new ScriptedServer({ watchList: i === 1 }));
    const heard = listen(bench.informer);
    answer(bench);
    await settled();
    expect(heard).toEqual(['add a@1 initially', 'add b@3 initially']);
    expect(bench.informer.status).toMatchObject({
      phase: 'live',
      failure: { kind: 'protocol', message: expect.stringContaining('bad') },
    });
  }
});

it.each([
  ['says another kind', { kind: 'Service' }, 'kind \\"Service\\"', 'what answers at that URL'],
  [
    'is nested too deeply',
    { spec: JSON.parse(`${'['.repeat(600)}${']'.repeat(600)}`) },
    'shop/bad nested too deeply, more than 500 levels',
    'Look at that object',
  ],
])('L16: an object that %s costs a list only itself, and a watch a list', async (_, more, said, advice) => {
  const bench = new InformerBench();
  const heard = listen(bench.informer);
  await bench.goLive(10, pod('a', 1), pod('bad', 2, more), pod('b', 3));
  const failure = { kind: 'protocol', message: expect.any(String), advice: expect.stringContaining(advice) };
  expect(bench.informer.status).toMatchObject({ phase: 'live', failure });
  expect(JSON.stringify(bench.informer.status)).toContain(said);
  await bench.send(event('MODIFIED', pod('bad', 12, more)));
  expect(bench.informer.status).toMatchObject({ phase: 'retrying', failure: { kind: 'protocol' } });
  bench.clock.advance(1200);
  await bench.goLive(20, pod('a', 1), pod('bad', 12, more), pod('b', 13));
  expect(heard).toEqual(['add a@1 initially', 'add b@3 initially', 'update b@3→13']);
  expect(bench.informer.status).toMatchObject({ phase: 'live', failure });
});

it('L16: a list of another kind is told, and takes nothing away', async () => {
  const bench = new InformerBench();
  const heard = listen(bench.informer);
  await bench.goLive(10, pod('a', 1));
  await bench.send(errorEvent(410, 'Expired'));
  bench.clock.advance(1200);
  bench.server.last.json({ ...podList(20, []), kind: 'ServiceList' });
  await settled();
  expect(heard).toEqual(['add a@1 initially']);
  expect(bench.informer.status).toMatchObject({
    phase: 'retrying',
    failure: { kind: 'protocol', message: expect.stringContaining('a ServiceList, not a PodList') },
  });
});

it('L16: an object whose index function throws is stored, is told, and is in the other indexes', async () => {
  const bench = new InformerBench({
    indexers: {
      node: ({ metadata }) => {
        if (metadata.name === 'bad') throw new Error('bad one');
        return ['n1'];
      },
    },
  });
  const heard = listen(bench.informer);
  await bench.goLive(10, pod('a', 1), pod('bad', 2));
  expect(heard).toHaveLength(2);
  expect(bench.informer.snapshot.byIndex('node', 'n1')).toHaveLength(1);
  expect(bench.informer.status.failure?.message).toContain('bad');
});
