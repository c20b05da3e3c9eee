import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type * as rxjs from 'rxjs';
import type * as library from '../../lib/index.js';
import { allResources, core, createInformer, type RelayTransport } from '../../lib/index.js';
import { type ApiServer, createApiServer, createRelay, type Relay } from '../../lib/server.js';
import { launchChromium } from './support/chromium.js';
import { Site } from './support/site.js';

declare global {
  /** In the page. */
  var rxinformer: typeof library & { readonly rxjs: typeof rxjs };
  var way: RelayTransport;
  var kept: string | undefined;
  var informers: readonly library.Informer<unknown, string>[];
}

const KINDS = 12;

let browser: Browser;
let server: ApiServer;
let site: Site;
const relays: Relay[] = [];
const relayed: library.Informer<unknown, string>[] = [];

beforeAll(async () => {
  browser = await launchChromium();
  server = createApiServer();
  for (let i = 0; i < 3000; i++) create(`cm-${i}`);
  site = await Site.before('http://127.0.0.1:9');
});

afterAll(async () => {
  await browser.close();
  await site.close();
  for (const relay of relays) await relay.stop();
  for (const informer of relayed) informer.stop();
});

function create(name: string): void {
  server.store.create(core.configMaps, { metadata: { name, namespace: 'default' }, data: { text: 'x'.repeat(500) } });
}

/** Of the first kinds that there are, config maps among them. */
async function relayOf(limits: object): Promise<{ readonly relay: Relay; readonly url: string }> {
  const resources = [core.configMaps, ...allResources.filter(({ plural }) => plural !== 'configmaps')].slice(0, KINDS);
  const informers = resources.map((resource) => createInformer({ transport: server.transport(), resource }));
  relayed.push(...informers);
  const relay = createRelay({ informers });
  relays.push(relay);
  const { url } = await relay.listen({ allowedOrigins: [`http://127.0.0.1:${site.port}`], ...limits });
  return { relay, url };
}

/** A page with an informer of each kind, all live. */
async function pageOf(url: string): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${site.port}/`);
  await page.evaluate(
    async ([to, kinds]) => {
      const { allResources, core, createInformer, relayTransport } = rxinformer;
      const others = allResources.filter(({ plural }) => plural !== 'configmaps');
      globalThis.way = relayTransport(to);
      globalThis.informers = [core.configMaps, ...others]
        .slice(0, kinds)
        .map((resource) => createInformer({ transport: way, resource }));
      await Promise.all(informers.map((informer) => informer.ready({ timeout: 20_000 })));
    },
    [url, KINDS] as const,
  );
  await live(page);
  return page;
}

async function live(page: Page): Promise<void> {
  await page.waitForFunction(() => informers.every(({ status }) => status.phase === 'live'), undefined, {
    timeout: 40_000,
  });
}

describe('a page that watches twelve kinds through a relay', () => {
  it('takes one connection, where a browser would let six of them be over HTTP', async () => {
    const { relay, url } = await relayOf({ maxConnectionsPerClient: 1 });
    const page = await pageOf(url);
    expect(await page.evaluate(() => way.way)).toEqual({ via: 'webSocket' });
    expect(await page.evaluate(() => informers[0]?.snapshot.size)).toBe(3000);
    create('late');
    await page.waitForFunction(() => informers[0]?.snapshot.has('default/late'));
    relay.cutConnections();
    create('later');
    await page.waitForFunction(() => informers[0]?.snapshot.has('default/later'));
    await live(page);
    await page.evaluate(() => {
      for (const informer of informers) informer.stop();
    });
    await page.close();
  });

  it('L9: is kept by Chromium for "back", without a connection, and goes on when somebody comes back to it', async () => {
    const { url } = await relayOf({});
    const page = await pageOf(url);
    await page.evaluate(() => {
      globalThis.kept = 'kept';
    });
    await page.goto(`http://localhost:${site.port}/`);
    create('while-away');
    await page.goBack({ waitUntil: 'commit' });
    await page.waitForFunction(() => globalThis.kept === 'kept', undefined, { timeout: 10_000 });
    await page.waitForFunction(() => informers[0]?.snapshot.has('default/while-away'), undefined, { timeout: 10_000 });
    await live(page);
    await page.close();
  });

  it('goes over HTTP where no WebSocket comes through, and says so', async () => {
    const { url } = await relayOf({});
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${site.port}/`);
    const told = await page.evaluate(async (to) => {
      const { core, createInformer, relayTransport } = rxinformer;
      // A proxy that knows nothing of WebSockets answers the upgrade with what the server says of such a path.
      class Elsewhere extends WebSocket {
        constructor(address: string | URL, protocols?: string | string[]) {
          super(String(address).replace('/rxinformer/ws', '/elsewhere'), protocols);
        }
      }
      const transport = relayTransport(to, { webSocket: Elsewhere });
      const informer = createInformer({ transport, resource: core.configMaps });
      const { size } = await informer.ready({ timeout: 20_000 });
      informer.stop();
      return { size, way: transport.way };
    }, url);
    expect(told.way).toMatchObject({ via: 'http', reason: expect.stringMatching(/^the WebSocket to 127.0.0.1/) });
    expect(told.size).toBeGreaterThanOrEqual(3000);
    await page.close();
  });
});
