import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { countOfTraces, tableOfDifferences } from './differences.js';

const PAGE = new URL('../../docs/semantics.md', import.meta.url);
const TABLE = /(?<=<!-- differences: .* -->\n\n)[\s\S]*?(?=\n\n<!-- end of differences -->)/;

/** After a change on purpose: RXINFORMER_UPDATE_DOCS=1 npm test -- spec/conformance/differences */
it('docs/semantics.md lists every difference that the traces show, and no other', () => {
  const table = tableOfDifferences();
  const page = readFileSync(PAGE, 'utf8');
  if (process.env.RXINFORMER_UPDATE_DOCS === '1')
    writeFileSync(
      PAGE,
      page.replace(TABLE, () => table),
    );
  else expect(TABLE.exec(page)?.[0]).toBe(table);
});

it('docs/semantics.md says how many traces are played', () => {
  expect(readFileSync(PAGE, 'utf8').replaceAll('\n', ' ')).toContain(countOfTraces());
});
