import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { asyncScheduler } from 'rxjs';
import { core } from '../../lib/index.js';
import { type ApiServer, type ApiStore, createApiServer } from '../../lib/server.js';
import { createHostileServer } from '../../lib/testing.js';
import { launchChromium } from './support/chromium.js';
import { Dashboard, type DashboardPage } from './support/dashboard.js';
import { screenshot } from './support/report.js';

let browser: Browser;
let server: ApiServer;
let dashboard: Dashboard;
let shown: DashboardPage;

beforeAll(async () => {
  browser = await launchChromium();
});

afterAll(async () => {
  await browser.close();
});

const running = (restarts: number) => ({
  status: {
    phase: 'Running',
    conditions: [{ type: 'Ready', status: 'True' }],
    containerStatuses: [
      { name: 'main', image: 'i', imageID: '', ready: true, restartCount: restarts, state: { running: {} } },
    ],
  },
});

function create(name: string, namespace: string, restarts: number): void {
  const metadata = { name, namespace, labels: { app: name.replace(/-\d+$/, '') } };
  server.store.create(core.pods, { metadata, spec: { nodeName: 'n1', containers: [{ name: 'main', image: 'i' }] } });
  server.store.patch(core.pods, { name, namespace }, running(restarts), { type: 'merge', subresource: 'status' });
}

/** Six pods in two namespaces, and a page that shows them. */
beforeEach(async () => {
  server = createApiServer({ namespaces: ['shop', 'media'] });
  for (const [i, name] of ['web-0', 'web-1', 'cart-0', 'db-0'].entries()) create(name, 'shop', i);
  for (const [i, name] of ['encoder-0', 'encoder-1'].entries()) create(name, 'media', 9 - i);
  dashboard = await Dashboard.of(server.transport(), browser);
  shown = await dashboard.open();
  await shown.rows.first().waitFor();
});

afterEach(async () => {
  await shown.close();
  await dashboard.close();
});

describe('the dashboard', () => {
  it('shows what there is, and follows it, with nothing that its policy forbids', async () => {
    await shown.shows('encoder-0', 'encoder-1', 'cart-0', 'db-0', 'web-0', 'web-1');
    create('api-0', 'shop', 0);
    server.store.delete(core.pods, { namespace: 'media', name: 'encoder-1' }, { gracePeriodSeconds: 0 });
    await shown.shows('encoder-0', 'api-0', 'cart-0', 'db-0', 'web-0', 'web-1');
    expect(shown.complaints).toEqual([]);
  });

  it('sorts, both ways', async () => {
    const restarts = shown.page.locator('[data-testid="sort"][data-column="Restarts"]');
    await restarts.click();
    await shown.page.locator('[aria-sort="ascending"]').waitFor();
    await shown.shows('web-0', 'web-1', 'cart-0', 'db-0', 'encoder-1', 'encoder-0');
    await restarts.click();
    await shown.shows('encoder-0', 'encoder-1', 'db-0', 'cart-0', 'web-1', 'web-0');
  });

  it('filters by labels', async () => {
    await shown.by('labels').fill('app in (web, db)');
    await shown.shows('db-0', 'web-0', 'web-1');
    await shown.counts('3 of 6');
    await shown.by('labels').fill('');
    await shown.shows('encoder-0', 'encoder-1', 'cart-0', 'db-0', 'web-0', 'web-1');
  });

  it('finds what is typed', async () => {
    await shown.by('search').fill('encod');
    await shown.shows('encoder-0', 'encoder-1');
    await shown.by('search').fill('nothing like it');
    await shown.by('empty').waitFor();
  });

  it('shows one namespace, in its URL too', async () => {
    await shown.by('namespace').selectOption('media');
    await shown.shows('encoder-0', 'encoder-1');
    expect(shown.page.url()).toContain('namespace=media');
    await shown.page.reload();
    await shown.shows('encoder-0', 'encoder-1');
  });

  it('shows one object as YAML, which is live', async () => {
    await shown.page.getByText('web-1', { exact: true }).click();
    await shown.by('yaml').waitFor();
    expect(await shown.by('yaml').textContent()).toContain('name: web-1');
    server.store.patch(
      core.pods,
      { namespace: 'shop', name: 'web-1' },
      { metadata: { labels: { colour: 'mauve' } } },
      { type: 'merge' },
    );
    await shown.page.waitForFunction(() =>
      document.querySelector('[data-testid="yaml"]')?.textContent?.includes('colour: mauve'),
    );
    server.store.delete(core.pods, { namespace: 'shop', name: 'web-1' }, { gracePeriodSeconds: 0 });
    await shown.by('gone').waitFor();
  });
});

const LONG_NAME = 'thumbnails-of-all-pictures-56bf5cbc85-x7k2p';

/** Resolves when what has this data-testid has the focus. */
const focused = (testId: string) => shown.page.locator(`[data-testid="${testId}"]:focus`).waitFor({ timeout: 5000 });
/** Resolves when the row with this key is the chosen one. */
const chosen = (key: string) => shown.page.locator(`app-row.active[data-key="${key}"]`).waitFor({ timeout: 5000 });
const press = (...keys: readonly string[]) =>
  keys.reduce((before, key) => before.then(() => shown.page.keyboard.press(key)), Promise.resolve());

describe('the keys of the dashboard', () => {
  it('move in the table on a fresh page, after a click in the side bar, and after a look at one object', async () => {
    await press('ArrowDown', 'j');
    await chosen('media/encoder-1');
    await press('Enter');
    await shown.by('yaml').waitFor();
    await focused('name');
    await shown.page.goBack();
    await shown.rows.first().waitFor();
    await focused('table');
    await chosen('media/encoder-1');
    await shown.page.locator('[data-testid="kind"][data-kind="pods"]').click();
    await press('Home');
    await chosen('media/encoder-0');
    await shown.page.reload();
    await shown.rows.first().waitFor();
    await press('Enter');
    await chosen('media/encoder-0');
  });

  it('lead from the search box to what was found, and leave a dialog alone', async () => {
    await press('/');
    await shown.page.keyboard.type('web');
    await shown.shows('web-0', 'web-1');
    await press('ArrowDown');
    await focused('table');
    await chosen('shop/web-0');
    await press('?', 'j', 'Escape');
    await shown.by('shortcuts').waitFor({ state: 'hidden' });
    await press('j');
    await chosen('shop/web-1');
  });
});

it('cuts a long name before its end, by which pods differ', async () => {
  create(LONG_NAME, 'shop', 0);
  await shown.page.setViewportSize({ width: 1000, height: 700 });
  const end = shown.page.locator(`app-row[data-key="shop/${LONG_NAME}"] .name a > :last-child`);
  expect(await end.textContent()).toBe('-x7k2p');
  const cell = await end.locator('xpath=ancestor::*[@role="gridcell"]').boundingBox();
  const box = await end.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual((cell?.x ?? 0) + (cell?.width ?? 0));
});

it('says since when the YAML is stale when the server is gone', async () => {
  await shown.page.getByText('web-1', { exact: true }).click();
  await shown.by('yaml').waitFor();
  await shown.page.locator('[data-testid="yaml-live"]', { hasText: /^live$/ }).waitFor();
  dashboard.wire.cut();
  await shown.page.locator('[data-testid="yaml-live"]', { hasText: /^stale since \d/ }).waitFor();
});

/** A pod comes, changes twice, goes, and comes again. */
function churn(store: ApiStore, name: string, turn: number): void {
  const pod = { name, namespace: 'shop' };
  const there = store.list(core.pods).items.find(({ metadata }) => metadata.name === name);
  const { turns = '0' } = there?.metadata.labels ?? {};
  if (there === undefined)
    store.create(core.pods, { metadata: { ...pod, labels: { turns: '1' } }, spec: { containers: [] } });
  else if (turns === '3') store.delete(core.pods, pod, { gracePeriodSeconds: 0 });
  else
    store.patch(
      core.pods,
      pod,
      { metadata: { labels: { turns: String(Number(turns) + 1), turn: String(turn) } } },
      { type: 'merge' },
    );
}

it('shows rows before the server has said what it serves', async () => {
  const page = await dashboard.open('', 'light', (fresh) =>
    fresh.routeWebSocket(/\/rxinformer\/ws$/, (socket) => {
      const server = socket.connectToServer();
      socket.onMessage((message) => {
        if (!/"path":"\/apis?"/.test(String(message))) server.send(message);
      });
    }),
  );
  await page.shows('encoder-0', 'encoder-1', 'cart-0', 'db-0', 'web-0', 'web-1');
  expect(await page.by('kind').count()).toBe(0);
  await page.close();
});

it('shows rows at 200 % zoom too, with a banner as well, and nothing beside the page', async () => {
  for (let i = 0; i < 20; i++) create(`more-${i}`, 'shop', 0);
  await shown.page.setViewportSize({ width: 640, height: 360 });
  const table = async () => {
    const { height = 0 } = (await shown.by('table').boundingBox()) ?? {};
    return Math.floor(height / 34) - 1;
  };
  expect(await table()).toBeGreaterThanOrEqual(5);
  await screenshot(shown.page, 'zoom-200');
  dashboard.wire.cut();
  await shown.by('banner').waitFor();
  expect(await table()).toBeGreaterThanOrEqual(3);
  await screenshot(shown.page, 'zoom-200-cut');
  for (const [width, height] of [
    [640, 360],
    [320, 256],
  ] as const) {
    await shown.page.setViewportSize({ width, height });
    const wide = await shown.page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(width);
  }
  // 400 %: what does not fit scrolls with the page.
  await shown.rows.first().scrollIntoViewIfNeeded();
  expect(await table()).toBeGreaterThanOrEqual(3);
  await screenshot(shown.page, 'zoom-400');
});

describe('the dashboard, when something is wrong', () => {
  it('L7, L1: says so over what it shows when the network is cut, and heals by itself', async () => {
    dashboard.wire.cut();
    await shown.by('banner').waitFor();
    expect(await shown.by('banner-title').textContent()).toContain('cannot be reached');
    expect(await shown.rows.count()).toBe(6);
    await screenshot(shown.page, 'cut');
    create('api-0', 'shop', 0);
    dashboard.wire.mend();
    await shown.by('banner').waitFor({ state: 'detached', timeout: 70_000 });
    await shown.shows('encoder-0', 'encoder-1', 'api-0', 'cart-0', 'db-0', 'web-0', 'web-1');
  });

  it('L1, L2: among the faults of a hostile server behind the relay, shows in the end what there is', async () => {
    const hostile = createHostileServer({ seed: 7, scheduler: asyncScheduler, namespaces: ['shop'], everyMs: 2000 });
    const far = await Dashboard.of(hostile.transport(), browser);
    const page = await far.open();
    try {
      for (let i = 0; i < 100; i++) {
        churn(hostile.store, `pod-${(i * 7) % 12}`, i);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      hostile.heal();
      const names = hostile.store.list(core.pods).items.map(({ metadata }) => metadata.name);
      await page.page.waitForFunction(
        (wanted) =>
          [...document.querySelectorAll('app-row .name a')].map((each) => each.textContent?.trim()).join() === wanted,
        names.sort().join(),
        { timeout: 90_000 },
      );
      expect(page.complaints).toEqual([]);
    } finally {
      await page.close();
      await far.close();
      await hostile.stop();
    }
  });
});
