import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';

/** Where Chromium is: what CHROMIUM names, else Debian's. */
const PLACES = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The name of a host that is no loopback to the page, and leads there all the same. */
export const FAR_HOST = 'rxinformer.test';

/** @throws Error that says what to do where there is no Chromium */
export async function launchChromium(...args: readonly string[]): Promise<Browser> {
  const executablePath = PLACES.find((place) => place !== undefined && existsSync(place));
  if (executablePath === undefined)
    throw new Error(
      'no Chromium: install it (on Debian: apt-get install chromium), or let CHROMIUM be the path of one that there is',
    );
  return chromium.launch({
    executablePath,
    // Root, as whom containers run tests, gets no sandbox; pages here are this project's own.
    // A page that is left is kept for "back", as in the browsers of people.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
    args: ['--no-sandbox', `--host-resolver-rules=MAP ${FAR_HOST} 127.0.0.1`, ...args],
  });
}

/** Bytes that the page's JavaScript heap holds, after everything that can be collected was. */
export async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  try {
    await session.send('HeapProfiler.collectGarbage');
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    return usedSize;
  } finally {
    await session.detach();
  }
}

/** What the page complains of: errors that nobody caught, and what it logs as an error. */
export function complaintsOf(page: Page): readonly string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    // A browser logs each request that fails, whatever becomes of it.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text());
  });
  return complaints;
}
