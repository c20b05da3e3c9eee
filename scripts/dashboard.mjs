// From a clean clone to a dashboard in the browser: `npm run dashboard` installs what is missing, builds the library and the dashboard, and
// serves the demo. What comes behind `--` is for `rxinformer serve`: `npm run dashboard -- --kubeconfig ~/.kube/config --port 9000`.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

if (!existsSync(join(root, 'node_modules/rxjs'))) npm('ci', '--no-audit', '--no-fund');
npm('run', '--silent', 'build:dashboard');
const args = [join(root, 'dist/cli/main.js'), 'serve', '--demo', ...process.argv.slice(2)];
const server = spawn(process.execPath, args, { stdio: 'inherit' });
// Ctrl-C goes to both: it is for the server to end, and this one ends after it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => signal !== 'SIGINT' && server.kill(signal));
server.on('exit', (code) => {
  process.exitCode = code ?? 1;
});

function npm(...args) {
  const { status } = spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) process.exit(status ?? 1);
}
