// Installs the packed package as a user would, beside client-node 1.4 and 2.x, and runs it on this Node and on Node 24 (from the npm package
// `node`): a program over a kubeconfig, an example, the command line, and the types under a strict compiler that checks libraries too.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = new URL('..', import.meta.url).pathname;
const work = mkdtempSync(join(tmpdir(), 'rxinformer-compat-'));
const say = (text) => process.stdout.write(`${text}\n`);
const run = (command, args, cwd, env = {}) =>
  execFileSync(command, args, {
    cwd,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
const npm = (args, cwd) => run('npm', args, cwd);

/** client-node 2.x needs Node 22.19 or newer. */
const COMBINATIONS = [
  { node: 'current', clientNode: '1.4.0' },
  { node: '24', clientNode: '1.4.0' },
  { node: '24', clientNode: '2.0.1' },
];

const [{ filename }] = JSON.parse(npm(['pack', '--json', '--ignore-scripts', '--pack-destination', work], root));
const tarball = join(work, filename);

function check({ node, clientNode }) {
  const folder = mkdtempSync(join(work, 'user-'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'user', private: true, type: 'module' }));
  // client-node's declarations need @types/ws, and it does not bring them.
  const packages = [
    tarball,
    'rxjs@7',
    `@kubernetes/client-node@${clientNode}`,
    'typescript@7',
    '@types/node@20',
    '@types/ws@8',
  ];
  npm(
    ['install', '--no-audit', '--no-fund', '--silent', ...packages, ...(node === 'current' ? [] : [`node@${node}`])],
    folder,
  );
  const binary = node === 'current' ? process.execPath : join(folder, 'node_modules/.bin/node');
  cpSync(join(root, 'scripts/compat'), folder, { recursive: true });
  const version = run(binary, ['--version'], folder).trim();
  run(join(folder, 'node_modules/.bin/tsc'), ['-p', 'tsconfig.json'], folder);
  const said = run(binary, ['program.mjs'], folder).trim();
  // As published, from where npm put it.
  const example = run(binary, ['node_modules/rxinformer/examples/indexes-and-handlers.mjs'], folder).trim().split('\n');
  if (example.at(-1) !== 'gone: web-1') throw new Error(`the example said ${example.join(', ')}`);
  const table = run(binary, ['node_modules/rxinformer/dist/cli/main.js', '--version'], folder).trim();
  if (node !== 'current') runTests(binary, join(folder, 'node_modules/@kubernetes/client-node'));
  say(`Node ${version}, client-node ${clientNode}: tests and types ok; ${said}; command line ${table}`);
}

/** The tests of what depends on client-node and on Node the most, with these. */
function runTests(binary, clientNode) {
  const tests = ['spec/transport', 'spec/compat', 'spec/compare/make-informer'];
  const jest = ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js', '--silent', ...tests];
  run(binary, jest, root, { RXINFORMER_CLIENT_NODE: clientNode });
}

try {
  for (const combination of COMBINATIONS) check(combination);
} finally {
  rmSync(work, { recursive: true, force: true });
}
