// makeInformer of client-node on the load server; prints one JSON line with the figures of bench/informer.mjs.
//   node --expose-gc bench/peers/client-node.mjs --port P --from FOLDER_WITH_NODE_MODULES --list typed|raw [--page 500] [as informer.mjs]
// `raw`: its list function fetches and parses, which is faster than the typed client. `--page`: it asks for pages and puts them together, as
// the body of a large list is no string that V8 can make.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { printFigures, readArguments, SLOW_MS } from '../measure/arguments.mjs';
import { after } from '../measure/figures.mjs';
import { LoadServer } from '../measure/load-server.mjs';
import { measure } from '../measure/measure.mjs';

const args = readArguments({
  from: { type: 'string' },
  list: { type: 'string', default: 'typed' },
  page: { type: 'string' },
});
const server = new LoadServer(args.port);
const folder = join(args.from, 'node_modules/@kubernetes/client-node');
const { version } = createRequire(import.meta.url)(join(folder, 'package.json'));
const { CoreV1Api, KubeConfig, makeInformer } = await import(pathToFileURL(join(folder, 'dist/index.js')).href);

const kubeConfig = new KubeConfig();
kubeConfig.loadFromOptions({
  clusters: [{ name: 'bench', server: server.url, skipTLSVerify: true }],
  users: [{ name: 'nobody' }],
  contexts: [{ name: 'bench', cluster: 'bench', user: 'nobody' }],
  currentContext: 'bench',
});
const api = kubeConfig.makeApiClient(CoreV1Api);

function pathOf(namespace) {
  return namespace === undefined ? '/api/v1/pods' : `/api/v1/namespaces/${namespace}/pods`;
}

async function typedPage(namespace, limit, _continue) {
  return namespace === undefined
    ? api.listPodForAllNamespaces({ limit, _continue })
    : api.listNamespacedPod({ namespace, limit, _continue });
}

async function rawPage(namespace, limit, token) {
  const query = new URLSearchParams({
    ...(limit === undefined ? {} : { limit }),
    ...(token === undefined ? {} : { continue: token }),
  });
  return (await fetch(`${server.url}${pathOf(namespace)}?${query}`)).json();
}

const page = args.list === 'raw' ? rawPage : typedPage;

async function list(namespace) {
  if (args.page === undefined) return page(namespace);
  const items = [];
  let token;
  let metadata;
  do {
    const part = await page(namespace, Number(args.page), token);
    for (const item of part.items) items.push(item);
    metadata = part.metadata;
    token = metadata._continue ?? metadata.continue;
  } while (token);
  return { metadata: { resourceVersion: metadata.resourceVersion }, items };
}

let onRelist = () => {};
function informerOf(namespace) {
  const informer = makeInformer(kubeConfig, pathOf(namespace), async () => {
    const listed = await list(namespace);
    // What it brought is in the cache as soon as the promise is resolved, before anything else runs.
    setImmediate(() => onRelist());
    return listed;
  });
  informer.on('error', (error) => {
    throw error;
  });
  return informer;
}

const namespaces = args.namespaces > 0 ? (await server.stats()).namespaces.slice(0, args.namespaces) : [undefined];
const informers = namespaces.map(informerOf);
const onAll = (name, callback) => {
  for (const informer of informers) informer.on(name, callback);
};
const subject = {
  async start() {
    await Promise.all(informers.map((informer) => informer.start()));
    return informers.reduce((sum, informer) => sum + informer.list().length, 0);
  },
  listen(onEvent) {
    for (const name of ['add', 'update', 'delete']) {
      onAll(name, onEvent);
      for (let i = 1; i < args.subscribers; i++) onAll(name, () => {});
      if (args.slow) onAll(name, slow);
    }
  },
  relisted: () =>
    new Promise((resolve) => {
      onRelist = resolve;
    }),
  stop() {
    for (const informer of informers) informer.stop();
  },
};

/** Its handlers are not waited for, so who has slow work puts it in a row of his own. */
let row = Promise.resolve();
function slow(pod) {
  row = row.then(async () => {
    await after(SLOW_MS);
    return pod;
  });
}

printFigures({
  informer: `client-node ${version} ${args.list}`,
  ...(await measure(subject, server, args)),
});
process.exit(0);
