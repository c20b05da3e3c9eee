// An API server of ConfigMaps on loopback, which does what a script says and keeps a log of what was asked.
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { configMap } from './scripts.mjs';

export async function serve(script) {
  let started = performance.now();
  const asked = [];
  const openWatches = new Set();
  const counts = { list: 0, watch: 0 };
  /** The first request of each kind. */
  const first = { list: withResolvers(), watch: withResolvers() };
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url, 'http://server');
    // Whoever asks for a streamed list is told, as by an older server, that there is none.
    const isStream = searchParams.has('sendInitialEvents');
    const verb = searchParams.get('watch') ? 'watch' : 'list';
    const now = performance.now() - started;
    asked.push({ verb, now });
    if (isStream) return replyTo(request, response).refuse(422);
    first[verb].resolve();
    if (verb === 'watch') {
      openWatches.add(response);
      response.on('close', () => openWatches.delete(response));
    }
    const exchange = {
      n: counts[verb]++,
      now,
      rv: searchParams.get('resourceVersion'),
      token: searchParams.get('continue'),
      wait,
    };
    script[verb]({ ...exchange, reply: replyTo(request, response) });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    asked,
    listed: first.list.promise,
    watched: first.watch.promise,
    get openWatches() {
      return openWatches.size;
    },
    /** The script begins. */
    begin: () => {
      started = performance.now();
    },
    now: () => performance.now() - started,
  };
}

/** Promise.withResolvers(), which Node 20 has not. */
function withResolvers() {
  let resolve;
  const promise = new Promise((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

function replyTo(request, response) {
  const json = (code, body) =>
    response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const reply = {
    list: ({ version, items, token }) =>
      json(200, {
        kind: 'ConfigMapList',
        apiVersion: 'v1',
        metadata: { resourceVersion: String(version), ...(token === undefined ? {} : { continue: token }) },
        items: Object.entries(items).map(([name, at]) => configMap(name, at)),
      }),
    refuse: (code) =>
      json(code, {
        kind: 'Status',
        apiVersion: 'v1',
        metadata: {},
        status: 'Failure',
        code,
        reason: code === 410 ? 'Expired' : 'Invalid',
        message: 'no',
      }),
    open: (...frames) => {
      response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders();
      for (const frame of frames) response.write(`${JSON.stringify(frame)}\n`);
      return reply;
    },
    end: () => response.end(),
    reset: () => request.socket.resetAndDestroy(),
    resetAfter: (ms) => setTimeout(() => request.socket.resetAndDestroy(), ms),
  };
  return reply;
}
