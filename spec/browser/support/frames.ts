import type { Page } from 'playwright-core';

/** What a page does with its time. All in milliseconds. */
export interface Frames {
  readonly frames: number;
  /** Between two animation frames. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly longest: number;
  /** Tasks of more than 50 ms, in which nobody is heard. */
  readonly longTasks: number;
  readonly longestTask: number;
}

declare global {
  /** In the page. */
  var measured: { readonly deltas: number[]; readonly tasks: number[]; rowsAt: number | undefined };
}

/** Lets the next pages that this one becomes watch themselves from their very beginning. */
export async function measure(page: Page): Promise<void> {
  await page.addInitScript(() => {
    globalThis.measured = { deltas: [], tasks: [], rowsAt: undefined };
    let last = performance.now();
    const frame = (now: number) => {
      measured.deltas.push(now - last);
      last = now;
      if (measured.rowsAt === undefined && document.querySelector('app-row') !== null)
        measured.rowsAt = performance.now();
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) measured.tasks.push(duration);
    }).observe({ entryTypes: ['longtask'] });
  });
}

/** Milliseconds from navigation until rows were on the screen. */
export async function rowsAt(page: Page, timeout: number): Promise<number> {
  const handle = await page.waitForFunction(() => measured.rowsAt, undefined, { timeout });
  return Number(await handle.jsonValue());
}

/** What is told of one period: from now until `during` is over. */
export async function framesWhile(page: Page, during: () => Promise<void>): Promise<Frames> {
  await page.evaluate(() => {
    measured.deltas.length = 0;
    measured.tasks.length = 0;
  });
  await during();
  const { deltas, tasks } = await page.evaluate(() => measured);
  const sorted = [...deltas].sort((a, b) => a - b);
  const at = (part: number) => rounded(sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0);
  return {
    frames: deltas.length,
    ...{ p50: at(0.5), p95: at(0.95), p99: at(0.99), longest: at(1) },
    ...{ longTasks: tasks.length, longestTask: rounded(Math.max(0, ...tasks)) },
  };
}

function rounded(ms: number): number {
  return Math.round(ms * 10) / 10;
}
