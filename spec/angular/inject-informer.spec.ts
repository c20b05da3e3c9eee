import { computed, effect, signal } from '@angular/core';
import { afterEach, describe, expect, it } from '@jest/globals';
import { injectInformer, type ProvidedOptions, provideInformers } from '../../lib/angular/index.js';
import { core } from '../../lib/kubernetes/index.js';
import { pod, ScriptedServer } from '../support/scripted-server.js';
import { settled } from '../support/virtual-time.js';
import { Bench } from './support/bench.js';
import { Page } from './support/page.js';

let bench: Bench;
const open = async (options?: Partial<ProvidedOptions>) => {
  bench = await Bench.open(options);
  return bench;
};
afterEach(() => bench?.close());

const names = (rows: readonly { readonly metadata: { readonly name: string } }[]) =>
  rows.map(({ metadata }) => metadata.name).join(' ');

describe('injectInformer', () => {
  it('L15: shows nothing, and how it is, until the first list is complete, and then all of it at once', async () => {
    const { page } = await open();
    const { made: pods } = page.scope(() => injectInformer({ resource: core.pods }));
    expect([pods.ready(), pods.rows(), pods.snapshot().size, pods.status().phase]).toEqual([false, [], 0, 'listing']);
    await bench.list('', pod('b', 2), pod('a', 1));
    expect([pods.ready(), names(pods.rows()), pods.status().phase]).toEqual([true, 'a b', 'live']);
  });

  it('tells of a thousand events once, with the next frame', async () => {
    const { page, frames } = await open();
    let told = 0;
    const { made: pods } = page.scope(() => {
      const made = injectInformer({ resource: core.pods });
      effect(() => {
        made.rows();
        told++;
      });
      return made;
    });
    await bench.list('', pod('a', 1));
    page.tick();
    const before = told;
    for (let version = 11; version <= 1010; version++) await bench.tell('', 'MODIFIED', pod('a', version));
    page.tick();
    expect(told).toBe(before);
    frames.next();
    page.tick();
    expect([told - before, pods.snapshot().resourceVersion]).toEqual([1, '1010']);
    expect(frames.waiting).toBe(0);
  });

  it('L18: costs nothing in a hidden tab, which has no frames, and shows the newest state in the first one', async () => {
    const { page, frames } = await open();
    const { made: pods } = page.scope(() => injectInformer({ resource: core.pods }));
    await bench.list('', pod('a', 1));
    for (let version = 11; version <= 1010; version++) await bench.tell('', 'ADDED', pod(`a-${version}`, version));
    expect([frames.waiting, pods.rows().length]).toEqual([1, 1]);
    frames.next();
    expect(pods.rows()).toHaveLength(1001);
  });

  it('L12: what did not change keeps its reference, and a list that holds the same is the same', async () => {
    const { page, frames } = await open();
    const { made: pods } = page.scope(() => injectInformer({ resource: core.pods }));
    await bench.list('', pod('a', 1), pod('b', 2));
    const [a, b] = pods.rows();
    await bench.tell('', 'MODIFIED', pod('b', 11));
    frames.next();
    const after = pods.rows();
    expect([after[0] === a, after[1] === b]).toEqual([true, false]);
    bench
      .at()
      .send({ type: 'BOOKMARK', object: { kind: 'Pod', apiVersion: 'v1', metadata: { resourceVersion: '50' } } });
    frames.next();
    expect(pods.rows()).toBe(after);
  });

  it('L7: tells what is wrong at once, without a frame', async () => {
    const { page } = await open();
    const { made: pods } = page.scope(() => injectInformer({ resource: core.pods }));
    bench.at().refuse(403, 'Forbidden');
    expect(pods.status()).toMatchObject({ phase: 'retrying', synced: false, failure: { kind: 'forbidden' } });
    expect(pods.ready()).toBe(false);
  });

  it('ends a wait for a button', async () => {
    const { page, server } = await open();
    const { made: pods } = page.scope(() => injectInformer({ resource: core.pods }));
    bench.at().refuse(500, 'InternalError');
    const asked = server.exchanges.length;
    pods.retryNow();
    expect(server.exchanges).toHaveLength(asked + 1);
  });
});

describe('injectInformer, shared', () => {
  it('is one informer for equal requests, with one list and one watch', async () => {
    const { page, server } = await open();
    const ask = () => page.scope(() => injectInformer({ resource: core.pods, namespace: 'shop' }));
    const [first, second] = [ask(), ask()];
    await bench.list('shop', pod('a', 1));
    expect(second.made.informer()).toBe(first.made.informer());
    expect([server.exchanges.length, names(first.made.rows()), names(second.made.rows())]).toEqual([2, 'a', 'a']);
    first.destroy();
    expect(server.open).toHaveLength(1);
  });

  it('L9: leaves no socket, timer or frame when the last component is gone', async () => {
    const { page, server, clock, frames } = await open();
    const scopes = [1, 2].map(() => page.scope(() => injectInformer({ resource: core.pods })));
    await bench.list('', pod('a', 1));
    await bench.tell('', 'MODIFIED', pod('a', 11));
    for (const { destroy } of scopes) destroy();
    expect([server.open.length, clock.pending, frames.waiting]).toEqual([0, 0, 0]);
  });

  it('keeps the connection for keepAliveMs, so that the next page shows the rows at once', async () => {
    const { page, server, clock } = await open({ keepAliveMs: 1000 });
    const ask = () => page.scope(() => injectInformer({ resource: core.pods }));
    const before = ask();
    await bench.list('', pod('a', 1));
    before.destroy();
    clock.advance(999);
    const after = ask();
    expect([after.made.ready(), names(after.made.rows()), server.exchanges.length]).toEqual([true, 'a', 2]);
    after.destroy();
    clock.advance(1000);
    expect([server.open.length, clock.pending]).toEqual([0, 0]);
  });

  it('L18: keeps the caches of as many informers as it is to remember, and of no others', async () => {
    const { page, server } = await open({ remember: 1 });
    const visit = (namespace: string) => page.scope(() => injectInformer({ resource: core.pods, namespace }));
    for (const namespace of ['a', 'b']) {
      const { destroy } = visit(namespace);
      await bench.list(namespace, pod(`pod-of-${namespace}`, 1));
      destroy();
    }
    const b = visit('b');
    expect([names(b.made.rows()), server.last.query]).toEqual(['pod-of-b', expect.objectContaining({ watch: 'true' })]);
    const a = visit('a');
    expect([names(a.made.rows()), a.made.ready()]).toEqual(['', false]);
  });

  it('stops everything with the application', async () => {
    const { page, server, clock } = await open({ keepAliveMs: 1000 });
    page.scope(() => injectInformer({ resource: core.pods }));
    await bench.list('', pod('a', 1));
    page.close();
    expect([server.open.length, clock.pending]).toEqual([0, 0]);
  });
});

describe('injectInformer, of what a signal says', () => {
  it('never shows the rows of one namespace as those of another', async () => {
    const { page, server } = await open();
    const namespace = signal('a');
    const { made: pods } = page.scope(() => injectInformer({ resource: core.pods, namespace }));
    await bench.list('a', pod('of-a', 1));
    const shown = computed(() => `${namespace()}: ${names(pods.rows())} ${pods.ready()}`);
    expect(shown()).toBe('a: of-a true');
    namespace.set('b');
    expect(shown()).toBe('b:  false');
    page.tick();
    expect([shown(), server.open.map(({ url }) => url.pathname)]).toEqual(['b:  false', ['/api/v1/namespaces/b/pods']]);
    await bench.list('b', pod('of-b', 1));
    expect(shown()).toBe('b: of-b true');
    namespace.set('a');
    expect(shown()).toBe('a: of-a true');
    expect(pods.status()).toMatchObject({ phase: 'idle', staleSince: 0 });
  });

  it('keeps its informer where what the signal says asks for the same', async () => {
    const { page, server } = await open();
    const namespaces = signal(['a', 'b']);
    const { made: pods } = page.scope(() => injectInformer({ resource: core.pods, namespace: () => namespaces() }));
    const informer = pods.informer();
    await settled();
    namespaces.set(['a', 'b']);
    page.tick();
    expect(pods.informer()).toBe(informer);
    await settled();
    expect(server.exchanges).toHaveLength(2);
  });

  it('takes selectors that are functions', async () => {
    const { page, server } = await open();
    const tier = signal('web');
    page.scope(() =>
      injectInformer({
        resource: core.pods,
        labelSelector: () => `tier=${tier()}`,
        fieldSelector: () => 'spec.nodeName=one',
      }),
    );
    tier.set('data');
    page.tick();
    expect(
      server.exchanges.map(({ query: { labelSelector, fieldSelector } }) => [labelSelector, fieldSelector]),
    ).toEqual([
      ['tier=web', 'spec.nodeName=one'],
      ['tier=data', 'spec.nodeName=one'],
    ]);
  });

  it('asks for nothing while a function gives no options', async () => {
    const { page, server } = await open();
    const resource = signal<typeof core.pods | undefined>(undefined);
    const { made: pods } = page.scope(() =>
      injectInformer(() => {
        const now = resource();
        return now && { resource: now };
      }),
    );
    expect([pods.informer(), pods.rows(), pods.status().phase, pods.ready()]).toEqual([undefined, [], 'idle', false]);
    pods.retryNow();
    resource.set(core.pods);
    page.tick();
    await bench.list('', pod('a', 1));
    expect(names(pods.rows())).toBe('a');
    resource.set(undefined);
    page.tick();
    expect([pods.rows(), server.open]).toEqual([[], []]);
  });
});

describe('injectInformer, in a component', () => {
  it('renders with OnPush and without zones, once a frame, and is gone with the component', async () => {
    const { page, server, frames } = await open();
    class Pods {
      readonly pods = injectInformer({ resource: core.pods });
    }
    const view = page.show(
      Pods,
      `@if (pods.ready()) { @for (pod of pods.rows(); track pod.metadata.uid) { <p>{{ pod.metadata.name }};</p> } } @else { {{ pods.status().phase }} }`,
    );
    expect(view.text).toBe('listing');
    await bench.list('', pod('a', 1));
    page.tick();
    expect(view.text.replaceAll(/\s/g, '')).toBe('a;');
    await bench.tell('', 'ADDED', pod('b', 11));
    frames.next();
    page.tick();
    expect(view.text.replaceAll(/\s/g, '')).toBe('a;b;');
    view.component.destroy();
    expect([server.open, frames.waiting]).toEqual([[], 0]);
  });
});

describe('injectInformer, used wrongly', () => {
  it('says where it may be called', () => {
    expect(() => injectInformer({ resource: core.pods })).toThrow(
      /injectInformer\(\) can only be used within an injection context/,
    );
  });

  it('says what is missing where nothing provides informers', async () => {
    const page = await Page.open();
    expect(() => page.scope(() => injectInformer({ resource: core.pods }))).toThrow(
      'injectInformer: nothing provides informers here; add provideInformers({ transport }) to the providers',
    );
    page.close();
  });

  it('names the option that is wrong, at the call', async () => {
    const { page } = await open();
    const labelselector = { resource: core.pods, labelselector: 'a=b' };
    expect(() => page.scope(() => injectInformer(labelselector))).toThrow(/labelselector: .*labelSelector/);
    expect(() => provideInformers({ transport: new ScriptedServer(), remember: -1 })).toThrow(
      'remember: -1 is no whole',
    );
    expect(() => provideInformers(Object({ transport: 'http://server' }))).toThrow(/transport: .*fetchTransport/);
  });

  it('names the option that is wrong at the call, also where others are functions', async () => {
    const { page } = await open();
    const given = { resource: core.pods, namespace: signal('a'), pageSize: 0 };
    expect(() => page.scope(() => injectInformer(given))).toThrow(/pageSize: 0 is not a positive whole number/);
    expect(() => page.scope(() => injectInformer(Object(undefined)))).toThrow(/resource: missing/);
  });

  it('L7: tells in the status what is wrong with what a signal gave, and goes on with the next value', async () => {
    const { page, server } = await open();
    const labelSelector = signal('tier=web');
    const { made: pods } = page.scope(() => injectInformer({ resource: core.pods, labelSelector }));
    labelSelector.set('tier in (web');
    page.tick();
    expect(pods.status()).toMatchObject({
      phase: 'idle',
      failure: { kind: 'protocol', message: expect.stringContaining('labelSelector') },
    });
    expect([pods.rows(), server.open]).toEqual([[], []]);
    labelSelector.set('tier=web');
    page.tick();
    expect([pods.status().failure, server.open.length]).toEqual([undefined, 1]);
  });
});
