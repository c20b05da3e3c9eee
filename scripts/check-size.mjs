// What a browser loads: bundles of the entries that a page imports, made as its bundler makes them (tree-shaken, minified,
// gzip), with a budget for each. `npm run check:size`, after a build; `-- --why` says what fills the first of them, and what
// each further import adds to it.
// That they can be made at all, for a browser, with nothing left outside but what the table says, is checked too: no module
// of Node, no shim.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const RXJS = ['rxjs'];
const ANGULAR = ['rxjs', '@angular/*', '@ngrx/*'];

/** `apart`: what is not counted. `limit`: KB (1024 bytes) of gzip; the figure of today and a bit, so that none grows unseen. */
const ENTRIES = [
  {
    name: 'createInformer + fetchTransport',
    from: { index: 'createInformer, fetchTransport' },
    apart: RXJS,
    limit: 49.5,
  },
  {
    name: 'createInformer + relayTransport',
    from: { index: 'createInformer, relayTransport' },
    apart: RXJS,
    limit: 53.5,
  },
  { name: 'createInformer + fetchTransport', from: { index: 'createInformer, fetchTransport' }, apart: [], limit: 57 },
  { name: 'reflector + fetchTransport', from: { index: 'reflector, fetchTransport' }, apart: RXJS, limit: 34.5 },
  { name: 'DeltaFIFO', from: { index: 'DeltaFIFO' }, apart: RXJS, limit: 2 },
  { name: 'Indexer', from: { index: 'Indexer' }, apart: RXJS, limit: 7.5 },
  { name: 'where + orderBy + slice', from: { index: 'where, orderBy, slice' }, apart: RXJS, limit: 11.5 },
  { name: 'all of rxinformer', from: { index: '*' }, apart: RXJS, limit: 68.5 },
  { name: 'rxinformer/angular, all', from: { angular: '*' }, apart: ANGULAR, limit: 52 },
];

/** Parts of the first of them that few pages use, by how their files are imported. Nothing can leave them out but an own build. */
const PARTS = [
  ['immer (transform)', /^immer$/],
  ['several namespaces', /\/(namespaces|partitioned-cache)\.js$/],
  ['label and field selectors', /\/(label|field)-selector(-parser)?\.js$/],
  ['consume()', /\/consume\.js$/],
  ['waitFor(), atLeast()', /\/(wait-for|at-least)\.js$/],
  ['addEventHandler()', /\/handlers\.js$/],
  ['fields', /\/(projector|fields)\.js$/],
  ['streamed lists', /\/streaming\.js$/],
  ['what the browser says', /\/(surrounded|surroundings)\.js$/],
  ['what a relay says', /\/upstream\.js$/],
  ['the short way of events', /\/(reviser|preamble)\.js$/],
  ['checks of options', /\/(check-options|given)\.js$/],
  ['advice', /\/(advice|close-matches)\.js$/],
];

/** What a page may import further. */
const ADDED = [
  'core',
  'customResource',
  'createInformerFactory',
  'select',
  'coalesce',
  'where',
  'where, orderBy, slice',
  'where, orderBy, slice, search, groupBy, joinBy',
  'reduceCommits',
  'relayTransport',
];

/** What browsers get something else for: it must be in no bundle of theirs. */
const ONLY_NODE = Object.keys(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).browser).map((file) =>
  file.replace('./', ''),
);

const { values } = parseArgs({ options: { why: { type: 'boolean', default: false } } });

if (!existsSync(join(root, 'dist/index.js'))) throw new Error('no dist/: run npm run build first');

/** A program that uses the names, so that nothing of them is shaken off. */
function programOf(from) {
  return Object.entries(from)
    .map(([entry, names]) =>
      names === '*'
        ? `export * from './dist/${entry}.js';`
        : `import { ${names} } from './dist/${entry}.js'; globalThis.used = [${names}];`,
    )
    .join('\n');
}

/** @param without files to leave out, as if they cost nothing */
async function bundle({ from, apart }, without) {
  const { outputFiles, metafile } = await build({
    stdin: { contents: programOf(from), resolveDir: root, sourcefile: 'program' },
    ...{ bundle: true, minify: true, treeShaking: true, format: 'esm', platform: 'browser', target: 'es2022' },
    ...{ external: apart, metafile: true, write: false, logLevel: 'silent' },
    plugins: without === undefined ? [] : [leaveOut(without)],
  });
  const [{ contents }] = outputFiles;
  const [{ inputs, imports }] = Object.values(metafile.outputs);
  const outside = [...new Set(imports.map(({ path }) => path))];
  return { raw: contents.length, gzip: gzipSync(contents, { level: 9 }).length, inputs, outside };
}

function leaveOut(files) {
  const setup = ({ onResolve }) =>
    onResolve({ filter: files }, ({ path }) => ({ path, external: true, sideEffects: false }));
  return { name: 'leave out', setup };
}

/** Which room of lib/, or which package, a file of a bundle belongs to. */
function ownerOf(file) {
  const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file) ?? [];
  return name ?? file.split('/').slice(0, 2).join('/').replace(/^dist/, 'lib');
}

const kb = (bytes) => (bytes / 1024).toFixed(1);
const problems = [];

function printRow(cells) {
  console.log(
    `  ${cells[0].padEnd(56)}${cells
      .slice(1)
      .map((cell) => cell.padStart(14))
      .join('')}`,
  );
}

printRow(['KB of', 'minified', 'gzip', 'limit', 'apart']);
for (const entry of ENTRIES) {
  if (!Object.keys(entry.from).every((name) => existsSync(join(root, `dist/${name}.js`)))) continue;
  try {
    const { raw, gzip, inputs, outside } = await bundle(entry);
    printRow([
      entry.name,
      kb(raw),
      kb(gzip),
      String(entry.limit),
      entry.apart.map((name) => name.replace('/*', '')).join(' ') || '-',
    ]);
    if (gzip > entry.limit * 1024)
      problems.push(`${entry.name}: ${kb(gzip)} KB of gzip, above the limit of ${entry.limit} KB`);
    const strangers = outside.filter((path) => !entry.apart.some((name) => path.startsWith(name.replace('*', ''))));
    if (strangers.length > 0) problems.push(`${entry.name}: leaves ${strangers.join(', ')} outside`);
    for (const file of ONLY_NODE)
      if (file in inputs) problems.push(`${entry.name}: has ${file}, which package.json replaces for browsers`);
    if (values.why && entry === ENTRIES[0]) await explain({ gzip, inputs });
  } catch (error) {
    problems.push(`${entry.name}: no bundle for browsers can be made of it: ${error.message}`);
  }
}

async function explain({ gzip, inputs }) {
  const [page] = ENTRIES;
  const sums = new Map();
  for (const [file, { bytesInOutput }] of Object.entries(inputs))
    sums.set(ownerOf(file), (sums.get(ownerOf(file)) ?? 0) + bytesInOutput);
  for (const [owner, bytes] of [...sums].sort((a, b) => b[1] - a[1])) printRow([`    ${owner}`, kb(bytes)]);
  const all = new RegExp(PARTS.map(([, files]) => files.source).join('|'));
  for (const [part, files] of [...PARTS, ['all of these', all]])
    printRow([`    without ${part}`, '', `-${kb(gzip - (await bundle(page, files)).gzip)}`]);
  for (const names of ADDED) {
    const more = await bundle({ ...page, from: { index: `${page.from.index}, ${names}` } });
    printRow([`    and ${names}`, '', `+${kb(more.gzip - gzip)}`]);
  }
}

for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
