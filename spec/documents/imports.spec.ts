import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../..', import.meta.url));
const documents = ['README.md', ...readdirSync(`${root}/docs`).map((file) => `docs/${file}`)].filter((file) =>
  file.endsWith('.md'),
);

it.each(documents)('%s: a snippet with imports imports the model types that it uses too', (document) => {
  const missing = [...readFileSync(`${root}/${document}`, 'utf8').matchAll(/^```ts\n(.*?)^```$/gms)].flatMap(
    ([, code = '']) => {
      const imported = [...code.matchAll(/^import .*$/gm)].join('\n');
      if (imported === '') return [];
      return (code.match(/\bV\d[A-Z]\w*/g) ?? []).filter((type) => !imported.includes(type));
    },
  );
  expect(missing).toEqual([]);
});
