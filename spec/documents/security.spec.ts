import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const root = new URL('../../', import.meta.url);
const text = readFileSync(new URL('docs/security.md', root), 'utf8');
const [, table = ''] = /<!-- threats: begin -->(.*)<!-- threats: end -->/s.exec(text) ?? [];
const rows = table
  .trim()
  .split('\n')
  .slice(2)
  .map((row) => row.slice(1, -1).split('|'));

describe('the threats of docs/security.md', () => {
  it('are many', () => expect(rows.length).toBeGreaterThan(20));

  it.each(rows)('are held, as tests show that exist: %s', (_, holds, tests) => {
    expect(holds?.trim()).not.toBe('');
    const named = [...(tests ?? '').matchAll(/`(spec\/[^`]+)`: "([^"]+)"/g)];
    expect(named.length).toBe((tests ?? '').split('<br>').length);
    for (const [, file = '', title = ''] of named) {
      const path = fileURLToPath(new URL(file, root));
      expect([file, existsSync(path)]).toEqual([file, true]);
      expect([title, readFileSync(path, 'utf8').includes(title)]).toEqual([title, true]);
    }
  });
});
