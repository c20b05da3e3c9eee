import { expect, it } from '@jest/globals';
import { coalesce } from '../../lib/views/index.js';
import { InformerBench, told } from '../support/informer-bench.js';
import { event, pod } from '../support/scripted-server.js';
import { SlowWork } from '../support/slow-work.js';

const KEYS = ['a', 'b', 'c'];

const another = ({ metadata, ...rest }: ReturnType<typeof pod>, uid: string) => ({
  ...rest,
  metadata: { ...metadata, uid },
});

/** A thousand changes, of three pods, of some that come and go, and of one that is another each time. */
async function busyDay(bench: InformerBench): Promise<void> {
  for (let version = 100; version < 1100; version += 5) {
    const uid = `life-${version}`;
    await bench.send(
      event('MODIFIED', pod(KEYS[version % 3] ?? '', version)),
      event('ADDED', pod(`brief-${version}`, version + 1)),
      event('DELETED', pod(`brief-${version}`, version + 2)),
      event('ADDED', another(pod('reborn', version + 3), uid)),
      event('DELETED', another(pod('reborn', version + 4), uid)),
    );
  }
}

it("L18: a subscriber with keep: 'latest' that never reads costs one entry a key", async () => {
  const bench = new InformerBench();
  const slow = new SlowWork();
  bench.informer.consume(slow.work, { keep: 'latest' });
  await bench.goLive(10, ...KEYS.map((name) => pod(name, 1)));
  await busyDay(bench);
  expect(slow.begun).toEqual(['add a@1 initially']);
  await slow.finishAll();
  expect(slow.begun.slice(1)).toEqual(['add b@1090 initially', 'add c@1085 initially', 'update a@1→1095']);
});

it('L18: a merged commit that nobody fetches holds what is left of each key', async () => {
  const bench = new InformerBench();
  const heard: string[][] = [];
  bench.informer.changes$.pipe(coalesce(1000, bench.clock)).subscribe(({ changes }) => heard.push(changes.map(told)));
  await bench.goLive(10, ...KEYS.map((name) => pod(name, 1)));
  await busyDay(bench);
  bench.clock.advance(1000);
  expect(heard.slice(1)).toEqual([['update c@1→1085', 'update b@1→1090', 'update a@1→1095']]);
});

it('L18: one who left costs nothing', async () => {
  const bench = new InformerBench();
  const slow = new SlowWork();
  bench.informer.start();
  const consumption = bench.informer.consume(slow.work);
  await bench.goLive(10, pod('a', 1));
  consumption.unsubscribe();
  await busyDay(bench);
  await slow.finishAll();
  expect(slow.begun).toEqual(['add a@1 initially']);
});
