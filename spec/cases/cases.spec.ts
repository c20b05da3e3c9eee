import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { AWAITING, CASES, PENDING } from './pending.js';

interface Entry {
  readonly number: string;
  /** What rxinformer does, as a sentence of the table. */
  readonly does: string;
}

const folder = fileURLToPath(new URL('.', import.meta.url));
const tests = readdirSync(folder)
  .filter((file) => file.endsWith('.spec.ts'))
  .flatMap(testsIn);
const pending = PENDING.map(({ number, title, room }): Entry => ({ number, does: `pending (${room}): ${title}` }));

function testsIn(file: string): readonly Entry[] {
  const text = readFileSync(`${folder}${file}`, 'utf8');
  return [...text.matchAll(/^ *reported\(\s*(['"])(B\d+): (.*?)\1,/gm)].map(([, , number = '', title = '']) => {
    const awaited = AWAITING.find((entry) => entry.number === number);
    const does = `${title} (\`${file}\`)`;
    return { number, does: awaited === undefined ? does : `not yet (${awaited.reason}): ${does}` };
  });
}

/** The rows of the table: number, where it was reported, the fault, what rxinformer does. */
function rowsOf(document: string): readonly (readonly string[])[] {
  const [table = ''] = document.split('## Side by side');
  return [...table.matchAll(/^\| (B\d+) \| (.*) \|$/gm)].map(([, number = '', rest = '']) => [
    number,
    ...rest.split(' | '),
  ]);
}

const inOrder = (entries: readonly Entry[]) =>
  entries.toSorted((a, b) => Number(a.number.slice(1)) - Number(b.number.slice(1)));

describe('reported failures', () => {
  it('each of the 68 has one test, or is pending', () => {
    expect(CASES).toHaveLength(68);
    expect(inOrder([...tests, ...pending]).map(({ number }) => number)).toEqual(CASES);
    const tested = tests.map(({ number }) => number);
    expect(AWAITING.filter(({ number }) => !tested.includes(number))).toEqual([]);
  });

  it('the table of docs/reported-failures.md says of each what its test says', () => {
    const rows = rowsOf(readFileSync(new URL('../../docs/reported-failures.md', import.meta.url), 'utf8'));
    expect(rows.map(([number, , , does]) => ({ number, does }))).toEqual(inOrder([...tests, ...pending]));
    expect(rows.every((row) => row.length === 4 && row.every((cell) => cell.length > 0))).toBe(true);
  });

  for (const { number, title, room } of PENDING) it.todo(`${number}: ${title} (waits for ${room})`);
});
