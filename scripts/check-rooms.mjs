// The rooms of lib/ and their order: a folder may import those above it in this list, never those below, and only through
// their door (index.ts). Run by `npm run lint`; the reasons are in docs/architecture.md.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

const ROOMS = [
  'kubernetes',
  'codec',
  'transport',
  'reflector',
  'delta',
  'store',
  'informer',
  'views',
  'angular',
  'controller',
  'compat',
  'server',
  'testing',
  'cli',
];
const WITHOUT_RXJS = new Set(['kubernetes', 'codec', 'store']);
/** Rooms that a browser loads: no Node module in them, except in the files named here, which only lib/node.ts exports. */
const ISOMORPHIC = new Set([
  'kubernetes',
  'codec',
  'transport',
  'reflector',
  'delta',
  'store',
  'informer',
  'views',
  'angular',
  'controller',
]);
const NODE_FILES = /^transport\/node\//;
const MAX_LINES = 320;

const lib = join(dirname(new URL(import.meta.url).pathname), '..', 'lib');
const problems = [];

function* files(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) yield* files(path);
    else if (path.endsWith('.ts')) yield path;
  }
}

function check(file) {
  const name = relative(lib, file).split(sep).join('/');
  const source = readFileSync(file, 'utf8');
  const report = (what) => problems.push(`lib/${name}: ${what}`);
  const lines = source.split('\n').length;
  if (lines > MAX_LINES && !source.startsWith('// Generated'))
    report(`has ${lines} lines; a file does one thing, in about 300`);
  const room = name.includes('/') ? name.split('/')[0] : undefined;
  if (room !== undefined && !ROOMS.includes(room)) report(`is in a folder that is no room (${ROOMS.join(', ')})`);
  for (const [, specifier] of source.matchAll(
    /(?:^|\n)\s*(?:import|export)\s[^'";]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g,
  )) {
    if (specifier !== undefined) checkImport(file, name, room, specifier, report);
  }
}

function checkImport(file, name, room, specifier, report) {
  if (room === undefined) return;
  if (/^rxjs(\/|$)/.test(specifier) && WITHOUT_RXJS.has(room)) report(`imports RxJS; ${room}/ is plain code`);
  if (specifier.startsWith('node:') && ISOMORPHIC.has(room) && !NODE_FILES.test(name))
    report(`imports ${specifier}; browsers load this room`);
  if (!specifier.startsWith('.')) return;
  const target = relative(lib, join(dirname(file), specifier))
    .split(sep)
    .join('/');
  const targetRoom = target.split('/')[0];
  if (!target.includes('/')) return report(`imports the public entry ${target}; rooms use each other's index.ts`);
  if (targetRoom === room) return;
  if (ROOMS.indexOf(targetRoom) > ROOMS.indexOf(room)) report(`imports ${target}, a room below it`);
  if (target !== `${targetRoom}/index.js` && target !== `${targetRoom}/node/index.js`)
    report(`imports ${target} past the room's door, ${targetRoom}/index.js`);
}

for (const file of files(lib)) check(file);
if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`);
  process.exit(1);
}
process.stdout.write('rooms: each import goes up, through a door\n');
