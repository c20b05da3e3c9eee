import { describe, expect, it } from '@jest/globals';
import { BehaviorSubject } from 'rxjs';
import { createInformerFactory, type InformerFactoryOptions, NotReadyError } from '../../lib/informer/index.js';
import { core, customResource } from '../../lib/kubernetes/index.js';
import { pod, podList, type ScriptedExchange, ScriptedServer } from '../support/scripted-server.js';
import { settled, TestClock } from '../support/virtual-time.js';

function bench(options: Partial<InformerFactoryOptions> = {}) {
  const server = new ScriptedServer();
  const clock = new TestClock();
  const factory = createInformerFactory({ transport: server, scheduler: clock, random: () => 0.5, ...options });
  /** The newest request for a resource. */
  const at = (plural: string): ScriptedExchange => {
    const found = server.exchanges.findLast(({ url }) => url.pathname.endsWith(`/${plural}`));
    if (found === undefined) throw new Error(`no ${plural} were requested`);
    return found;
  };
  const list = async (plural: string, ...objects: object[]) => {
    const kind = plural === 'pods' ? 'PodList' : 'ServiceList';
    at(plural).json({ ...podList(10, objects), kind });
    at(plural).open();
    await settled();
  };
  return { server, clock, factory, at, list };
}

describe('informer factory: informer()', () => {
  it('gives the same informer for the same request, so that there is one list and one watch', async () => {
    const { server, factory, list } = bench();
    const node = () => [];
    const ask = () => factory.informer(core.pods, { namespace: 'shop', labelSelector: 'a=b', indexers: { node } });
    expect(ask()).toBe(ask());
    ask().start();
    ask().snapshot$.subscribe();
    await list('pods');
    expect(server.log).toEqual([
      'list?labelSelector=a%3Db&limit=500&resourceVersion=0',
      expect.stringMatching(/^watch/),
    ]);
  });

  it('takes as the same what is described the same: lists, custom resources, options not given', () => {
    const { factory } = bench();
    const widgets = () => customResource({ group: 'example.com', version: 'v1', plural: 'widgets', namespaced: true });
    const ask = (labelSelector?: string | undefined) =>
      factory.informer(widgets(), { namespace: ['a', 'b'], ...(labelSelector === '' ? {} : { labelSelector }) });
    expect(ask()).toBe(ask(''));
  });

  it.each<[string, Parameters<ReturnType<typeof createInformerFactory>['informer']>[1]]>([
    ['namespace', { namespace: 'other' }],
    ['set of namespaces', { namespace: ['shop'] }],
    ['stream of namespaces', { namespace: new BehaviorSubject<readonly string[]>([]) }],
    ['label selector', { labelSelector: 'a=b' }],
    ['index function', { indexers: { node: () => [] } }],
    ['transform', { transform: () => {} }],
    ['page size', { pageSize: 10 }],
    ['name', { name: 'mine' }],
  ])('gives another informer for another %s', (_, options) => {
    const { factory } = bench({ namespace: 'shop' });
    expect(factory.informer(core.pods, options)).not.toBe(factory.informer(core.pods));
  });

  it('tells sets of namespaces apart of which one is the beginning of the other', () => {
    const { factory } = bench();
    const ask = (...namespace: string[]) => factory.informer(core.pods, { namespace });
    expect(ask('a')).not.toBe(ask('a', 'b'));
    expect(ask('a', 'b')).not.toBe(ask('a'));
  });

  it('tells resources apart', () => {
    const { factory } = bench();
    expect(factory.informer(core.pods)).not.toBe(factory.informer(core.services));
  });

  it('starts from the defaults, and each informer may have its own', async () => {
    const { factory, at } = bench({ namespace: 'shop', pageSize: 7, labelSelector: 'a=b' });
    factory.informer(core.pods).start();
    factory.informer(core.services, { namespace: 'other', labelSelector: undefined }).start();
    expect(at('pods').url.pathname).toBe('/api/v1/namespaces/shop/pods');
    expect(at('pods').query).toMatchObject({ limit: '7', labelSelector: 'a=b' });
    expect(at('services').url.pathname).toBe('/api/v1/namespaces/other/services');
    expect(at('services').query).toMatchObject({ limit: '7', labelSelector: 'a=b' });
  });

  it('does not put a cluster-scoped resource into the default namespace', () => {
    const { factory, at } = bench({ namespace: 'shop' });
    factory.informer(core.nodes).start();
    expect(at('nodes').url.pathname).toBe('/api/v1/nodes');
  });

  it('gives a new informer after somebody stopped the old one', () => {
    const { factory } = bench();
    const first = factory.informer(core.pods);
    first.stop();
    expect(factory.informer(core.pods)).not.toBe(first);
  });

  it('throws at the call for what is malformed, and names it', () => {
    expect(() => bench({ pageSize: -1 })).toThrow(/^pageSize: -1/);
    expect(() => createInformerFactory({} as InformerFactoryOptions)).toThrow(/^transport: missing/);
    const { factory } = bench();
    expect(() => factory.informer(core.pods, { namespace: 'a/b' })).toThrow(/^namespace is "a\/b"/);
    expect(() => factory.informer(core.pods, { indexers: { node: 1 as never } })).toThrow(/^indexers\.node/);
    expect(() => factory.informer(undefined as never)).toThrow(/^resource: missing/);
  });
});

describe('informer factory: all of them', () => {
  it('ready() connects them and resolves when each has its first list', async () => {
    const { factory, list } = bench();
    const pods = factory.informer(core.pods);
    const services = factory.informer(core.services);
    let ready = false;
    const promise = factory.ready().then(() => {
      ready = true;
    });
    await list('pods', pod('a', 1));
    expect(ready).toBe(false);
    await list('services');
    await promise;
    expect([pods.snapshot.size, services.snapshot.size]).toEqual([1, 0]);
  });

  it('ready() rejects with the reason of the one that gives up', async () => {
    const { factory, at } = bench();
    factory.informer(core.pods);
    factory.informer(core.services);
    const ready = factory.ready();
    ready.catch(() => {});
    at('services').refuse(403, 'Forbidden');
    await settled();
    await expect(ready).rejects.toThrow(NotReadyError);
    await expect(ready).rejects.toThrow(/^services: the server refuses/);
  });

  it('ready() of a factory without informers resolves at once', async () => {
    await expect(bench().factory.ready()).resolves.toBeUndefined();
  });

  it('start() connects them, and holds', async () => {
    const { factory, server } = bench();
    factory.informer(core.pods);
    factory.informer(core.services);
    factory.start();
    factory.informer(core.pods).snapshot$.subscribe().unsubscribe();
    expect(server.open).toHaveLength(2);
  });

  it('leaves out what somebody stopped', async () => {
    const { factory, list } = bench();
    const pods = factory.informer(core.pods);
    factory.informer(core.services);
    pods.stop();
    const ready = factory.ready();
    await list('services');
    await expect(ready).resolves.toBeUndefined();
    factory.start();
  });

  it('status$ tells how each is, new ones too, and connects none', async () => {
    const { factory, server, list, at } = bench();
    const pods = factory.informer(core.pods);
    const told: string[] = [];
    factory.status$.subscribe((reports) =>
      told.push(reports.map(({ informer, status }) => `${informer.name} ${status.phase}`).join(', ')),
    );
    const services = factory.informer(core.services);
    expect(told).toEqual(['pods idle', 'pods idle, services idle']);
    expect(server.exchanges).toEqual([]);
    pods.start();
    await list('pods');
    services.start();
    at('services').refuse(500, 'InternalError');
    expect(told.at(-1)).toBe('pods live, services retrying');
  });

  it('status$ of a factory without informers is an empty list', () => {
    const told: unknown[] = [];
    bench().factory.status$.subscribe((reports) => told.push(reports));
    expect(told).toEqual([[]]);
  });

  it('L11: nobody can write to a report', () => {
    const { factory } = bench();
    factory.informer(core.pods);
    factory.status$.subscribe((reports) => {
      expect(Object.isFrozen(reports)).toBe(true);
      expect(Object.isFrozen(reports[0])).toBe(true);
    });
    expect.assertions(2);
  });

  it('status$ tells one who comes after stop() how they were left, and completes', () => {
    const { factory } = bench();
    factory.informer(core.pods);
    factory.informer(core.services);
    factory.start();
    factory.stop();
    const told: unknown[] = [];
    factory.status$.subscribe({
      next: (reports) => told.push(reports.map(({ informer, status }) => `${informer.name} ${status.phase}`)),
      complete: () => told.push('complete'),
    });
    expect(told).toEqual([['pods stopped', 'services stopped'], 'complete']);
  });

  it('L9: stop() ends all of them for good', async () => {
    const { factory, server, clock } = bench();
    const ended: string[] = [];
    factory.informer(core.pods).snapshot$.subscribe({ complete: () => ended.push('pods') });
    factory.informer(core.services).snapshot$.subscribe({ complete: () => ended.push('services') });
    factory.status$.subscribe({ complete: () => ended.push('status$') });
    factory.stop();
    factory[Symbol.dispose]();
    expect(ended).toEqual(['pods', 'services', 'status$']);
    expect(server.open).toEqual([]);
    expect(clock.actions).toEqual([]);
    expect(() => factory.informer(core.pods)).toThrow(/was stopped, which is final/);
    expect(() => factory.start()).toThrow(/was stopped, which is final/);
    await expect(factory.ready()).rejects.toThrow(NotReadyError);
  });
});
