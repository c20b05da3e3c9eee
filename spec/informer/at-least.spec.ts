import { describe, expect, it } from '@jest/globals';
import { InformerBench } from '../support/informer-bench.js';
import { bookmark, event, pod } from '../support/scripted-server.js';
import { settled } from '../support/virtual-time.js';

describe('atLeast()', () => {
  it('connects, resolves with the first snapshot that has reached it, and lets go', async () => {
    const bench = new InformerBench();
    const reached = bench.informer.atLeast('12', { timeout: 60_000 });
    await bench.goLive(10, pod('a', 1));
    await bench.send(event('MODIFIED', pod('a', 11)));
    await bench.send(event('MODIFIED', pod('a', 13)));
    expect(await reached).toBe(bench.informer.snapshot);
    expect((await reached).resourceVersion).toBe('13');
    expect(bench.server.open).toEqual([]);
    expect(bench.clock.pending).toBe(0);
  });

  it('resolves at once with a snapshot that has, without a request, and compares as numbers', async () => {
    const bench = new InformerBench();
    const first = bench.informer.snapshot$.subscribe();
    await bench.goLive(100, pod('a', 1));
    first.unsubscribe();
    const before = bench.server.exchanges.length;
    expect(await bench.informer.atLeast('99')).toBe(bench.informer.snapshot);
    expect(await bench.informer.atLeast('100')).toBe(bench.informer.snapshot);
    expect(bench.server.exchanges).toHaveLength(before);
  });

  it('L12: sees a bookmark, which moves the version and nothing else: lists stay the same, and there is no event', async () => {
    const bench = new InformerBench();
    const events: unknown[] = [];
    bench.informer.events$.subscribe((change) => events.push(change));
    await bench.goLive(10, pod('a', 1));
    const before = bench.informer.snapshot;
    const list = before.list();
    const reached = bench.informer.atLeast('20');
    await bench.send(bookmark(20));
    const snapshot = await reached;
    expect(snapshot.resourceVersion).toBe('20');
    expect(snapshot.list()).toBe(list);
    expect(before.resourceVersion).toBe('10');
    expect(events).toHaveLength(1);
  });

  it('rejects after the timeout and tells how far it is', async () => {
    const bench = new InformerBench();
    const unknown = bench.informer.atLeast('30', { timeout: 1000 });
    bench.clock.advance(1000);
    await expect(unknown).rejects.toThrow('no list is complete yet');
    const late = bench.informer.atLeast('30', { timeout: 1000 });
    await bench.goLive(10);
    bench.clock.advance(1000);
    await expect(late).rejects.toMatchObject({
      name: 'NotReadyError',
      message: 'pods: resourceVersion 30 is not reached within 1000 ms; the snapshot is at 10',
    });
  });

  it('rejects when the informer is stopped', async () => {
    const bench = new InformerBench();
    const waiting = bench.informer.atLeast('30');
    bench.informer.stop();
    await expect(waiting).rejects.toThrow('the informer was stopped before it had reached resourceVersion 30');
  });

  it.each([
    ['30', 'v7'],
    ['v8', '7'],
    ['v8', 'v7'],
  ])('rejects with a RangeError when %s cannot be compared with %s of the snapshot', async (wanted, reached) => {
    const bench = new InformerBench();
    const waiting = bench.informer.atLeast(wanted);
    bench.server.last.json({ kind: 'PodList', apiVersion: 'v1', metadata: { resourceVersion: reached }, items: [] });
    await settled();
    await expect(waiting).rejects.toThrow(RangeError);
    await expect(waiting).rejects.toThrow(`"${wanted}" cannot be compared with "${reached}"`);
  });

  it('an equal version is reached, though it has no order', async () => {
    const bench = new InformerBench();
    const waiting = bench.informer.atLeast('v7');
    bench.server.last.json({ kind: 'PodList', apiVersion: 'v1', metadata: { resourceVersion: 'v7' }, items: [] });
    expect((await waiting).resourceVersion).toBe('v7');
  });

  it.each([
    ['', RangeError],
    ['0', RangeError],
    [undefined, TypeError],
    [5, TypeError],
  ])('throws at the call for %p', (resourceVersion, kind) => {
    const bench = new InformerBench();
    expect(() => bench.informer.atLeast(resourceVersion as string)).toThrow(kind);
    expect(bench.server.exchanges).toEqual([]);
  });

  it('throws at the call when the timeout is no number of milliseconds', () => {
    expect(() => new InformerBench().informer.atLeast('1', { timeout: Number.NaN })).toThrow(/timeout/);
  });
});
