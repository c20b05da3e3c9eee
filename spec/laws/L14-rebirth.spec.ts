import { expect, it } from '@jest/globals';
import { InformerBench, listen } from '../support/informer-bench.js';
import { pod } from '../support/scripted-server.js';

it('L14: the same name with another uid after a gap is a deletion, its final state unknown, and then an add', async () => {
  const bench = new InformerBench();
  const heard = listen(bench.informer);
  await bench.goLive(10, pod('a', 1));
  heard.length = 0;
  await bench.relist(50, { metadata: { ...pod('a', 40).metadata, uid: 'another' } });
  expect(heard).toEqual(['delete a@1 (unknown)', 'add a@40']);
});
