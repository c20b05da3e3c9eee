import { expect, it } from '@jest/globals';
import { InformerBench, listen } from '../support/informer-bench.js';
import { event, pod } from '../support/scripted-server.js';

it('L3: one key is added, updated and deleted in turn, whatever words the server uses', async () => {
  const bench = new InformerBench();
  const heard = listen(bench.informer);
  await bench.goLive(10, pod('a', 1));
  await bench.send(
    event('ADDED', pod('a', 11)), // known already: an update
    event('MODIFIED', pod('b', 12)), // not known yet: an add
    event('DELETED', pod('c', 13)), // never known: nothing
    event('DELETED', pod('a', 14)),
    event('DELETED', pod('a', 15)), // gone already: nothing
    event('MODIFIED', pod('a', 16)),
  );
  expect(heard).toEqual(['add a@1 initially', 'update a@1→11', 'add b@12', 'delete a@14', 'add a@16']);
});
