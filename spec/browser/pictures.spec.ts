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

it('the demo, in the light and in the dark, as a table and one of its pods: pictures to look at', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 }, colorScheme });
    const complaints = complaintsOf(page);
    await page.goto(`${served.url}/#/pods`, { waitUntil: 'commit' });
    await page.locator('app-row').first().waitFor();
    // Time for something to happen, so that the chart has something to tell.
    await page.waitForTimeout(15_000);
    await screenshot(page, `pods-${colorScheme}`);
    await page.locator('app-row .name a').nth(3).click();
    await page.locator('[data-testid="yaml"]').waitFor();
    await page.waitForTimeout(1000);
    await screenshot(page, `pod-${colorScheme}`);
    expect(complaints).toEqual([]);
    await page.close();
  }
  if (process.env.RXINFORMER_UPDATE_DOCS === undefined) return;
  for (const scheme of ['light', 'dark'])
    copyFileSync(join(ROOT, `build/e2e/pods-${scheme}.png`), join(ROOT, `docs/images/dashboard-${scheme}.png`));
});
