import { expect, it } from '@jest/globals';
import type { InformerStatus } from '../../lib/reflector/index.js';
import { InformerBench } from '../support/informer-bench.js';
import { bookmark, pod } from '../support/scripted-server.js';

const MINUTE = 60_000;

/** Live, on a server that sends a bookmark each minute, three of them so far. */
async function quietBench() {
  const bench = new InformerBench();
  const statuses: InformerStatus[] = [];
  bench.informer.status$.subscribe((status) => statuses.push(status));
  await bench.goLive(10, pod('a', 1));
  for (let i = 1; i <= 3; i++) {
    bench.clock.advance(MINUTE);
    await bench.send(bookmark(10 + i));
  }
  return { bench, statuses };
}

it('L7: whatever way a connection dies, the status says why, and since when, before two minutes are over', async () => {
  const deaths: readonly ((bench: InformerBench) => void)[] = [
    () => {},
    ({ server }) => server.last.reset(),
    ({ server }) => server.last.end(),
  ];
  for (const die of deaths) {
    const { bench } = await quietBench();
    die(bench);
    for (let second = 0; second < 120; second++) bench.clock.advance(1000);
    expect(bench.informer.status).toMatchObject({ phase: 'retrying', synced: true, failure: { kind: 'silent' } });
    expect(bench.informer.status.staleSince).toBe(3 * MINUTE);
    // It goes on trying, where it stood.
    expect(bench.server.last.query).toMatchObject({ watch: 'true', resourceVersion: '13' });
  }
});

it('L7: what is said of a healthy connection, for an hour, is nothing', async () => {
  const { bench, statuses } = await quietBench();
  const said = statuses.length;
  for (let i = 0; i < 60; i++) {
    bench.clock.advance(MINUTE);
    await bench.send(bookmark(20 + i));
    if (i % 7 === 6) {
      bench.server.last.end();
      bench.server.last.open();
    }
  }
  expect(statuses).toHaveLength(said);
});

it('L7: an informer that is live again says so, and what it shows is new', async () => {
  const { bench } = await quietBench();
  bench.clock.advance(2 * MINUTE);
  while (bench.server.open.length === 0) bench.clock.advance(1000);
  bench.server.last.open();
  await bench.send({ type: 'MODIFIED', object: pod('a', 20) });
  expect(bench.informer.status).toMatchObject({ phase: 'live' });
  expect(bench.informer.status.staleSince).toBeUndefined();
  expect(bench.informer.snapshot.get('shop/a')?.metadata.resourceVersion).toBe('20');
});
