/** How much of what a server sends is given to `JSON.parse`, of pods as the bench has them: counted, not timed. */
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { Pods } from '../../bench/load/pods.mjs';
import { InformerBench } from '../support/informer-bench.js';
import { event } from '../support/scripted-server.js';

const COUNT = 300;
const pods = new Pods({ count: COUNT });
const numbers = Array.from({ length: COUNT }, (_, i) => i);
const listed = numbers.map((i) => pods.item(i));
const listedBytes = JSON.stringify(listed).length;
const LISTED_AT = 2_000_000;
/** What is around the items of a list, and what else one request takes. */
const ENVELOPE = 500;

let parsed = 0;
beforeEach(() => {
  const parse = JSON.parse;
  jest.spyOn(JSON, 'parse').mockImplementation((text, reviver) => {
    parsed += text.length;
    return parse(text, reviver);
  });
});
afterEach(() => {
  jest.restoreAllMocks();
});

async function bytesParsedBy(act: () => Promise<void>): Promise<number> {
  parsed = 0;
  await act();
  return parsed;
}

/** An informer that has the first state of all pods. */
async function synced(): Promise<InformerBench> {
  const bench = new InformerBench();
  bench.informer.start();
  await bench.goLive(LISTED_AT, ...listed);
  return bench;
}

it('a sync parses at most half of the bytes: neither managedFields, nor what pods of one owner have in common', async () => {
  const bytes = await bytesParsedBy(async () => {
    expect((await synced()).informer.snapshot.size).toBe(COUNT);
  });
  expect(bytes).toBeLessThan(0.5 * listedBytes);
  expect(bytes).toBeGreaterThan(0.1 * listedBytes);
});

it('an event that changes a status parses that and little more: less than a quarter of its bytes', async () => {
  const bench = await synced();
  const events = numbers.map((i) => event('MODIFIED', pods.pod(i, 1, String(LISTED_AT + 1 + i))));
  const bytes = await bytesParsedBy(() => bench.send(...events));
  expect(bench.informer.snapshot.resourceVersion).toBe(String(LISTED_AT + COUNT));
  expect(bytes).toBeLessThan(0.22 * JSON.stringify(events).length);
});

it('L13: a relist in which nothing changed parses no item', async () => {
  const bench = await synced();
  const bytes = await bytesParsedBy(() => bench.relist(LISTED_AT + 1, ...listed));
  expect(bench.informer.snapshot.resourceVersion).toBe(String(LISTED_AT + 1));
  expect(bytes).toBeLessThan(ENVELOPE);
});

it('a relist in which a tenth has changed parses what is new in that tenth', async () => {
  const bench = await synced();
  const changed = numbers.filter((i) => i % 10 === 0);
  const next = numbers.map((i) => (i % 10 === 0 ? pods.item(i, 1, String(LISTED_AT + 1 + i)) : (listed[i] ?? {})));
  const bytes = await bytesParsedBy(() => bench.relist(LISTED_AT + COUNT, ...next));
  expect(bench.informer.snapshot.resourceVersion).toBe(String(LISTED_AT + COUNT));
  expect(bytes).toBeLessThan(ENVELOPE + 0.2 * (listedBytes / COUNT) * changed.length);
});
