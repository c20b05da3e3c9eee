/** Who is measured in a scenario, by name; the names are those of `subjects.mjs`. The first peer is what all are compared with. */
const EVERYBODY = ['client-node raw', 'client-node', 'client-node 2', 'client-go', 'rxinformer'];
const WITH_LISTENERS = ['client-node raw', 'client-node 2', 'client-go', 'rxinformer'];

const SYNC = ['syncMs', 'syncCpuMs', 'syncMaxBlockMs', 'heapPerPodKB', 'peakRssMB'];
const WATCH = ['eventsPerS', 'cpuUsPerEvent', 'watchMaxBlockMs', 'watchPeakRssMB'];
const RELIST = ['relistMs', 'relistCpuMs', 'relistMaxBlockMs', 'relistHeapPercent', 'relistPeakRssMB'];
const COMMIT = ['commitUs', 'heapPerObjectB', 'peakRssMB'];

const WINDOWS = 4;
const STATUSES = { pods: 10_000, events: 20_000 };
const MIXED = { pods: 10_000, events: 20_000, mixed: true };

function sync(size, pods, more) {
  return {
    name: `sync-${size}`,
    title: `Sync of ${pods.toLocaleString('en')} pods`,
    load: pods === STATUSES.pods ? STATUSES : { pods, events: 0 },
    subjects: ['client-node raw', 'client-node', 'client-node 2', 'client-go', 'json-parse', 'rxinformer', ...more],
    arguments: [],
    figures: SYNC,
    isQuick: pods <= 10_000,
  };
}

function watch(name, title, load, subjects, more, figures = WATCH) {
  return { name, title, load, subjects, arguments: ['--watch', WINDOWS, ...more], figures, isQuick: true };
}

function relist(name, title, pods, changed, isQuick) {
  return {
    name,
    title,
    load: pods === STATUSES.pods ? STATUSES : { pods, events: 0 },
    subjects: ['client-node raw', 'client-go', 'rxinformer'],
    arguments: ['--relist', changed],
    figures: ['syncMs', ...RELIST],
    isQuick,
  };
}

function commit(size, objects) {
  return {
    name: `commit-${size}`,
    title: `One commit in a store of ${objects.toLocaleString('en')} objects, with one index`,
    subjects: ['copied map', 'store'],
    arguments: ['--objects', objects],
    figures: COMMIT,
    isQuick: objects <= 100_000,
  };
}

/** What is measured, in this order. Scenarios with the same load one after the other share a server. */
export const SCENARIOS = [
  sync('1k', 1000, []),
  sync('10k', 10_000, ['rxinformer keep', 'rxinformer fields']),
  {
    ...sync('10k', 10_000, []),
    name: 'sync-10k-gzip',
    title: 'Sync of 10,000 pods, packed by the server for whoever takes that',
    gzip: true,
    isQuick: false,
  },
  watch('watch', 'Saturated watch of 10,000 pods: statuses', STATUSES, EVERYBODY, []),
  watch('subscribers-10', 'The same with 10 subscribers', STATUSES, WITH_LISTENERS, ['--subscribers', 10]),
  watch(
    'slow-subscriber',
    'The same with one more subscriber, whose work takes 10 ms an event',
    STATUSES,
    WITH_LISTENERS,
    ['--slow'],
    [...WATCH, 'heapGrowthMB'],
  ),
  relist('relist-10k', 'List of 10,000 pods after "410 Gone", of which none has changed', 10_000, 0, true),
  relist('relist-10k-changed', 'List of 10,000 pods after "410 Gone", of which 10 % have changed', 10_000, 0.1, true),
  {
    name: 'namespaces-100',
    title: 'Sync of 100 of the namespaces of 10,000 pods, as one informer, or as one each',
    load: STATUSES,
    subjects: ['client-node raw', 'client-go', 'rxinformer'],
    arguments: ['--namespaces', 100],
    figures: SYNC,
    isQuick: true,
  },
  watch(
    'watch-mixed',
    'Saturated watch of 10,000 pods: 5 % adds, 5 % deletions, 5 % changes of the spec',
    MIXED,
    WITH_LISTENERS,
    [],
  ),
  sync('100k', 100_000, []),
  relist('relist-100k', 'List of 100,000 pods after "410 Gone", of which none has changed', 100_000, 0, false),
  relist(
    'relist-100k-changed',
    'List of 100,000 pods after "410 Gone", of which 10 % have changed',
    100_000,
    0.1,
    false,
  ),
  commit('1k', 1000),
  commit('10k', 10_000),
  commit('100k', 100_000),
  commit('1m', 1_000_000),
];

/** What the figures are called, and in what they are told. All but `eventsPerS` are better when they are less. */
export const FIGURES = {
  syncMs: { title: 'sync', unit: 'ms' },
  syncCpuMs: { title: 'CPU', unit: 'ms' },
  syncMaxBlockMs: { title: 'longest block', unit: 'ms' },
  heapPerPodKB: { title: 'heap a pod', unit: 'KB' },
  peakRssMB: { title: 'peak RSS', unit: 'MB' },
  eventsPerS: { title: 'events/s', unit: '' },
  cpuUsPerEvent: { title: 'CPU an event', unit: 'µs' },
  watchMaxBlockMs: { title: 'longest block', unit: 'ms' },
  watchPeakRssMB: { title: 'peak RSS', unit: 'MB' },
  heapGrowthMB: { title: 'heap grew by', unit: 'MB', noRatio: true },
  relistMs: { title: 'list after 410', unit: 'ms' },
  relistCpuMs: { title: 'its CPU', unit: 'ms' },
  relistMaxBlockMs: { title: 'longest block', unit: 'ms' },
  relistHeapPercent: { title: 'heap at its peak', unit: '%', noRatio: true },
  relistPeakRssMB: { title: 'peak RSS', unit: 'MB' },
  commitUs: { title: 'commit', unit: 'µs' },
  heapPerObjectB: { title: 'heap an object', unit: 'B' },
};
