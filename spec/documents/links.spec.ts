import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../..', import.meta.url));
const inDocs = readdirSync(join(root, 'docs'))
  .filter((file) => file.endsWith('.md'))
  .map((file) => `docs/${file}`);
const documents = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...inDocs];
const { files }: { readonly files: readonly string[] } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
/** npm publishes the first two always. */
const published = ['README.md', 'LICENSE', ...files];

const textOf = (document: string) => readFileSync(join(root, document), 'utf8').replace(/^( *)```.*?^\1```$/gms, '');

interface Link {
  readonly said: string;
  /** From the root. */
  readonly path: string;
  readonly anchor: string;
}

function linksOf(document: string): readonly Link[] {
  return [...textOf(document).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)]*))?\)/g)].map(
    ([, to = '', anchor = '']) => ({
      said: `${document}: ${to}#${anchor}`,
      path: to === '' ? document : posix.normalize(posix.join(dirname(document), to)),
      anchor,
    }),
  );
}

/** As GitHub makes them of headings. */
function anchorsOf(document: string): readonly string[] {
  return [...textOf(document).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

const isPublished = ({ path }: Link) => published.some((one) => path === one || path.startsWith(`${one}/`));
const said = (links: readonly Link[]) => links.map((link) => link.said);

describe('documents', () => {
  const links = documents.flatMap(linksOf);

  it('link to what there is', () => {
    expect(links.length).toBeGreaterThan(30);
    expect(said(links.filter(({ path }) => !existsSync(join(root, path))))).toEqual([]);
  });

  it('link to headings that there are', () => {
    const anchored = links.filter(({ anchor, path }) => anchor !== '' && path.endsWith('.md'));
    expect(said(anchored.filter(({ path, anchor }) => !anchorsOf(path).includes(anchor)))).toEqual([]);
  });

  it('link to nothing that the package lacks', () => {
    expect(said(links.filter((link) => !isPublished(link)))).toEqual([]);
  });

  it('name examples, tests and scripts that there are', () => {
    const named = documents.flatMap((document) =>
      [...textOf(document).matchAll(/`((?:examples|spec|scripts|bench|docs|lib)\/[\w./-]*)`/g)].map(
        ([, path = '']) => path,
      ),
    );
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('tell of each change once: a merge by union brings back what was put in order', () => {
    const begun = [...textOf('CHANGELOG.md').matchAll(/^- (.{30})/gm)].map(([, words = '']) => words);
    expect(begun.filter((words, index) => begun.indexOf(words) !== index)).toEqual([]);
  });

  it('of docs/ are all in the list of the README', () => {
    const listed = linksOf('README.md').map(({ path }) => path);
    expect(inDocs.filter((document) => !listed.includes(document))).toEqual([]);
  });
});
