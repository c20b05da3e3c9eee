import { monitorEventLoopDelay } from 'node:perf_hooks';
import { after, cpuUs, epochMs, liveHeap, median, peakRssMB, round } from './figures.mjs';

const WARM_UP_MS = 2500;
const WINDOW_MS = 1500;
const POLL_MS = 50;

/**
 * Measures an informer on the load server, in this process.
 *
 * @param subject `{ start(): Promise<number of objects>, listen(onEvent), relisted(): Promise, stop() }`: whoever is measured
 * @param server the load server
 * @param wanted `{ watch: number of windows, rate: events a second, relist: share of the items that change, or undefined }`
 * @returns figures by name, all numbers
 */
export async function measure(subject, server, { watch, rate, relist }) {
  const heapBefore = liveHeap();
  const figures = await measureSync(subject, heapBefore);
  if (watch > 0) Object.assign(figures, await measureWatch(subject, server, watch, rate));
  if (relist !== undefined) Object.assign(figures, await measureRelist(subject, server, relist));
  subject.stop();
  return figures;
}

async function measureSync(subject, heapBefore) {
  const blocks = longestBlock();
  const cpu = process.cpuUsage();
  const start = performance.now();
  const size = await subject.start();
  const syncMs = performance.now() - start;
  const syncCpuMs = cpuUs(cpu) / 1000;
  await after(20);
  const syncMaxBlockMs = blocks();
  const peak = peakRssMB();
  await after(50);
  const heap = liveHeap() - heapBefore;
  return {
    pods: size,
    syncMs: round(syncMs),
    syncCpuMs: round(syncCpuMs),
    syncMaxBlockMs,
    peakRssMB: peak,
    heapMB: round(heap / 1e6),
    heapPerPodKB: round(heap / size / 1000, 2),
  };
}

/** Saturation, or the rate that was asked for: medians of windows, after a time to warm up. */
async function measureWatch(subject, server, windows, rate) {
  const heapBefore = liveHeap();
  let events = 0;
  subject.listen(() => events++);
  await server.control(`go=1&rate=${rate}`);
  await after(WARM_UP_MS);
  const blocks = longestBlock();
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
  const watchMaxBlockMs = blocks();
  const heap = liveHeap();
  await server.control('stop=1');
  return {
    eventsPerS: round(median(rates), 0),
    eventsPerSMin: round(Math.min(...rates), 0),
    eventsPerSMax: round(Math.max(...rates), 0),
    cpuUsPerEvent: round(median(costs)),
    watchMaxBlockMs,
    watchPeakRssMB: peakRssMB(),
    heapGrowthMB: round((heap - heapBefore) / 1e6),
  };
}

/**
 * The server says that history is gone. From the first request of the list until what it brought is in the cache and the next watch is
 * asked for. A second such list, whose time does not count, shows how much memory is in use at its peak.
 */
async function measureRelist(subject, server, changed) {
  const blocks = longestBlock();
  const cpu = process.cpuUsage();
  const relistMs = await relistOnce(subject, server, changed);
  const relistCpuMs = cpuUs(cpu) / 1000;
  const relistMaxBlockMs = blocks();
  const before = liveHeap();
  const peak = highestHeap();
  await relistOnce(subject, server, changed);
  return {
    relistMs: round(relistMs),
    relistCpuMs: round(relistCpuMs),
    relistMaxBlockMs,
    relistPeakRssMB: peakRssMB(),
    relistHeapPercent: round((peak() / before - 1) * 100),
  };
}

async function relistOnce(subject, server, changed) {
  const relisted = subject.relisted().then(epochMs);
  await server.control(`expire=1&changed=${changed}`);
  const appliedAt = await relisted;
  for (;;) {
    const { listStartedAt, watchAskedAt } = await server.stats();
    if (watchAskedAt > 0) return Math.max(appliedAt, watchAskedAt) - listStartedAt;
    await after(POLL_MS);
  }
}

/** Begins to watch the event loop; the function that it gives ends that, and says for how long it was held up at most, in ms. */
function longestBlock() {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  return () => {
    delay.disable();
    return round(delay.max / 1e6, 0);
  };
}

/** Looks again and again at how much of the heap is in use; the function that it gives ends that, and says the most, in bytes. */
function highestHeap() {
  let highest = 0;
  let timer;
  const look = () => {
    const start = performance.now();
    highest = Math.max(highest, liveHeap());
    timer = setTimeout(look, Math.max(POLL_MS, 4 * (performance.now() - start)));
  };
  look();
  return () => {
    clearTimeout(timer);
    return highest;
  };
}
