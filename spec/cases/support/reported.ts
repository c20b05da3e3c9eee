import { it } from '@jest/globals';
import { AWAITING, type CaseNumber } from '../pending.js';

/** Some try many variants, and machines are slow. */
const TIMEOUT_MS = 30_000;

/**
 * The test of one reported failure. The title says what rxinformer does: `docs/reported-failures.md` quotes it. A case that `AWAITING` names
 * is expected to fail still, and says so when it no longer does.
 */
export function reported(title: `${CaseNumber}: ${string}`, test: () => void | Promise<void>): void {
  const awaited = AWAITING.some(({ number }) => title.startsWith(`${number}:`));
  (awaited ? it.failing : it)(title, test, TIMEOUT_MS);
}

/** Tries every variant of a script, and tells which of them went wrong. */
export async function inEachOf<V>(
  variants: Readonly<Record<string, V>>,
  test: (variant: V, name: string) => void | Promise<void>,
): Promise<void> {
  const wrong: string[] = [];
  for (const [name, variant] of Object.entries(variants)) {
    try {
      await test(variant, name);
    } catch (error) {
      wrong.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  if (wrong.length > 0) throw new Error(wrong.join('\n\n'));
}
