import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { V1Pod } from '@kubernetes/client-node';
import type { Browser, Page } from 'playwright-core';
import type * as rxjs from 'rxjs';
import type * as library from '../../lib/index.js';
import { core, type Informer, type Plain } from '../../lib/index.js';
import { type ApiServer, createApiServer, type Listening } from '../../lib/server.js';
import { complaintsOf, FAR_HOST, heapOf, launchChromium } from './support/chromium.js';
import { Site } from './support/site.js';
import { Wire } from './support/wire.js';

declare global {
  /** In the page. */
  var rxinformer: typeof library & { readonly rxjs: typeof rxjs };
  var pods: Informer<Plain<V1Pod>>;
  /** Statuses that there were, in short. */
  var told: string[];
}

let browser: Browser;
let server: ApiServer;
let listening: Listening;
let site: Site;
let wire: Wire;

beforeAll(async () => {
  browser = await launchChromium();
  server = createApiServer();
  for (let i = 0; i < 1000; i++) create(`pod-${i}`);
  listening = await server.listen();
  site = await Site.before(listening.url);
  wire = await Wire.to(site.port);
});

afterAll(async () => {
  await browser.close();
  await wire.close();
  await site.close();
  await listening.close();
});

function create(name: string): void {
  server.store.create(core.pods, { metadata: { name, namespace: 'default' }, spec: { containers: [] } });
}

/** A page whose informer of all pods is live. */
async function pageWithPods(
  host = '127.0.0.1',
): Promise<{ readonly page: Page; readonly complaints: readonly string[] }> {
  const page = await browser.newPage();
  const complaints = complaintsOf(page);
  await page.goto(`http://${host}:${wire.port}/`);
  await page.evaluate(async () => {
    const { core, createInformer, fetchTransport } = rxinformer;
    globalThis.told = [];
    globalThis.pods = createInformer({ transport: fetchTransport({ baseUrl: location.origin }), resource: core.pods });
    pods.status$.subscribe(({ phase, failure }) =>
      told.push(failure === undefined ? phase : `${phase}: ${failure.message}`),
    );
    await pods.ready({ timeout: 20_000 });
  });
  return { page, complaints };
}

/** What the server has. Its version is a small number here. */
function listed() {
  const { items, metadata } = server.store.list(core.pods);
  return { items, resourceVersion: Number(metadata?.resourceVersion) };
}

/** Resolves when the page's informer is live and holds what the server has. */
async function converges(page: Page): Promise<void> {
  const { resourceVersion, items } = listed();
  await page.waitForFunction(
    ([version, size]) =>
      pods.status.phase === 'live' && Number(pods.snapshot.resourceVersion) >= version && pods.snapshot.size === size,
    [resourceVersion, items.length] as const,
    { timeout: 40_000 },
  );
}

describe('the core in Chromium', () => {
  it('L2: lists and watches over fetch, and the snapshot is what the server has, with no part of Node in the page', async () => {
    const { page, complaints } = await pageWithPods();
    create('one-more');
    await converges(page);
    const { names, node } = await page.evaluate(() => ({
      names: [...pods.snapshot].map(([key]) => key),
      node: typeof Reflect.get(globalThis, 'process') + typeof Reflect.get(globalThis, 'Buffer'),
    }));
    expect(names).toEqual(
      server.store
        .list(core.pods)
        .items.map(({ metadata: { name } }) => `default/${name}`)
        .sort(),
    );
    expect(node).toBe('undefinedundefined');
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('L1, L7: a cut network is told in the status, and mended without a gap', async () => {
    const { page, complaints } = await pageWithPods();
    wire.cut();
    await page.waitForFunction(() => pods.status.phase === 'retrying');
    const status = await page.evaluate(() => pods.status);
    expect(status).toMatchObject({ synced: true, failure: { kind: 'network' }, staleSince: expect.any(Number) });
    server.store.delete(core.pods, { namespace: 'default', name: 'pod-7' });
    create('while-away');
    wire.mend();
    await converges(page);
    expect(
      await page.evaluate(() => [pods.snapshot.has('default/pod-7'), pods.snapshot.has('default/while-away')]),
    ).toEqual([false, true]);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('L9: stop() ends the requests', async () => {
    const { page } = await pageWithPods();
    const closed = page.waitForEvent('requestfailed');
    await page.evaluate(() => pods.stop());
    expect((await closed).url()).toContain('watch=');
    await page.close();
  });

  it('L18: the heap stays flat under 10,000 changes', async () => {
    const { page } = await pageWithPods();
    const change = async (from: number) => {
      for (let i = from; i < from + 5000; i++) {
        const patch = { metadata: { labels: { turn: String(i) } } };
        server.store.patch(core.pods, { namespace: 'default', name: `pod-${100 + (i % 500)}` }, patch, {
          type: 'merge',
        });
        if (i % 250 === 0) await new Promise((resolve) => setTimeout(resolve, 10));
      }
      await converges(page);
    };
    await change(0);
    const before = await heapOf(page);
    await change(5000);
    await change(10_000);
    expect((await heapOf(page)) / before).toBeLessThan(1.1);
    await page.close();
  });
});

describe('what Chromium says of the page', () => {
  it('L7: offline is told at once, as such; and online mends it within a second or two', async () => {
    const { page } = await pageWithPods(FAR_HOST);
    await page.context().setOffline(true);
    await page.waitForFunction(() => pods.status.failure?.message.includes('offline') === true);
    expect(await page.evaluate(() => pods.status)).toMatchObject({ phase: 'retrying', staleSince: expect.any(Number) });
    create('while-offline');
    await page.context().setOffline(false);
    await page.waitForFunction(() => pods.status.phase === 'live', undefined, { timeout: 10_000 });
    await converges(page);
    await page.close();
  });

  it('a server on this computer is not taken for unreachable when the network is', async () => {
    const { page } = await pageWithPods();
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'onLine', { value: false });
      dispatchEvent(new Event('offline'));
    });
    expect(await page.evaluate(() => pods.status.phase)).toBe('live');
    await page.close();
  });

  it('L9: a page that Chromium keeps for "back" holds no connection, and goes on when somebody comes back to it', async () => {
    const { page } = await pageWithPods();
    await page.goto(`http://127.0.0.1:${site.port}/`);
    create('while-frozen');
    await page.evaluate(() => history.back());
    await page.waitForURL(`http://127.0.0.1:${wire.port}/`, { waitUntil: 'commit' });
    await page.waitForFunction(() => pods.status.phase === 'live', undefined, { timeout: 10_000 });
    expect(await page.evaluate(() => told.some((text) => text.includes('stopped this page')))).toBe(true);
    await converges(page);
    await page.close();
  });
});
