import { expect, it } from '@jest/globals';
import { InformerBench, listen } from '../support/informer-bench.js';
import { event, pod } from '../support/scripted-server.js';

it('L4: events come in the order of the server, across keys, also when one chunk brings several of one key', async () => {
  const bench = new InformerBench();
  const heard = listen(bench.informer);
  await bench.goLive(10, pod('n', 1), pod('p', 2));
  heard.length = 0;
  await bench.send(event('MODIFIED', pod('p', 11)), event('DELETED', pod('n', 12)), event('MODIFIED', pod('p', 13)));
  expect(heard).toEqual(['update p@2→11', 'delete n@12', 'update p@11→13']);
});

it('L4: a relist comes as deletes first, then updates and adds in the order of the list', async () => {
  const bench = new InformerBench();
  const heard = listen(bench.informer);
  await bench.goLive(10, pod('a', 1), pod('b', 2), pod('c', 3), pod('d', 4));
  heard.length = 0;
  await bench.relist(50, pod('z', 40), pod('b', 41), pod('e', 42), pod('d', 4));
  expect(heard).toEqual(['delete a@1 (unknown)', 'delete c@3 (unknown)', 'add z@40', 'update b@2→41', 'add e@42']);
});
