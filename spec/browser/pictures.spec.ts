import { copyFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { complaintsOf, launchChromium } from './support/chromium.js';
import { screenshot } from './support/report.js';
import { Served } from './support/served.js';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

let browser: Browser;
let served: Served;

beforeAll(async () => {
  browser = await launchChromium();
  served = await Served.with('--demo', '--rate', '8');
});

afterAll(async () => {
  await browser.close();
  await served.stop();
});

it('the demo, in the light and in the dark, as a table, one of its pods, and Events: pictures to look at', async () => {
  const pages = await Promise.all((['light', 'dark'] as const).map(open));
  // Time for something to happen, so that the chart has something to tell.
  await pages[0]?.page.waitForTimeout(45_000);
  for (const { page, complaints, scheme } of pages) {
    await screenshot(page, `pods-${scheme}`);
    // One that has something to tell, if there is one.
    const troubled = page.locator('app-row:has([data-tone="bad"]) .name a');
    await ((await troubled.count()) > 0 ? troubled : page.locator('app-row .name a')).first().click();
    await page.locator('[data-testid="event"]').first().waitFor();
    await page.waitForTimeout(500);
    await screenshot(page, `pod-${scheme}`);
    await page.goto(`${served.url}/#/events?status=Warning`);
    await page.locator('app-row').first().waitFor();
    await page.waitForTimeout(500);
    await screenshot(page, `events-${scheme}`);
    expect(complaints).toEqual([]);
    await page.close();
  }
  if (process.env.RXINFORMER_UPDATE_DOCS === undefined) return;
  for (const scheme of ['light', 'dark'])
    copyFileSync(join(ROOT, `build/e2e/pods-${scheme}.png`), join(ROOT, `docs/images/dashboard-${scheme}.png`));
});

async function open(colorScheme: 'light' | 'dark') {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 }, colorScheme });
  const complaints = complaintsOf(page);
  await page.goto(`${served.url}/#/pods`, { waitUntil: 'commit' });
  await page.locator('app-row').first().waitFor();
  return { page, complaints, scheme: colorScheme };
}
