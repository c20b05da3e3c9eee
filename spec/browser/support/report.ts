import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

/** Where screenshots and figures go, to be looked at. */
const FOLDER = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..', 'build', 'e2e');
const REPORT = join(FOLDER, 'report.json');

mkdirSync(FOLDER, { recursive: true });

export async function screenshot(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(FOLDER, `${name}.png`) });
}

/** Writes what was measured beside what other specs have measured, and how busy the machine was: figures of a busy one say little. */
export function report(name: string, figures: object): void {
  const machine = { load: loadavg()[0], at: new Date().toISOString() };
  writeFileSync(REPORT, `${JSON.stringify({ ...reported(), [name]: { ...figures, machine } }, undefined, 2)}\n`);
}

function reported(): object {
  try {
    return Object(JSON.parse(readFileSync(REPORT, 'utf8')));
  } catch {
    return {};
  }
}
