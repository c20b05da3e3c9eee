// What one commit costs in a store of so many objects; prints one JSON line.
//   node --expose-gc bench/commit.mjs --objects 100000 [--how indexer|map] [--commits 20000]
// `indexer`: this project's store with one index, a new snapshot for each change. `map`: a Map that is copied for each change, the plain way
// to a snapshot that never changes. Run `npm run build` first.
import { parseArgs } from 'node:util';
import { DeltaFIFO, Indexer } from '../dist/index.js';
import { Random } from './load/random.mjs';
import { printFigures } from './measure/arguments.mjs';
import { liveHeap, median, peakRssMB, round } from './measure/figures.mjs';

const { values: args } = parseArgs({
  options: {
    objects: { type: 'string', default: '100000' },
    how: { type: 'string', default: 'indexer' },
    commits: { type: 'string', default: '20000' },
    out: { type: 'string', default: 'json' },
  },
});
const WINDOWS = 7;
const PODS_PER_NODE = 30;
const BATCH = 1000;
const PREPARED = 200;
const count = Number(args.objects);
const random = new Random(1);

function podOf(i, version) {
  const node = `node-${Math.floor(i / PODS_PER_NODE)}`;
  return {
    metadata: { namespace: `team-${i % 100}`, name: `web-${i}`, uid: String(i), resourceVersion: String(version) },
    spec: { nodeName: node },
  };
}

function indexerStore() {
  const indexer = new Indexer({ indexers: { node: (pod) => [pod.spec.nodeName] } });
  const queue = new DeltaFIFO({ knownObjects: indexer });
  for (let i = 0; i < count; i += BATCH) {
    for (let j = i; j < Math.min(count, i + BATCH); j++) queue.add(podOf(j, 1));
    indexer.apply(queue.drain());
  }
  return {
    /** What is queued before the clock runs. */
    prepare(object) {
      queue.update(object);
      return queue.drain();
    },
    commit: (batch) => indexer.apply(batch).snapshot,
  };
}

function copiedMap() {
  let snapshot = new Map();
  const keyOf = ({ metadata: { namespace, name } }) => `${namespace}/${name}`;
  for (let i = 0; i < count; i++) snapshot.set(keyOf(podOf(i, 1)), podOf(i, 1));
  return {
    prepare: (object) => object,
    commit(object) {
      snapshot = new Map(snapshot);
      return snapshot.set(keyOf(object), object);
    },
  };
}

const heapBefore = liveHeap();
const store = args.how === 'map' ? copiedMap() : indexerStore();
const heapPerObjectB = (liveHeap() - heapBefore) / count;

let version = 1;
function window(commits) {
  let ms = 0;
  // Not all at once: what waits to be committed would be collected as garbage on the clock.
  for (let done = 0; done < commits; done += PREPARED) {
    const length = Math.min(PREPARED, commits - done);
    const prepared = Array.from({ length }, () => store.prepare(podOf(random.below(count), ++version)));
    const start = performance.now();
    for (const each of prepared) store.commit(each);
    ms += performance.now() - start;
  }
  return (ms * 1000) / commits;
}

const commits =
  args.how === 'map' ? Math.max(3, Math.min(Number(args.commits), Math.round(1e6 / count))) : Number(args.commits);
window(commits);
const costs = Array.from({ length: WINDOWS }, () => window(commits));
printFigures({
  store: args.how === 'map' ? 'a Map, copied' : 'rxinformer',
  objects: count,
  commitUs: round(median(costs), 2),
  commitUsMin: round(Math.min(...costs), 2),
  commitUsMax: round(Math.max(...costs), 2),
  heapPerObjectB: round(heapPerObjectB, 0),
  peakRssMB: peakRssMB(),
});
