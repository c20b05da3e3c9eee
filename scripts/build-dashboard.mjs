// Builds the dashboard of examples/angular-dashboard into dist/dashboard/, which `rxinformer serve` serves and npm publishes:
// `npm run build:dashboard`, after the library is built. Does nothing where nothing has changed since the last time.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const app = join(root, 'examples/angular-dashboard');
const built = join(root, 'dist/dashboard/index.html');
const stamp = join(root, 'build/dashboard.stamp');

const hash = inputHash();
if (existsSync(built) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) process.exit(0);
if (!isInstalled()) npm('ci', '--no-audit', '--no-fund');
npm('run', '--silent', 'build');
mkdirSync(join(root, 'build'), { recursive: true });
writeFileSync(stamp, hash);

/** Of all that goes into it. */
function inputHash() {
  const sum = createHash('sha256');
  const inputs = [
    ...filesIn(join(root, 'dist')).filter((file) => file.endsWith('.js') && !file.includes('/dist/dashboard/')),
    ...['src', 'public'].flatMap((folder) => filesIn(join(app, folder))),
    ...['angular.json', 'package.json', 'package-lock.json', 'tsconfig.json'].map((name) => join(app, name)),
  ];
  for (const file of inputs)
    sum
      .update(`${file.slice(root.length)}\0`)
      .update(readFileSync(file))
      .update('\0');
  return sum.digest('hex');
}

function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

/** Whether what the lock file asks for is there, whoever installed it; what is for another platform is not. */
function isInstalled() {
  const installed = join(app, 'node_modules/.package-lock.json');
  if (!existsSync(installed)) return false;
  const there = JSON.parse(readFileSync(installed, 'utf8')).packages;
  const wanted = JSON.parse(readFileSync(join(app, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(wanted).every(
    ([path, { version, optional, peer }]) =>
      path === '' || there[path]?.version === version || (there[path] === undefined && (optional || peer)),
  );
}

function npm(...args) {
  const { status } = spawnSync('npm', args, { cwd: app, stdio: 'inherit', shell: process.platform === 'win32' });
  if (status === 0) return;
  console.error(`npm ${args.join(' ')} failed in examples/angular-dashboard`);
  process.exit(1);
}
