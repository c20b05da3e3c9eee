// An API server for pods that is faster than its clients: all that it sends is written down before it listens.
//   node bench/load/server.mjs --port 8901 --pods 10000 [--events 20000] [--mixed] [--gzip] [--watchlist] [--seed 1]
// Port 0 is any that is free. When it listens it prints one JSON line with the port.
// GET /api/v1/[namespaces/NS/]pods?limit=&continue=   a list; packed with --gzip, if the client takes that
// GET /api/v1/pods?watch=1                 a watch, idle until it is told to go; one HTTP chunk an event, as kube-apiserver flushes
//                &sendInitialEvents=true   a streamed list with --watchlist, else 422, as a server without the feature answers
// GET /_ctl?go=1&rate=R                    all open watches send: R events a second, 0 for as fast as they are taken
// GET /_ctl?stop=1                         and stop
// GET /_ctl?expire=1&changed=0.1           all watches end with "410 Gone"; before that, this share of the list's items changes
// GET /_ctl?gzip=1                         from now on as with --gzip, or, with 0, without
// GET /_stats                              what there is, and when the last list began and the last watch was asked for (epoch ms)
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { Events } from './events.mjs';
import { Pods } from './pods.mjs';
import { StoredList } from './stored-list.mjs';
import { Watcher } from './watcher.mjs';

const { values: args } = parseArgs({
  options: {
    port: { type: 'string', default: '8901' },
    pods: { type: 'string', default: '10000' },
    events: { type: 'string' },
    mixed: { type: 'boolean', default: false },
    gzip: { type: 'boolean', default: false },
    watchlist: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
  },
});
const PATH = /^\/api\/v1\/(?:namespaces\/([^/]+)\/)?pods$/;

const pods = new Pods({ count: Number(args.pods), seed: Number(args.seed) });
const list = new StoredList(pods);
const events = new Events(pods, Number(args.events ?? Math.min(40_000, 2 * pods.count)), args.mixed);
const watchers = new Set();
let packs = args.gzip;
/** Since the last time that watches were ended. */
const seen = { lists: 0, listStartedAt: 0, watchAskedAt: 0 };

const now = () => performance.timeOrigin + performance.now();

function handle(request, response) {
  const { pathname, searchParams: query } = new URL(request.url, 'http://load');
  if (pathname === '/_ctl') return control(query, response);
  if (pathname === '/_stats') return answer(response, 200, stats());
  const [isPods, namespace = ''] = PATH.exec(pathname) ?? [];
  if (isPods === undefined) return answer(response, 404, statusOf(404, 'NotFound', `there is no ${pathname}`));
  if (/^(1|true)$/.test(query.get('watch') ?? '')) return watch(query, response, namespace);
  if (seen.lists++ === 0) seen.listStartedAt = now();
  return list.send(response, {
    namespace,
    limit: Number(query.get('limit') ?? 0),
    token: query.get('continue') ?? '0',
    compress: packs && /gzip/.test(request.headers['accept-encoding'] ?? ''),
  });
}

function control(query, response) {
  if (query.has('stop')) for (const watcher of watchers) watcher.stop();
  if (query.has('go')) for (const watcher of watchers) watcher.start(Number(query.get('rate') ?? 0));
  if (query.has('gzip')) packs = query.get('gzip') === '1';
  if (query.has('expire')) expire(Number(query.get('changed') ?? 0));
  response.end('ok');
}

function expire(changed) {
  if (changed > 0) list.change(changed);
  Object.assign(seen, { lists: 0, listStartedAt: 0, watchAskedAt: 0 });
  const gone = JSON.stringify({ type: 'ERROR', object: statusOf(410, 'Expired', 'too old resource version') });
  for (const watcher of watchers) watcher.end(`${gone}\n`);
  watchers.clear();
}

async function watch(query, response, namespace) {
  const isStreamed = query.get('sendInitialEvents') === 'true';
  if (isStreamed && !args.watchlist) {
    return answer(response, 422, statusOf(422, 'Invalid', 'sendInitialEvents is forbidden for watch'));
  }
  seen.watchAskedAt = now();
  const watcher = new Watcher(response, namespace === '' ? events : NO_EVENTS);
  watchers.add(watcher);
  response.on('close', () => watchers.delete(watcher));
  if (isStreamed) await streamList(watcher);
}

const NO_EVENTS = { chunks: [], lap() {} };

async function streamList(watcher) {
  for (const line of list.added()) if (!(await watcher.send(line))) return;
  const metadata = {
    resourceVersion: String(list.resourceVersion),
    annotations: { 'k8s.io/initial-events-end': 'true' },
  };
  await watcher.send(`${JSON.stringify({ type: 'BOOKMARK', object: { kind: 'Pod', apiVersion: 'v1', metadata } })}\n`);
}

function stats() {
  return {
    ...seen,
    pods: pods.count,
    namespaces: pods.namespaces,
    listBytes: list.bytes,
    events: events.chunks.length,
    watchers: watchers.size,
    cpu: process.cpuUsage(),
  };
}

function statusOf(code, reason, message) {
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', code, reason, message };
}

function answer(response, status, body) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const server = createServer({ highWaterMark: 1024 * 1024, requestTimeout: 0, keepAliveTimeout: 600_000 }, handle);
server.listen(Number(args.port), '127.0.0.1', () => {
  const { port } = server.address();
  process.stdout.write(`${JSON.stringify({ port, pods: pods.count, listMB: Math.round(list.bytes / 1e6) })}\n`);
});
