import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { networkAdvice, tlsAdvice } from '../../lib/reflector/advice-of-code-browser.js';
import { faultOfCode } from '../../lib/transport/fault-of-code-browser.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const { browser }: { readonly browser: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);

describe('what bundles for browsers have in place of what Node alone needs', () => {
  it.each(Object.entries(browser))('has the names of %s', async (replaced, replacement) => {
    const [node, instead] = [replaced, replacement].map((file) =>
      join(root, file.replace('./dist/', 'lib/').replace(/js$/, 'ts')),
    );
    const names = async (file = '') => Object.keys(await import(file)).toSorted();
    expect(await names(instead)).toEqual(await names(node));
  });

  it('knows nothing of codes, so that what the error says is told, and the general advice', () => {
    expect(faultOfCode('ECONNREFUSED', new Error('no'), 'api:6443')).toBeUndefined();
    expect([networkAdvice('EMFILE'), tlsAdvice('CERT_HAS_EXPIRED')]).toEqual([undefined, undefined]);
  });
});
