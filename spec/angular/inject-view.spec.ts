import { ErrorHandler, effect, signal } from '@angular/core';
import { afterEach, describe, expect, it } from '@jest/globals';
import { tap } from 'rxjs';
import { injectInformer, injectState, injectView, type ProvidedOptions } from '../../lib/angular/index.js';
import { createInformer } from '../../lib/informer/index.js';
import { core } from '../../lib/kubernetes/index.js';
import {
  count,
  groupBy,
  joinBy,
  orderBy,
  project,
  reduceCommits,
  search,
  slice,
  where,
} from '../../lib/views/index.js';
import { pod } from '../support/scripted-server.js';
import { Bench } from './support/bench.js';

let bench: Bench;
const errors: unknown[] = [];
const open = async (options?: Partial<ProvidedOptions>) => {
  const handler = { handleError: (error: unknown) => errors.push(error) };
  bench = await Bench.open(options, { provide: ErrorHandler, useValue: handler });
  return bench;
};
afterEach(() => {
  bench.close();
  expect(errors.splice(0)).toEqual([]);
});

const nameOf = ({ metadata }: { readonly metadata: { readonly name: string } }) => metadata.name;
const on = (node: string) => ({ spec: { nodeName: node } });

/** A table with a search, a sort and a window that are signals. */
function table() {
  const namespace = signal('a');
  const text = signal('');
  const isDescending = signal(false);
  const window = signal({ start: 0, end: 2 });
  const pods = injectInformer({ resource: core.pods, namespace });
  const view = injectView(pods, (commits$, live) =>
    commits$.pipe(
      search(live(text), nameOf),
      orderBy(live(() => [{ ...(isDescending() ? BY_NAME_DOWN : BY_NAME_UP) }])),
      slice(live(window)),
      project(nameOf),
    ),
  );
  return { namespace, text, isDescending, window, pods, view };
}

const compare = (a: unknown, b: unknown) => (String(a) < String(b) ? -1 : 1);
const BY_NAME_UP = { by: nameOf, compare };
const BY_NAME_DOWN = { by: nameOf, compare: (a: unknown, b: unknown) => compare(b, a) };

describe('injectView', () => {
  it('is a chain of operators, whose settings are signals and shown at once', async () => {
    const { page, frames } = await open();
    const { text, isDescending, window, view } = page.scope(table).made;
    expect([view.ready(), view.rows(), view.total()]).toEqual([false, [], 0]);
    await bench.list('a', pod('web-1', 1), pod('web-2', 2), pod('db', 3));
    expect([view.ready(), view.rows(), view.total(), view.start()]).toEqual([true, ['db', 'web-1'], 3, 0]);
    const show = () => {
      page.tick();
      return [view.rows(), view.total(), view.start()];
    };
    text.set('web');
    expect(show()).toEqual([['web-1', 'web-2'], 2, 0]);
    isDescending.set(true);
    expect(show()).toEqual([['web-2', 'web-1'], 2, 0]);
    window.set({ start: 1, end: 2 });
    expect(show()).toEqual([['web-1'], 2, 1]);
    expect(frames.waiting).toBe(0);
  });

  it('tells of a thousand events once, with the next frame, and computes nothing before (L18)', async () => {
    const { page, frames } = await open();
    let told = 0;
    let asked = 0;
    const { view } = page.scope(() => {
      const pods = injectInformer({ resource: core.pods });
      const view = injectView(pods, (commits$) =>
        commits$.pipe(
          where((one) => {
            asked++;
            return one.metadata.name !== 'b';
          }),
        ),
      );
      effect(() => {
        view.snapshot();
        told++;
      });
      return { view };
    }).made;
    await bench.list('', pod('a', 1), pod('b', 2));
    page.tick();
    const before = [told, asked];
    for (let version = 11; version <= 1010; version++) await bench.tell('', 'MODIFIED', pod('a', version));
    page.tick();
    expect([told, asked]).toEqual(before);
    frames.next();
    page.tick();
    expect([told - (before[0] ?? 0), asked - (before[1] ?? 0)]).toEqual([1, 1]);
    expect(view.snapshot().resourceVersion).toBe('1010');
  });

  it('L12: gives the same array until something in it changes', async () => {
    const { page, frames } = await open();
    const { view } = page.scope(table).made;
    await bench.list('a', pod('a', 1), pod('b', 2), pod('c', 3));
    const rows = view.rows();
    await bench.tell('a', 'MODIFIED', pod('c', 11));
    frames.next();
    expect([view.rows(), view.snapshot().resourceVersion]).toEqual([rows, '11']);
    expect(view.rows()).toBe(rows);
  });

  it('never shows the rows of one namespace as those of another', async () => {
    const { page } = await open();
    const { namespace, view } = page.scope(table).made;
    await bench.list('a', pod('of-a', 1));
    expect(view.rows()).toEqual(['of-a']);
    namespace.set('b');
    expect([view.rows(), view.ready()]).toEqual([[], false]);
    page.tick();
    await bench.list('b', pod('of-b', 1));
    expect(view.rows()).toEqual(['of-b']);
    namespace.set('a');
    page.tick();
    expect(view.rows()).toEqual(['of-a']);
  });

  it('is told each value of a setting once, and no more of it when the view is another', async () => {
    const { page } = await open();
    const told: string[] = [];
    let reads = 0;
    const { made } = page.scope(() => {
      const [namespace, text] = [signal('a'), signal('')];
      const read = () => {
        reads++;
        return text();
      };
      const pods = injectInformer({ resource: core.pods, namespace });
      const view = injectView(pods, (commits$, live) =>
        commits$.pipe(search(live(read).pipe(tap((value) => told.push(`${namespace()} ${value}`))), nameOf)),
      );
      return { namespace, text, view };
    });
    page.tick();
    expect([told, reads]).toEqual([['a '], 1]);
    made.namespace.set('b');
    page.tick();
    page.tick();
    reads = 0;
    made.text.set('web');
    page.tick();
    expect([told, reads]).toEqual([['a ', 'b ', 'b web'], 1]);
  });

  it('L9: leaves no socket, timer or frame behind', async () => {
    const { page, server, clock, frames } = await open();
    const { destroy } = page.scope(table);
    await bench.list('a', pod('a', 1));
    await bench.tell('a', 'MODIFIED', pod('a', 11));
    destroy();
    expect([server.open.length, clock.pending, frames.waiting]).toEqual([0, 0, 0]);
  });

  it('joins with another informer, once a frame', async () => {
    const { page, frames } = await open();
    const { made, destroy } = page.scope(() => {
      const pods = injectInformer({ resource: core.pods, namespace: 'a' });
      const others = injectInformer({ resource: core.pods, namespace: 'b' });
      let told = 0;
      const view = injectView(pods, (commits$) =>
        commits$.pipe(
          joinBy(
            others.changes$,
            ({ metadata }) => `shop/${metadata.name}`,
            (one, other) => `${one.metadata.name}@${one.metadata.resourceVersion}-${other?.metadata.resourceVersion}`,
          ),
        ),
      );
      effect(() => {
        view.rows();
        told++;
      });
      return { view, told: () => told };
    });
    await bench.list('a', pod('x', 1));
    await bench.list('b', pod('x', 2));
    page.tick();
    expect(made.view.rows()).toEqual(['x@1-2']);
    const before = made.told();
    for (let version = 11; version <= 20; version++) {
      await bench.tell('b', 'MODIFIED', pod('x', version));
      page.tick();
    }
    expect([made.view.rows(), made.told()]).toEqual([['x@1-2'], before]);
    frames.next();
    page.tick();
    expect([made.view.rows(), made.told()]).toEqual([['x@1-20'], before + 1]);
    await bench.tell('b', 'MODIFIED', pod('x', 21));
    expect(frames.waiting).toBeGreaterThan(0);
    destroy();
    expect(frames.waiting).toBe(0);
  });

  it('is of an informer of your own, too', async () => {
    const { page, server, clock } = await open();
    const informer = createInformer({ transport: server, resource: core.pods, scheduler: clock });
    const { made: view, destroy } = page.scope(() =>
      injectView(informer, (commits$) => commits$.pipe(groupBy((one) => one.spec?.nodeName, { pods: count() }))),
    );
    await bench.list('', pod('a', 1, on('one')), pod('b', 2, on('one')));
    expect(view.rows()).toEqual([{ key: 'one', pods: 2 }]);
    destroy();
    expect(server.open).toEqual([]);
  });

  it('L6: tells what a function of it throws, once, and keeps what it showed; the informer goes on', async () => {
    const { page, frames } = await open();
    const { made } = page.scope(() => {
      const pods = injectInformer({ resource: core.pods });
      const view = injectView(pods, (commits$) =>
        commits$.pipe(
          where(({ metadata }) => {
            if (metadata.name === 'bad') throw new Error('bad pod');
            return true;
          }),
        ),
      );
      return { pods, view };
    });
    await bench.list('', pod('a', 1));
    await bench.tell('', 'ADDED', pod('bad', 11));
    frames.next();
    await bench.tell('', 'ADDED', pod('b', 12));
    frames.next();
    expect([made.view.rows().map(nameOf), made.pods.rows().length]).toEqual([['a'], 3]);
    expect([made.view.error(), errors]).toEqual([new Error('bad pod'), [new Error('bad pod')]]);
    errors.length = 0;
  });

  it('says what it takes', async () => {
    const { page } = await open();
    expect(() => page.scope(() => injectView(Object(1), Object))).toThrow('injectView: the first argument is what');
    const pods = () => injectInformer({ resource: core.pods });
    expect(() => page.scope(() => injectView(pods(), Object(undefined)))).toThrow('injectView: the second argument is');
    expect(() => injectView(Object(1), Object)).toThrow(/injectView\(\) can only be used within an injection context/);
  });
});

describe('injectState', () => {
  it('is whatever is made of the commits, of each of them, and changes once a frame', async () => {
    const { page, frames } = await open();
    const { made: deleted } = page.scope(() => {
      const pods = injectInformer({ resource: core.pods });
      return injectState(pods, (commits$) =>
        commits$.pipe(
          reduceCommits(0, (sum, { changes }) => sum + changes.filter(({ type }) => type === 'delete').length),
        ),
      );
    });
    expect(deleted()).toBe(undefined);
    await bench.list('', pod('a', 1), pod('b', 2));
    expect(deleted()).toBe(0);
    await bench.tell('', 'DELETED', pod('a', 11));
    await bench.tell('', 'ADDED', pod('c', 12));
    await bench.tell('', 'DELETED', pod('c', 13));
    expect([deleted(), frames.waiting]).toEqual([0, 1]);
    frames.next();
    expect(deleted()).toBe(2);
  });
});

describe('changes$ of what is injected', () => {
  it('L9: follows the informer that it is now, and ends with the injection context', async () => {
    const { page, server } = await open();
    const heard: string[] = [];
    const { made, destroy } = page.scope(() => {
      const namespace = signal('a');
      return { namespace, pods: injectInformer({ resource: core.pods, namespace }) };
    });
    made.pods.changes$.subscribe({
      next: ({ changes }) => heard.push(changes.map(({ type, object }) => `${type} ${nameOf(object)}`).join()),
      complete: () => heard.push('complete'),
    });
    await bench.list('a', pod('of-a', 1));
    made.namespace.set('b');
    page.tick();
    await bench.list('b', pod('of-b', 1));
    expect([heard, server.open.length]).toEqual([['add of-a', 'add of-b'], 1]);
    destroy();
    expect([heard.at(-1), server.open]).toEqual(['complete', []]);
  });
});
