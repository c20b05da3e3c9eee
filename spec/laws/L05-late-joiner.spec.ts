import { expect, it } from '@jest/globals';
import { InformerBench, listen, told } from '../support/informer-bench.js';
import { event, pod } from '../support/scripted-server.js';

it('L5: a late subscriber gets the present as initial adds, then every later change once', async () => {
  const bench = new InformerBench();
  bench.informer.start();
  await bench.goLive(10, pod('a', 1));
  await bench.send(event('ADDED', pod('b', 11)));
  const late = listen(bench.informer);
  expect(late).toEqual(['add a@1 initially', 'add b@11 initially']);
  await bench.send(event('MODIFIED', pod('a', 12)));
  expect(late.slice(2)).toEqual(['update a@1→12']);
});

it.each(['snapshot$', 'changes$', 'events$', 'status$'] as const)(
  'L5: one who subscribes from within a callback of %s, in the middle of a commit, hears of it once',
  async (stream) => {
    const bench = new InformerBench();
    const { informer } = bench;
    const late: string[][] = [];
    let joining = false;
    const join = () => {
      if (!joining) return;
      joining = false;
      late.push(listen(informer));
    };
    informer.status$.subscribe(() => stream === 'status$' && join());
    informer.snapshot$.subscribe(() => stream === 'snapshot$' && join());
    informer.changes$.subscribe(() => stream === 'changes$' && join());
    informer.events$.subscribe(() => stream === 'events$' && join());

    joining = true;
    await bench.goLive(10, pod('a', 1));
    joining = true;
    await bench.send(event('MODIFIED', pod('a', 11)), event('ADDED', pod('b', 12)));
    joining = true;
    await bench.relist(20, pod('b', 12), pod('c', 15));

    for (const heard of late)
      expect(stories(heard)).toEqual({
        b: 'add',
        c: 'add',
        ...(heard.some((word) => word.includes(' a@')) && { a: expect.stringMatching(/^add(,update)*,delete$/) }),
      });
    expect(late.length).toBeGreaterThan(0);
  },
);

it('L5: two subscribers that join in each other’s callbacks both hear each event once, in one order', async () => {
  const bench = new InformerBench();
  const heard: string[][] = [[], []];
  bench.informer.events$.subscribe((change) => {
    heard[0]?.push(told(change));
    if (change.key === 'shop/a' && change.type === 'add')
      bench.informer.events$.subscribe((later) => heard[1]?.push(told(later)));
  });
  await bench.goLive(10, pod('a', 1), pod('b', 2));
  await bench.send(event('MODIFIED', pod('b', 11)), event('MODIFIED', pod('a', 12)));
  expect(heard[0]).toEqual(['add a@1 initially', 'add b@2 initially', 'update b@2→11', 'update a@1→12']);
  expect(heard[1]).toEqual(heard[0]);
});

/** Per key, the words that were heard of it. */
function stories(heard: readonly string[]): Record<string, string> {
  const byKey: Record<string, string[]> = {};
  for (const [word = '', rest = ''] of heard.map((text) => text.split(' '))) {
    const key = rest.split('@')[0] ?? '';
    byKey[key] = [...(byKey[key] ?? []), word];
  }
  return Object.fromEntries(Object.entries(byKey).map(([key, words]) => [key, words.join(',')]));
}
