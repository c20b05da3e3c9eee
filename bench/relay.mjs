// What a relay costs: a thousand watches of one collection that changes, each process by itself: the cluster (this one), the relay, the clients.
//   npm run bench:relay [-- --clients 1000 --rate 50 --seconds 20 --flush 50 --write]
// --rate     events a second, of objects of 1 KB
// --flush    milliseconds in which the relay tells events together
// --write    puts the table into docs/relay.md too
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { core } from '../dist/index.js';
import { createApiServer } from '../dist/server.js';
import { started } from './relay/messages.mjs';

const { values: args } = parseArgs({
  options: {
    clients: { type: 'string', default: '1000' },
    rate: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '20' },
    flush: { type: 'string', default: '50' },
    write: { type: 'boolean', default: false },
  },
});
const [clientCount, rate, seconds, flushMs] = [args.clients, args.rate, args.seconds, args.flush].map(Number);
const KEYS = 200;
const STALLED = 20;
const SLOW_CLIENT_MS = 3000;
/** Small, so that it is soon full, and what comes after that is the clients' alone. */
const HISTORY_BYTES = 1024 * 1024;
const DOCUMENT = new URL('../docs/relay.md', import.meta.url);
const BEGIN = '<!-- bench:relay: begin -->';
const END = '<!-- bench:relay: end -->';

/** The cluster: it counts what it is asked for, and numbers its events. */
const watches = [];
const cluster = createApiServer({
  authorize({ verb, resource }) {
    if (resource?.resource === 'configmaps' && verb === 'watch') watches.push(verb);
    return { access: 'granted' };
  },
});
const filling = 'x'.repeat(650);
let written = 0;

for (let i = 0; i < KEYS; i++)
  cluster.store.create(core.configMaps, { metadata: { name: `c-${i}`, namespace: 'default' }, data: { filling } });

function writeOne() {
  written++;
  const name = `c-${written % KEYS}`;
  // In this order: a client looks for the number first.
  const data = { filling, n: String(written), sent: String(process.hrtime.bigint()) };
  cluster.store.update(core.configMaps, { metadata: { name, namespace: 'default' }, data });
}

/** Writes so many events a second, evenly. */
async function writeFor(eventsPerS, ms) {
  const begin = performance.now();
  let count = 0;
  for (;;) {
    const elapsed = performance.now() - begin;
    if (elapsed >= ms) return count;
    for (; count < (elapsed / 1000) * eventsPerS; count++) writeOne();
    await sleep(Math.max(1, ((count + 1) / eventsPerS) * 1000 - (performance.now() - begin)));
  }
}

const say = (text) => process.stderr.write(`${text}\n`);
const kB = (bytes) => Math.round(bytes / 102.4) / 10;

async function measure() {
  const { url: upstream, close } = await cluster.listen();
  const relay = started('relay.mjs', ['--expose-gc']);
  const clients = started('clients.mjs');
  try {
    const url = await relay.call('start', {
      upstream,
      relay: { flushMs, slowClientMs: SLOW_CLIENT_MS, historyBytes: HISTORY_BYTES },
    });
    return { ...(await measureMany(relay, clients, url)), ...(await measureStalled(relay, clients, url)) };
  } finally {
    relay.stop();
    clients.stop();
    await close();
  }
}

async function measureMany(relay, clients, url) {
  say(`${clientCount} clients connect`);
  // The first ones bring what is there once, however many there are.
  await clients.call('connect', { url, version: cluster.store.resourceVersion, count: 10 });
  await writeFor(rate, 1000);
  const before = await relay.call('usage', { collect: true });
  await clients.call('connect', { url, version: cluster.store.resourceVersion, count: clientCount - 10 });
  const idle = await relay.call('usage', { collect: true });
  say(`${rate} events/s: warm-up`);
  await writeFor(rate, 5000);
  await sleep(1000);
  await clients.call('reset');
  await relay.call('usage', { reset: true });
  const cpuBefore = (await clients.call('report', { last: written })).cpuMs;
  say(`${rate} events/s: ${seconds} s are measured`);
  const begin = performance.now();
  const events = await writeFor(rate, seconds * 1000);
  const used = await relay.call('usage');
  const elapsed = performance.now() - begin;
  await sleep(1000);
  const busy = await relay.call('usage', { collect: true });
  const report = await clients.call('report', { last: written });
  await clients.call('disconnect');
  const perClient = (usage, what) => kB((usage[what] - before[what]) / (clientCount - 10));
  return {
    ...{ events, ...report, cpu: used.cpuMs / elapsed, userShare: used.userMs / used.cpuMs },
    ...{ writesPerS: (1000 * used.writes) / elapsed, usPerWrite: (1000 * used.cpuMs) / used.writes },
    ...{ clientsCpu: (report.cpuMs - cpuBefore) / elapsed, load: loadavg()[0] },
    ...{ liveIdle: perClient(idle, 'live'), liveBusy: perClient(busy, 'live'), rssBusy: perClient(busy, 'rss') },
    upstreamWatches: watches.length,
  };
}

/** Clients that stop reading while much happens: what they cost, until they are cut off. */
async function measureStalled(relay, clients, url) {
  say(`${STALLED} clients do not read`);
  await writeFor(2000, 2000);
  await sleep(500);
  const before = await relay.call('usage', { collect: true });
  await clients.call('stall', { url, version: cluster.store.resourceVersion, count: STALLED });
  let most = 0;
  let now = 0;
  const look = async () => {
    now = ((await relay.call('usage', { collect: true })).live - before.live) / STALLED;
    most = Math.max(most, now);
  };
  // The kernel takes some MB for each before the relay notices.
  for (let count = 0; count < 12_000; await look()) count += await writeFor(2000, 500);
  for (let ms = 0; ms < SLOW_CLIENT_MS + 2000; ms += 500, await look()) await writeFor(2000, 500);
  return { stalledMost: kB(most), stalledAfter: kB(Math.max(0, now)), cut: await clients.call('cut') };
}

/** On a machine with other work the relay writes less often, so what it would cost otherwise is told too. */
function cpuText({ cpu, userShare, writesPerS, usPerWrite }) {
  const wanted = (clientCount * 1000) / Math.max(flushMs, 1000 / rate);
  const text = `${(100 * cpu).toFixed(0)} % of a core, ${(100 * userShare).toFixed(0)} % of that outside of the kernel: ${Math.round(writesPerS)} writes a second of ${usPerWrite.toFixed(0)} µs`;
  if (writesPerS > 0.9 * wanted) return text;
  return `${text}; at ${Math.round(wanted)}, as without other work, it would be ${((wanted * usPerWrite) / 10_000).toFixed(0)} %`;
}

function table(figures) {
  const { least, most, events, faults, behind, p50, p99, max } = figures;
  const complete = least === events && most === events && behind === 0;
  const order = faults === 0 ? 'in order' : `**${faults} out of order**`;
  const rows = [
    [
      'events that each client was told',
      complete ? `all ${events}, ${order}` : `**${least} to ${most} of ${events}**, ${order}`,
      'all, in order',
    ],
    ['CPU of the relay', cpuText(figures), '50 %'],
    [
      'from the event to the client',
      `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, most ${max.toFixed(0)} ms`,
      'p99 200 ms',
    ],
    [
      'memory a client',
      `${figures.liveIdle} KB when it connects, ${figures.liveBusy} KB after ${events} events (heap and buffers after a collection); resident ${figures.rssBusy} KB`,
      '64 KB',
    ],
    ['watches of the cluster', `${figures.upstreamWatches}`, '1'],
    [
      `a client that does not read, 2,000 events/s of ${KEYS} objects`,
      `${figures.stalledMost} KB at most, though 256 KB wait for each: their bytes are those of all; ${figures.cut} of ${STALLED} cut off ${SLOW_CLIENT_MS / 1000} s after the buffers are full, then ${figures.stalledAfter} KB`,
      `256 KB, and ${KEYS} entries`,
    ],
  ];
  const { model } = cpus()[0];
  const busy =
    figures.load > 2 * cpus().length
      ? ` **The machine had other work** (load average ${figures.load.toFixed(0)}): times are not to be trusted, and are upper limits.`
      : '';
  return [
    `${clientCount} watches of one collection over HTTP, ${rate} events/s of objects of 1 KB, told together every ${flushMs} ms, for ${seconds} s; ${cpus().length} × ${model}, Node ${process.version.slice(1)},`,
    `${new Date().toISOString().slice(0, 10)}. The clients, in a process of their own, took ${(100 * figures.clientsCpu).toFixed(0)} % of a core.${busy}`,
    '',
    '| | measured | to be at most |',
    '|---|---|---|',
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n');
}

const figures = await measure();
const text = table(figures);
process.stdout.write(`${text}\n`);
if (args.write) {
  const document = readFileSync(DOCUMENT, 'utf8');
  const [head, rest] = document.split(BEGIN);
  if (rest === undefined) throw new Error(`docs/relay.md has no ${BEGIN}`);
  writeFileSync(DOCUMENT, `${head}${BEGIN}\n${text}\n${END}${rest.split(END)[1]}`);
}
