import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { core } from '../../lib/index.js';
import { type AccessDecision, type ApiServer, createApiServer } from '../../lib/server.js';
import { launchChromium } from './support/chromium.js';
import { Dashboard, type DashboardPage } from './support/dashboard.js';
import { screenshot } from './support/report.js';

let browser: Browser;
let server: ApiServer;
let dashboard: Dashboard;
let shown: DashboardPage;
/** What each token may. */
let users: Map<string, AccessDecision>;
/** What went over the wire outside of the headers that carry it. */
let addresses: string[];

beforeAll(async () => {
  browser = await launchChromium();
});

afterAll(async () => {
  await browser.close();
});

/** A relay that lets in who has a token, and a page of it. */
beforeEach(async () => {
  server = createApiServer({ namespaces: ['shop'] });
  server.store.create(core.pods, { metadata: { name: 'web-0', namespace: 'shop' }, spec: { containers: [] } });
  users = new Map([
    ['ana.token', { access: 'granted' }],
    ['bob.token', { access: 'denied', user: 'bob' }],
  ]);
  dashboard = await Dashboard.of(server.transport(), browser, ({ token = '', resource }) => {
    const decision = users.get(token) ?? { access: 'unauthenticated' };
    // Who is known may ask what there is.
    return decision.access === 'denied' && resource === undefined ? { access: 'granted' } : decision;
  });
  addresses = [];
  const watched = async (page: Page) => {
    page.on('request', (request) => addresses.push(request.url()));
    page.on('websocket', (socket) => addresses.push(socket.url()));
    page.on('console', (message) => addresses.push(message.text()));
  };
  shown = await dashboard.open('#/pods', 'light', watched);
});

afterEach(async () => {
  await shown.close();
  await dashboard.close();
});

async function signIn(token: string): Promise<void> {
  await shown.by('token').first().fill(token);
  await shown.by('token').first().press('Enter');
}

describe('a relay that asks who reads', () => {
  it('is signed in to with a token, that stays in its tab and is in no address and no log, and out of', async () => {
    await shown.by('unknown-user').waitFor();
    await screenshot(shown.page, 'sign-in');
    expect(await shown.by('sign-out').count()).toBe(0);
    await signIn(' Bearer ana.token ');
    await shown.shows('web-0');
    await shown.page.reload();
    await shown.shows('web-0');
    expect(await shown.page.evaluate(() => JSON.stringify(localStorage) + document.cookie)).not.toContain('ana.token');
    const other = await shown.page.context().newPage();
    await other.goto(shown.page.url());
    await other.locator('[data-testid="unknown-user"]').waitFor();
    await other.close();
    await shown.by('sign-out').click();
    await shown.by('unknown-user').waitFor();
    expect(await shown.rows.count()).toBe(0);
    expect(addresses.join(' ')).not.toContain('ana.token');
  });

  it('says what is wrong with what is no token, one that it does not know, and one that may not', async () => {
    await shown.by('unknown-user').waitFor();
    await signIn('two words');
    expect(await shown.by('sign-in-problem').textContent()).toContain('That is no token');
    await signIn('eve.token');
    await shown.page.getByText('Your token is not taken').waitFor();
    await signIn('bob.token');
    await shown.by('refused').waitFor();
    const refused = await shown.by('refused').textContent();
    expect(refused).toMatch(/You are not allowed to see pods.*ask for a role/s);
    expect(refused).toContain('User "bob" cannot list');
    await signIn('ana.token');
    await shown.shows('web-0');
  });

  it('says over what is shown that the token has run out, and takes another', async () => {
    await shown.by('unknown-user').waitFor();
    await signIn('ana.token');
    await shown.shows('web-0');
    users.delete('ana.token');
    await shown.page.locator('[data-testid="banner-title"]', { hasText: 'does not know who you are' }).waitFor();
    expect(await shown.by('banner-advice').textContent()).toContain('it may have run out');
    expect(await shown.rows.count()).toBe(1);
    await screenshot(shown.page, 'run-out');
    users.set('ana.second', { access: 'granted' });
    await shown.by('ask-sign-in').click();
    await shown.by('sign-in-dialog').waitFor();
    await signIn('ana.second');
    await shown.by('banner').waitFor({ state: 'detached' });
    await shown.shows('web-0');
  });
});
