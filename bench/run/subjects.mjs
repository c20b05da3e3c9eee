import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const BENCH = new URL('..', import.meta.url).pathname;
const CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'rxinformer-bench');
/** The body of a longer list is no string that V8 can make: it has to come in pages. */
const UNPAGED_PODS = 40_000;
/** What others hold of 100,000 pods is more than Node allows itself on a small machine. */
const ROOM = '--max-old-space-size=8192';

const CLIENT_NODE_1 = '1.4.0';
const CLIENT_NODE_2 = '2.0.1';
/** client-node 2.x does not run on older ones. */
const NODE_FOR_2 = '24';

/**
 * Everybody who can be measured, by name. Each gives, once, how its program is started; or a text that says why it cannot be had here.
 */
const SUBJECTS = {
  rxinformer: () => ours('informer.mjs'),
  'rxinformer keep': () => ours('informer.mjs', '--managed-fields', 'keep'),
  'rxinformer fields': () => ours('informer.mjs', '--fields', 'metadata.labels,spec.nodeName,status.phase'),
  'client-node raw': () => clientNode(process.execPath, clientNodeFolder(CLIENT_NODE_1), 'raw'),
  'client-node': () => clientNode(process.execPath, clientNodeFolder(CLIENT_NODE_1), 'typed'),
  'client-node 2': () => {
    const folder = clientNodeFolder(CLIENT_NODE_2, `node@${NODE_FOR_2}`);
    return clientNode(join(folder, 'node_modules/.bin/node'), folder, 'typed');
  },
  'client-go': clientGo,
  'json-parse': () => (load) =>
    command(process.execPath, ROOM, '--expose-gc', join(BENCH, 'peers/json-parse.mjs'), ...pages(load)),
  store: () => ours('commit.mjs'),
  'copied map': () => ours('commit.mjs', '--how', 'map'),
};

export const SUBJECT_NAMES = Object.keys(SUBJECTS);

/** Makes ready who is to be measured. Those that cannot be are left out, and `say` is told why. */
export function prepare(names, say) {
  const ready = new Map();
  for (const name of names) {
    const program = SUBJECTS[name]();
    if (typeof program === 'string') say(`without ${name}: ${program}`);
    else ready.set(name, program);
  }
  return ready;
}

function command(file, ...args) {
  return { file, args, env: {} };
}

function ours(program, ...args) {
  return () => command(process.execPath, '--expose-gc', join(BENCH, program), ...args);
}

function pages({ pods }) {
  return pods > UNPAGED_PODS ? ['--page', '500'] : [];
}

/** @param node the binary to run it with */
function clientNode(node, folder, list) {
  const program = join(BENCH, 'peers/client-node.mjs');
  return (load) => command(node, ROOM, '--expose-gc', program, '--from', folder, '--list', list, ...pages(load));
}

/** A folder with client-node and whatever else installed, outside this package. */
function clientNodeFolder(version, ...others) {
  const folder = join(CACHE, `client-node-${version}`);
  if (existsSync(join(folder, 'node_modules/@kubernetes/client-node'))) return folder;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'rxinformer-bench-peer', private: true }));
  const packages = [`@kubernetes/client-node@${version}`, ...others];
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent', ...packages], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return folder;
}

function clientGo() {
  if (spawnSync('go', ['version']).status !== 0) return 'there is no `go` in the PATH';
  mkdirSync(CACHE, { recursive: true });
  const binary = join(CACHE, 'client-go');
  const built = spawnSync('go', ['build', '-o', binary, '.'], {
    cwd: join(BENCH, 'peers/client-go'),
    encoding: 'utf8',
  });
  if (built.status !== 0) return `it cannot be built: ${built.stderr.trim().split('\n').at(-1)}`;
  // Where a server does not stream lists, client-go would find out at the cost of a request.
  return () => ({ ...command(binary), env: { KUBE_FEATURE_WatchListClient: 'false' } });
}
