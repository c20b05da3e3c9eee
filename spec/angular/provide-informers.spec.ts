import { EventEmitter, InjectionToken, inject, NgZone, PLATFORM_ID } from '@angular/core';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Observable } from 'rxjs';
import { INFORMER_FACTORY, injectInformer, injectView, provideInformers } from '../../lib/angular/index.js';
import { core } from '../../lib/kubernetes/index.js';
import type { Transport } from '../../lib/transport/index.js';
import { where } from '../../lib/views/index.js';
import { pod, ScriptedServer } from '../support/scripted-server.js';
import { settled, TestClock } from '../support/virtual-time.js';
import { Bench } from './support/bench.js';
import { Page } from './support/page.js';

let bench: Bench;
afterEach(() => bench?.close());

describe('provideInformers', () => {
  it('takes a function that injects what it needs, once for each application', async () => {
    const CLUSTER = new InjectionToken<Transport>('cluster');
    const server = new ScriptedServer();
    let calls = 0;
    const options = () => {
      calls++;
      return { transport: inject(CLUSTER), scheduler: new TestClock() };
    };
    const page = await Page.open({ provide: CLUSTER, useValue: server }, provideInformers(options));
    for (let i = 0; i < 2; i++) page.scope(() => injectInformer({ resource: core.pods }));
    expect([calls, server.exchanges.length]).toEqual([1, 1]);
    page.close();
  });

  it('gives the factory, whose informers are those of the components and are kept', async () => {
    bench = await Bench.open({ remember: 0 });
    const { page, server } = bench;
    const factory = page.scope(() => inject(INFORMER_FACTORY)).made;
    const own = factory.informer(core.pods);
    const { made: pods, destroy } = page.scope(() => injectInformer({ resource: core.pods }));
    expect(pods.informer()).toBe(own);
    destroy();
    expect([server.open, own.status.phase]).toEqual([[], 'idle']);
    own.start();
    await bench.list('', pod('a', 1));
    expect(own.snapshot.size).toBe(1);
    page.close();
    expect([own.status.phase, server.open]).toEqual(['stopped', []]);
  });

  it('L18: lets go of an informer at once where it is to remember none', async () => {
    bench = await Bench.open({ remember: 0 });
    const { made: pods, destroy } = bench.page.scope(() => injectInformer({ resource: core.pods }));
    const informer = pods.informer();
    destroy();
    expect(informer?.status.phase).toBe('stopped');
    const again = bench.page.scope(() => injectInformer({ resource: core.pods }));
    await bench.list('', pod('a', 1));
    expect(again.made.rows()).toHaveLength(1);
  });

  it('has another informer where that which was asked for is let go before it is connected', async () => {
    bench = await Bench.open({ remember: 0 });
    const { page } = bench;
    const before = page.scope(() => injectInformer({ resource: core.services }));
    const asked = page.scopeUnchecked(() => {
      const pods = injectInformer({ resource: core.pods });
      pods.rows();
      return pods;
    });
    before.destroy();
    page.tick();
    await bench.list('', pod('a', 1));
    expect([asked.made.rows().length, asked.made.status().phase]).toEqual([1, 'live']);
    expect(asked.made.informer()?.status.phase).toBe('live');
  });
});

describe('on a server', () => {
  const onServer = { provide: PLATFORM_ID, useValue: 'server' };

  it('nothing connects, and the page is stable', async () => {
    bench = await Bench.open({}, onServer);
    const { page, server } = bench;
    const { made } = page.scope(() => {
      const pods = injectInformer({ resource: core.pods });
      return { pods, view: injectView(pods, (commits$) => commits$.pipe(where(() => true))) };
    });
    await page.app.whenStable();
    expect([made.pods.status().phase, made.pods.rows(), made.view.rows(), server.exchanges]).toEqual([
      'idle',
      [],
      [],
      [],
    ]);
  });

  it('with connectOnServer the page waits for the first list', async () => {
    bench = await Bench.open({ connectOnServer: true }, onServer);
    const { page, server } = bench;
    const { made: pods, destroy } = page.scope(() => injectInformer({ resource: core.pods }));
    let isStable = false;
    const stable = page.app.whenStable().then(() => {
      isStable = true;
    });
    await settled();
    expect([server.exchanges.length, isStable]).toEqual([1, false]);
    await bench.list('', pod('a', 1));
    await stable;
    expect(pods.rows()).toHaveLength(1);
    destroy();
    expect(server.open).toEqual([]);
  });

  it('with connectOnServer the page does not wait for what does not work', async () => {
    bench = await Bench.open({ connectOnServer: true }, onServer);
    const { page } = bench;
    const { made: pods } = page.scope(() => injectInformer({ resource: core.pods }));
    bench.at().refuse(403, 'Forbidden');
    await page.app.whenStable();
    expect(pods.status().failure?.kind).toBe('forbidden');
  });
});

describe('with zone.js', () => {
  /** Angular's zone, as far as whether something runs outside of it. */
  class CountingZone {
    outside = 0;
    readonly hasPendingMicrotasks = false;
    readonly hasPendingMacrotasks = false;
    readonly isStable = true;
    readonly onUnstable = new EventEmitter<unknown>();
    readonly onMicrotaskEmpty = new EventEmitter<unknown>();
    readonly onStable = new EventEmitter<unknown>();
    readonly onError = new EventEmitter<unknown>();

    run<V>(work: () => V): V {
      return work();
    }

    runOutsideAngular<V>(work: () => V): V {
      this.outside++;
      try {
        return work();
      } finally {
        this.outside--;
      }
    }
  }

  it('requests are made outside of the zone, those after a button too', async () => {
    const zone = new CountingZone();
    const outside: boolean[] = [];
    const server = new ScriptedServer();
    const transport: Transport = {
      url: server.url,
      request: (request) =>
        new Observable((subscriber) => {
          outside.push(zone.outside > 0);
          return server.request(request).subscribe(subscriber);
        }),
    };
    bench = await Bench.open({ transport }, { provide: NgZone, useValue: zone });
    const { made: pods } = bench.page.scope(() => injectInformer({ resource: core.pods }));
    server.last.refuse(500, 'InternalError');
    pods.retryNow();
    expect(outside.length).toBeGreaterThan(1);
    expect(new Set(outside)).toEqual(new Set([true]));
  });
});
