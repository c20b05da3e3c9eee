// Live views over a large collection; prints a line for each chain of views.
//   node bench/views.mjs [--rows 100000] [--changes 20000] [--rounds 5]
// Run `npm run build` first. A change is a row, chosen at random, that gets random values, in a commit of its own. Commits are made some hundreds at a time, and then the time
// is taken in which the view takes them. Figures: CPU time of a change in the view, in µs (median of the rounds, and the least: the machine is noisy); the ratio to a collection of a
// tenth of the rows, which would be 10 were the work that of the rows; how often a user's functions are called a change; the time that the view takes to begin; and, for
// comparison, what the change costs the store.
import { parseArgs } from 'node:util';
import { Subject } from 'rxjs';
import * as rx from '../dist/index.js';

const { values: args } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    changes: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '5' },
  },
});
const ROWS = Number(args.rows);
const CHANGES = Number(args.changes);
const ROUNDS = Number(args.rounds);
const BATCH = 500;

/** The same random numbers each time (mulberry32). */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

let version = 0;
const pod = (i, random) => ({
  metadata: { name: `web-${i}`, namespace: `ns-${i % 50}`, uid: `u-${i}`, resourceVersion: String(++version) },
  spec: { nodeName: `node-${Math.floor(random() * 1000)}` },
  status: { phase: random() < 0.5 ? 'Running' : 'Pending', restarts: Math.floor(random() * 1000) },
});

let calls = 0;
const counted = (fn) => (object, key) => {
  calls++;
  return fn(object, key);
};
const restartsOf = counted(({ status }) => status.restarts);
const isRunning = counted(({ status }) => status.phase === 'Running');
const nameOf = counted(({ metadata }) => metadata.name);
const nodeOf = counted(({ spec }) => spec.nodeName);

const chains = {
  where: () => [rx.where(isRunning)],
  project: () => [rx.project(counted(({ metadata, status }) => ({ name: metadata.name, phase: status.phase })))],
  search: () => [rx.search('web-1', nameOf)],
  orderBy: () => [rx.orderBy(rx.descending(restartsOf), nameOf)],
  'where + orderBy + slice(0, 50)': () => [rx.where(isRunning), rx.orderBy(rx.descending(restartsOf)), rx.slice(0, 50)],
  'the same, the list read': () => [
    rx.where(isRunning),
    rx.orderBy(rx.descending(restartsOf)),
    rx.slice(0, 50),
    rx.select(({ snapshot }) => snapshot.list()),
  ],
  'orderBy + slice(1000, 20000)': () => [rx.orderBy(rx.descending(restartsOf)), rx.slice(1000, 20_000)],
  'groupBy node': () => [
    rx.groupBy(nodeOf, { pods: rx.count(), restarts: rx.sum(restartsOf), most: rx.max(restartsOf) }),
  ],
  'joinBy node': (nodes$) => [rx.joinBy(nodes$, nodeOf)],
};

/** A collection, and what changes it. */
function collectionOf(rows, random) {
  const indexer = new rx.Indexer();
  const fifo = new rx.DeltaFIFO({ knownObjects: indexer, emitReplaced: true });
  fifo.replace(
    Array.from({ length: rows }, (_, i) => pod(i, random)),
    '1',
  );
  const first = indexer.apply(fifo.drain());
  const change = () => {
    fifo.update(pod(Math.floor(random() * rows), random));
    return indexer.apply(fifo.drain());
  };
  return { first, change };
}

function nodesCommit() {
  const indexer = new rx.Indexer();
  const fifo = new rx.DeltaFIFO({ knownObjects: indexer, emitReplaced: true });
  fifo.replace(
    Array.from({ length: 1000 }, (_, i) => ({ metadata: { name: `node-${i}`, uid: `n-${i}`, resourceVersion: '1' } })),
    '1',
  );
  return indexer.apply(fifo.drain());
}

const cpu = (act) => {
  const before = process.cpuUsage();
  act();
  const { user, system } = process.cpuUsage(before);
  return user + system;
};
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

function measure(rows, chain) {
  const { first, change } = collectionOf(rows, randomFrom(7));
  const source$ = new Subject();
  const nodes$ = new Subject();
  const view$ = chain(nodes$).reduce((commits$, operator) => commits$.pipe(operator), source$);
  view$.subscribe();
  nodes$.next(nodesCommit());
  const beginUs = cpu(() => source$.next(first));
  const rounds = [];
  calls = 0;
  // The first round is for the compiler.
  for (let round = 0; round <= ROUNDS; round++) {
    let store = 0;
    let view = 0;
    for (let done = 0; done < CHANGES; done += BATCH) {
      let commits = [];
      store += cpu(() => {
        commits = Array.from({ length: BATCH }, change);
      });
      view += cpu(() => {
        for (const commit of commits) source$.next(commit);
      });
    }
    if (round > 0) rounds.push({ us: view / CHANGES, store: store / CHANGES });
  }
  const us = rounds.map((round) => round.us);
  return {
    us: median(us),
    least: Math.min(...us),
    store: median(rounds.map((round) => round.store)),
    calls: calls / CHANGES / (ROUNDS + 1),
    beginMs: beginUs / 1000,
  };
}

console.log(`${ROWS} rows, ${CHANGES} changes a round, ${ROUNDS} rounds; Node ${process.version}`);
console.log('CPU µs a change: median, least; to a tenth of the rows; calls a change; ms to begin; in the store\n');
for (const [name, chain] of Object.entries(chains)) {
  const small = measure(ROWS / 10, chain);
  const { us, least, calls: asked, beginMs, store } = measure(ROWS, chain);
  const figures = [
    us.toFixed(1),
    least.toFixed(1),
    `${(us / small.us).toFixed(1)}x`,
    asked.toFixed(1),
    beginMs.toFixed(0),
    store.toFixed(1),
  ];
  console.log(name.padEnd(32), ...figures.map((figure) => figure.padStart(8)));
}
