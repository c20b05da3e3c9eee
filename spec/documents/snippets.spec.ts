import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PRELUDE } from './support/prelude.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Within the project, so that the names of packages, its own included, lead where they lead for users. */
const folder = join(root, 'build', `snippets-${process.pid}`);
const documents = readdirSync(join(root, 'docs')).filter((file) => file.endsWith('.md'));

/** Each as a module of its own, on the line where it stands, so that the compiler's complaints name the line of the document. */
function snippetsOf(document: string): readonly (readonly [file: string, text: string])[] {
  const text = readFileSync(join(root, 'docs', document), 'utf8');
  return [...text.matchAll(/^```ts\n(.*?)^```/gms)].map(({ index, 1: code = '' }) => {
    const line = text.slice(0, index).split('\n').length;
    return [`${basename(document, '.md')}-${line}.ts`, `${'\n'.repeat(line)}${code}export {};\n`];
  });
}

const TSCONFIG = {
  compilerOptions: {
    ...{ strict: true, noEmit: true, skipLibCheck: true, target: 'ES2022', module: 'NodeNext', types: ['node'] },
    lib: ['ES2023', 'DOM', 'DOM.Iterable', 'ESNext.Disposable'],
  },
};

/** What a strict compiler has to say. */
function compiled(): string {
  try {
    return execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder, '--pretty', 'false'], { encoding: 'utf8' });
  } catch (error) {
    return String(Object(error).stdout);
  }
}

describe('what the documents show', () => {
  const snippets = documents.flatMap(snippetsOf);

  beforeAll(() => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG));
    writeFileSync(join(folder, 'prelude.d.ts'), PRELUDE);
    for (const [file, text] of snippets) writeFileSync(join(folder, file), text);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is taken by a strict compiler, as TypeScript in a program of its reader', () => {
    expect(snippets.length).toBeGreaterThan(20);
    expect(compiled()).toBe('');
  }, 60_000);
});
