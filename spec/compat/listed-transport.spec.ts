/** A `listFn` whose requests cannot be seen makes the lists; the engine does the rest. */
import { describe, expect, it } from '@jest/globals';
import { ListedTransport } from '../../lib/compat/listed-transport.js';
import { core } from '../../lib/kubernetes/index.js';
import { errorEvent, event, pod, podList } from '../support/scripted-server.js';
import { settled } from '../support/virtual-time.js';
import { CompatBench } from './support/compat-bench.js';

/** A bench whose lists come from a queue of answers; an Error is a rejection. */
function benchOf(first: unknown, ...later: readonly unknown[]) {
  const bench = new CompatBench();
  const answers = [...later];
  const listFn = async () => {
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const transport = new ListedTransport(bench.server, core.pods, listFn, first);
  bench.options = async () => ({ transport, resource: core.pods });
  return { bench, left: () => answers.length };
}

async function go({ bench }: { readonly bench: CompatBench }): Promise<void> {
  void bench.informer.start();
  await settled();
  bench.server.exchanges.at(-1)?.open();
  await settled();
}

describe('a list by listFn', () => {
  it('is the one that it gave when it was asked first; the watch is the server’s', async () => {
    const one = benchOf(podList(5, [pod('a', 1)]));
    await go(one);
    await one.bench.send(event('ADDED', pod('b', 6)));
    expect(one.bench.news()).toEqual(['add a@1', 'connect', 'add b@6']);
    expect(one.bench.server.log).toEqual(['watch?resourceVersion=5']);
  });

  it('is asked for again when history has expired', async () => {
    const one = benchOf(podList(5, [pod('a', 1), pod('b', 2)]), podList(20, [pod('b', 19)]));
    await go(one);
    one.bench.news();
    await one.bench.send(errorEvent(410, 'Expired'));
    await one.bench.advance(60_000);
    expect(one.bench.news()).toEqual(['delete a@1', 'update b@19']);
    expect(one.left()).toBe(0);
    expect(one.bench.server.log.at(-1)).toBe('watch?resourceVersion=20');
  });

  it('is given back the shape of the wire: dates as text, and fields by their own names', async () => {
    class Metadata {
      static getAttributeTypeMap() {
        return [
          { name: 'creationTimestamp', baseName: 'creationTimestamp' },
          { name: '_from', baseName: 'from' },
        ];
      }
      name = 'a';
      namespace = 'shop';
      resourceVersion = '1';
      uid = 'uid-a';
      creationTimestamp = new Date('2024-01-01T00:00:00Z');
      deletionTimestamp = new Date('2024-01-01T00:00:00.25Z');
      labels = { _from: 'x', constructor: 'y' };
      _from = ['b'];
    }
    const one = benchOf(podList(5, [{ metadata: new Metadata() }]));
    await go(one);
    expect(one.bench.informer.list()).toEqual([
      {
        ...{ kind: 'Pod', apiVersion: 'v1' },
        metadata: {
          ...{ name: 'a', namespace: 'shop', resourceVersion: '1', uid: 'uid-a', from: ['b'] },
          ...{ creationTimestamp: '2024-01-01T00:00:00Z', deletionTimestamp: '2024-01-01T00:00:00.250Z' },
          labels: { _from: 'x', constructor: 'y' },
        },
      },
    ]);
  });

  it.each([[podList(5, [pod('a', 1)], { _continue: 'token' })], [podList(5, [pod('a', 1)], { continue: 'token' })]])(
    'L15: is not taken as whole when it is one page',
    async (page) => {
      const one = benchOf(page, podList(5, [pod('a', 1), pod('b', 2)], { continue: '' }));
      await go(one);
      expect(one.bench.news()).toEqual(['error listFn gave one page of a list, which is not all there is']);
      await one.bench.advance(3000);
      expect(one.bench.news()).toEqual(['add a@1', 'add b@2']);
    },
  );

  it('must be a list', async () => {
    const one = benchOf({ body: podList(5, []) });
    await go(one);
    expect(one.bench.news()).toEqual(['error listFn gave no list']);
  });

  it('must go on being one of the collection: nothing of another kind comes into the cache', async () => {
    const services = {
      kind: 'ServiceList',
      apiVersion: 'v1',
      metadata: { resourceVersion: '20' },
      items: [pod('s', 19)],
    };
    const one = benchOf(podList(5, [pod('a', 1)]), services);
    await go(one);
    one.bench.news();
    await one.bench.send(errorEvent(410, 'Expired'));
    await one.bench.advance(3000);
    expect(one.bench.news()).toEqual([
      expect.stringContaining('error listFn gave a ServiceList v1, which is no list of pods; list and watch must'),
    ]);
    expect(one.bench.informer.list().map(({ metadata }) => metadata?.name)).toEqual(['a']);
  });

  it.each([
    ['ApiException of client-node', { code: 403, body: JSON.stringify({ kind: 'Status', code: 403, message: 'no' }) }],
    ['other libraries', { statusCode: 403, body: { kind: 'Status', code: 403, message: 'no' } }],
  ])('that the server refuses is told as such: an error as those of %s', async (_, fields) => {
    const told: unknown[] = [];
    const one = benchOf(podList(5, []), Object.assign(new Error('HTTP-Code: 403'), fields));
    one.bench.informer.on('error', (error: unknown) => told.push(error));
    await go(one);
    await one.bench.send(errorEvent(410, 'Expired'));
    await one.bench.advance(3000);
    expect(told).toMatchObject([
      {
        statusCode: 403,
        kind: 'forbidden',
        message: expect.stringMatching(/^list http:\/\/server.*: 403 no\. The right to list pods is missing/),
      },
    ]);
  });

  it('that the server refuses for a while is asked for again when the server says', async () => {
    const error = Object.assign(new Error('busy'), { code: 429, headers: { 'retry-after': '20' } });
    const one = benchOf(podList(5, []), error, podList(6, []));
    await go(one);
    await one.bench.send(errorEvent(410, 'Expired'));
    await one.bench.advance(3000); // the server's 429 comes when this is over
    await one.bench.advance(19_000);
    expect(one.left()).toBe(1);
    await one.bench.advance(20_000);
    expect(one.left()).toBe(0);
  });

  it('that fails otherwise is told with its words', async () => {
    const one = benchOf(podList(5, []), Object.assign(new Error('request to x failed'), { code: 'ECONNRESET' }));
    await go(one);
    one.bench.news();
    await one.bench.send(errorEvent(410, 'Expired'));
    await one.bench.advance(3000);
    expect(one.bench.news()).toEqual(['error listFn failed']);
  });
});
