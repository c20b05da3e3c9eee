// One informer on the load server; prints one JSON line.
//   node --expose-gc bench/informer.mjs --port P [--watch WINDOWS] [--rate EVENTS_PER_S] [--managed-fields keep] [--out json]
// Run `npm run build` first. Figures: wall and CPU time of the sync, the longest block of the event loop in it, peak RSS, heap a pod (after two
// forced collections, minus the start, snapshot and one index included); with --watch, events and CPU an event at saturation, in windows
// of 1.5 s after 2.5 s of warm-up: medians, and the least and the most.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { KubeConfig } from '@kubernetes/client-node';
import { core, createInformer } from '../dist/index.js';
import { kubeConfigTransport } from '../dist/node.js';

const { values: args } = parseArgs({
  options: {
    port: { type: 'string', default: '8901' },
    watch: { type: 'string', default: '0' },
    rate: { type: 'string', default: '0' },
    'managed-fields': { type: 'string', default: 'drop' },
    out: { type: 'string', default: 'json' },
  },
});
const WARM_UP_MS = 2500;
const WINDOW_MS = 1500;
const server = `http://127.0.0.1:${args.port}`;

const after = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const round = (value, digits) => Number(value.toFixed(digits));
const cpuUs = (since) => {
  const { user, system } = process.cpuUsage(since);
  return user + system;
};
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
const control = async (query) => (await fetch(`${server}/_ctl?${query}`)).text();
const collect = () => {
  globalThis.gc();
  globalThis.gc();
};

function informerFor() {
  const kubeConfig = new KubeConfig();
  kubeConfig.loadFromOptions({
    clusters: [{ name: 'bench', server }],
    users: [{ name: 'nobody' }],
    contexts: [{ name: 'bench', cluster: 'bench', user: 'nobody' }],
    currentContext: 'bench',
  });
  return createInformer({
    transport: kubeConfigTransport(kubeConfig),
    resource: core.pods,
    managedFields: args['managed-fields'],
    indexers: { node: (pod) => (pod.spec?.nodeName ? [pod.spec.nodeName] : []) },
  });
}

async function measureSync(pods) {
  collect();
  const heapBefore = process.memoryUsage().heapUsed;
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const cpu = process.cpuUsage();
  const start = performance.now();
  const { size } = await pods.ready();
  const syncMs = performance.now() - start;
  const syncCpuMs = cpuUs(cpu) / 1000;
  await after(20);
  delay.disable();
  const peakRssMB = (process.resourceUsage().maxRSS * 1024) / 1e6;
  await after(50);
  collect();
  const heap = process.memoryUsage().heapUsed - heapBefore;
  return {
    pods: size,
    syncMs: round(syncMs, 1),
    syncCpuMs: round(syncCpuMs, 1),
    syncMaxBlockMs: round(delay.max / 1e6, 0),
    peakRssMB: round(peakRssMB, 0),
    heapMB: round(heap / 1e6, 1),
    heapPerPodKB: round(heap / size / 1000, 2),
  };
}

async function measureWatch(pods, windows) {
  let events = 0;
  pods.events$.subscribe(() => events++);
  await control(`go=1&rate=${args.rate}`);
  await after(WARM_UP_MS);
  const rates = [];
  const costs = [];
  for (let i = 0; i < windows; i++) {
    const before = events;
    const cpu = process.cpuUsage();
    const start = performance.now();
    await after(WINDOW_MS);
    const seen = events - before;
    rates.push((seen / (performance.now() - start)) * 1000);
    costs.push(cpuUs(cpu) / seen);
  }
  await control('stop=1');
  return {
    eventsPerS: round(median(rates), 0),
    eventsPerSMin: round(Math.min(...rates), 0),
    eventsPerSMax: round(Math.max(...rates), 0),
    cpuUsPerEvent: round(median(costs), 1),
  };
}

const pods = informerFor();
const figures = {
  informer: 'rxinformer',
  node: process.version,
  managedFields: args['managed-fields'],
  ...(await measureSync(pods)),
};
if (Number(args.watch) > 0) Object.assign(figures, await measureWatch(pods, Number(args.watch)));
pods.stop();
process.stdout.write(`${JSON.stringify(figures)}\n`);
