/** `npm run fuzz`, with few documents: that it runs, and finds nothing. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';

const root = new URL('../..', import.meta.url).pathname;

it('decodes what JSON.parse gives, minus managedFields, of pods that were changed, and of generated and hostile documents', async () => {
  const program = ['scripts/fuzz.mjs', '--documents', '2000', '--seed', '7'];
  const { stdout } = await promisify(execFile)(process.execPath, program, { cwd: root });
  expect(stdout).toMatch(
    /^2,000 documents of seed 7, \d+ MB, in \d+ s: [\d,]+ decoded, [\d,]+ refused .*, 0 differences\n$/,
  );
});
