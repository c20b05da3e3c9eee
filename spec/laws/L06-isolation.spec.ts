import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { config } from 'rxjs';
import { InformerBench, listen } from '../support/informer-bench.js';
import { event, pod } from '../support/scripted-server.js';

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

it('L6: subscribers and handlers that throw disturb neither each other nor the cache nor the connection, and are reported', async () => {
  const bench = new InformerBench();
  const fail = (what: string) => () => {
    throw new Error(what);
  };
  bench.informer.snapshot$.subscribe(fail('snapshot'));
  bench.informer.events$.subscribe(fail('events'));
  bench.informer.addEventHandler({ onAdd: fail('handler'), onDelete: fail('handler') });
  const heard = listen(bench.informer);
  await bench.goLive(10, pod('a', 1), pod('b', 2));
  await bench.send(event('DELETED', pod('a', 11)));
  expect(heard).toEqual(['add a@1 initially', 'add b@2 initially', 'delete a@11']);
  expect([...bench.informer.snapshot.keys()]).toEqual(['shop/b']);
  expect(bench.server.log).toHaveLength(2);
  await reports();
  const count = (what: string) => reported.filter((error) => error instanceof Error && error.message === what).length;
  expect([count('snapshot'), count('events'), count('handler')]).toEqual([2, 3, 3]);
});

it('L6: an operator that throws ends its own stream only', async () => {
  const bench = new InformerBench();
  const errors: unknown[] = [];
  const { map } = await import('rxjs');
  bench.informer.events$
    .pipe(
      map(() => {
        throw new Error('mine');
      }),
    )
    .subscribe({ error: (error) => errors.push(error) });
  const heard = listen(bench.informer);
  await bench.goLive(10, pod('a', 1));
  await bench.send(event('MODIFIED', pod('a', 11)));
  expect(errors).toEqual([new Error('mine')]);
  expect(heard).toEqual(['add a@1 initially', 'update a@1→11']);
});

it('L6: an async handler that rejects is reported in the same place', async () => {
  const bench = new InformerBench();
  bench.informer.addEventHandler({ onAdd: async () => Promise.reject(new Error('async')) });
  await bench.goLive(10, pod('a', 1));
  await reports();
  expect(reported).toEqual([new Error('async')]);
});

it('L6: a handler that returns what can be awaited, and is no Promise, is reported too when it rejects', async () => {
  const bench = new InformerBench();
  class Query {
    // biome-ignore lint/suspicious/noThenProperty: such as the queries of many a database client
    then(_done: unknown, failed: (error: Error) => void): void {
      queueMicrotask(() => failed(new Error('later')));
    }
  }
  bench.informer.addEventHandler({ onAdd: () => new Query() as never });
  await bench.goLive(10, pod('a', 1));
  await reports();
  expect(reported).toEqual([new Error('later')]);
});
