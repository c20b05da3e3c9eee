import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { config } from 'rxjs';
import type { ConsumeOptions, Consumption } from '../../lib/informer/index.js';
import { InformerBench, listen, told } from '../support/informer-bench.js';
import { event, pod } from '../support/scripted-server.js';
import { SlowWork } from '../support/slow-work.js';
import { settled } from '../support/virtual-time.js';

let reported: unknown[];

beforeEach(() => {
  reported = [];
  config.onUnhandledError = (error) => reported.push(error);
});

afterEach(() => {
  config.onUnhandledError = null;
});

/** RxJS reports in a task of its own. */
const reports = () => new Promise<void>((resolve) => setTimeout(resolve));

const modified = (name: string, version: number) => event('MODIFIED', pod(name, version));

describe('consume()', () => {
  it('works on one event at a time, in the order of the server, and connects', async () => {
    const bench = new InformerBench();
    const slow = new SlowWork();
    bench.informer.consume(slow.work);
    await bench.goLive(10, pod('a', 1), pod('b', 2));
    await bench.send(modified('b', 11), event('DELETED', pod('a', 12)));
    expect(slow.begun).toEqual(['add a@1 initially']);
    await slow.finish('a');
    expect(slow.begun.slice(1)).toEqual(['add b@2 initially']);
    await slow.finishAll();
    expect(slow.begun.slice(2)).toEqual(['update b@2→11', 'delete a@12']);
  });

  it('works on as many at once as it is told, never on two of one key, and lets others pass one that waits', async () => {
    const bench = new InformerBench();
    const slow = new SlowWork();
    bench.informer.consume(slow.work, { concurrency: 2 });
    await bench.goLive(10, pod('a', 1));
    await bench.send(modified('a', 11), modified('a', 12), event('ADDED', pod('b', 13)), event('ADDED', pod('c', 14)));
    expect(slow.running).toEqual(['a', 'b']);
    await slow.finish('a');
    expect(slow.begun).toEqual(['add a@1 initially', 'add b@13', 'update a@1→11']);
    await slow.finish('b');
    expect(slow.running).toEqual(['a', 'c']);
    await slow.finishAll();
    expect(slow.begun.slice(3)).toEqual(['add c@14', 'update a@11→12']);
  });

  it('with no limit works on all keys at once', async () => {
    const bench = new InformerBench();
    const slow = new SlowWork();
    bench.informer.consume(slow.work, { concurrency: Number.POSITIVE_INFINITY });
    await bench.goLive(10, ...'abcdefgh'.split('').map((name) => pod(name, 1)));
    expect(slow.running).toHaveLength(8);
  });

  it("L3: with keep: 'latest' skips to the newest state of each key, and tells what leads there from the state it gave last", async () => {
    const bench = new InformerBench();
    const slow = new SlowWork();
    bench.informer.consume(slow.work, { keep: 'latest' });
    await bench.goLive(10, pod('a', 1), pod('b', 2), pod('gone', 3));
    await bench.send(modified('a', 11), modified('b', 12), event('ADDED', pod('brief', 13)));
    await bench.send(modified('a', 14), event('DELETED', pod('brief', 15)), event('DELETED', pod('gone', 16)));
    expect(slow.begun).toEqual(['add a@1 initially']);
    await slow.finishAll();
    expect(slow.begun.slice(1)).toEqual(['add b@12 initially', 'update a@1→14']);
  });

  it("L14: with keep: 'latest' another life under a name is a delete, and an add of its newest state when that is done", async () => {
    const bench = new InformerBench();
    const slow = new SlowWork();
    bench.informer.consume(slow.work, { keep: 'latest', concurrency: 2 });
    const reborn = (version: number) => {
      const { metadata, ...rest } = pod('a', version);
      return { ...rest, metadata: { ...metadata, uid: 'other' } };
    };
    await bench.goLive(10, pod('a', 1));
    await bench.send(modified('a', 11), event('DELETED', pod('a', 12)), event('ADDED', reborn(13)));
    await slow.finish('a');
    expect(slow.begun).toEqual(['add a@1 initially', 'delete a@12']);
    await bench.send(event('MODIFIED', reborn(14)));
    await slow.finishAll();
    expect(slow.begun.slice(2)).toEqual(['add a@14']);
  });

  it('L5: one who comes late gets the present as adds first, and then what comes after it', async () => {
    const bench = new InformerBench();
    bench.informer.start();
    await bench.goLive(10, pod('a', 1));
    const heard: string[] = [];
    bench.informer.consume((change) => heard.push(told(change)));
    expect(heard).toEqual([]); // the caller has what it returns before work begins
    await settled();
    await bench.send(modified('a', 11));
    expect(heard).toEqual(['add a@1 initially', 'update a@1→11']);
  });

  it('L6: work that throws or rejects is reported once, and the next event is worked on; nobody else is disturbed', async () => {
    const bench = new InformerBench();
    const slow = new SlowWork();
    bench.informer.consume(slow.work);
    bench.informer.consume(() => {
      throw new Error('thrown');
    });
    const heard = listen(bench.informer);
    await bench.goLive(10, pod('a', 1), pod('b', 2));
    await slow.finish('a', new Error('rejected'));
    expect(slow.begun).toEqual(['add a@1 initially', 'add b@2 initially']);
    expect(heard).toEqual(slow.begun);
    await reports();
    expect(reported).toEqual([new Error('thrown'), new Error('thrown'), new Error('rejected')]);
    expect(bench.server.open).toHaveLength(1);
  });

  it('L9: unsubscribing is final: nothing more is begun; what is being worked on goes on, and then it is finished', async () => {
    const bench = new InformerBench();
    const slow = new SlowWork();
    const consumption = bench.informer.consume(slow.work);
    await bench.goLive(10, pod('a', 1), pod('b', 2));
    let finished = false;
    void consumption.finished.then(() => {
      finished = true;
    });
    consumption.unsubscribe();
    expect(bench.server.open).toEqual([]);
    await settled();
    expect(finished).toBe(false);
    await slow.finish('a');
    expect(finished).toBe(true);
    expect(slow.begun).toEqual(['add a@1 initially']);
  });

  it.each<[string, (consumption: Consumption, bench: InformerBench) => void]>([
    ['unsubscribing', (consumption) => consumption.unsubscribe()],
    ['stop()', (_consumption, { informer }) => informer.stop()],
  ])('L9: %s from within the work is final', async (_what, end) => {
    const bench = new InformerBench();
    bench.informer.start();
    await bench.goLive(10, pod('a', 1), pod('b', 2));
    const heard: string[] = [];
    const consumption: Consumption = bench.informer.consume(
      async (change) => {
        heard.push(told(change));
        end(consumption, bench);
      },
      { concurrency: 4 },
    );
    await settled();
    await consumption.finished;
    expect(heard).toEqual(['add a@1 initially']);
    expect(consumption.closed).toBe(true);
  });

  it('L9: what is ended before its work began, or after the informer was stopped, does nothing', async () => {
    const bench = new InformerBench();
    const slow = new SlowWork();
    bench.informer.start();
    await bench.goLive(10, pod('a', 1));
    const consumption = bench.informer.consume(slow.work);
    consumption.unsubscribe();
    await consumption.finished;
    bench.informer.stop();
    const late = bench.informer.consume(slow.work);
    expect(late.closed).toBe(true);
    await late.finished;
    await settled();
    expect(slow.begun).toEqual([]);
  });

  it('tells every object again after its own resync period, but for those that wait to be told anyway', async () => {
    const bench = new InformerBench();
    const slow = new SlowWork();
    bench.informer.consume(slow.work, { resyncPeriod: 1000 });
    const heard = listen(bench.informer);
    await bench.goLive(10, pod('a', 1), pod('b', 2));
    bench.clock.advance(5000);
    await slow.finishAll();
    expect(slow.begun).toEqual(['add a@1 initially', 'add b@2 initially', 'sync a@1']);
    expect(heard).toEqual(['add a@1 initially', 'add b@2 initially']);
  });

  it.each<[string, ConsumeOptions]>([
    ['concurrency: 0', { concurrency: 0 }],
    ['concurrency: 1.5', { concurrency: 1.5 }],
    ['concurrency: NaN', { concurrency: Number.NaN }],
    ['keep: "some"', { keep: 'some' as 'all' }],
    ['resyncPeriod: -1', { resyncPeriod: -1 }],
  ])('throws at the call, naming it: %s', (message, options) => {
    const { informer } = new InformerBench();
    expect(() => informer.consume(() => {}, options)).toThrow(message);
  });

  it('throws at the call when there is no work', () => {
    const { informer } = new InformerBench();
    expect(() => informer.consume(undefined as unknown as () => void)).toThrow(/consume: undefined is not a function/);
  });
});
