import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Compression, DeltaFIFO } from '../../lib/delta/index.js';
import { type Change, type Commit, Indexer, type Snapshot } from '../../lib/store/index.js';
import { runs } from '../support/runs.js';
import { expectSame } from '../support/same.js';
import { type Thing, thing } from '../support/things.js';

/** A collection on a server, of whose history an informer may miss parts until the next list. */
class World {
  readonly objects = new Map<string, Thing>();
  version = 0;
  #lives = 0;

  put(name: string, tags: readonly string[]): { type: 'add' | 'update'; object: Thing } {
    const old = this.objects.get(name);
    const uid = old?.metadata.uid ?? `${name}-${++this.#lives}`;
    const object = thing(name, ++this.version, { uid, tags });
    this.objects.set(name, object);
    return { type: old === undefined ? 'add' : 'update', object };
  }

  delete(name: string): { type: 'delete'; object: Thing } | undefined {
    const old = this.objects.get(name);
    if (old === undefined) return undefined;
    this.objects.delete(name);
    return {
      type: 'delete',
      object: { ...old, metadata: { ...old.metadata, resourceVersion: String(++this.version) } },
    };
  }

  /** In an order of its own, and as new objects, as they would be decoded. */
  list(): Thing[] {
    return [...this.objects.values()].reverse().map((object) => ({ ...object }));
  }
}

const name = fc.constantFrom('a', 'b', 'c', 'd');
const tags = fc.array(fc.constantFrom('x', 'y', 'z'), { maxLength: 3 });
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ op: fc.constant('put'), name, tags, seen: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('delete'), name, tags, seen: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('list') }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constantFrom('bookmark', 'resync') }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('commit') }) },
);

const byTag = (object: Thing) => object.tags ?? [];
const versionOf = ({ metadata }: Thing) => `${metadata.uid}@${metadata.resourceVersion}`;
const contentOf = (snapshot: Snapshot<Thing, 'tag'>) => [...snapshot].map(([key, object]) => [key, object] as const);

it.each<Compression>(['deletes', 'latest'])(
  'Indexer.apply keeps the laws, whatever is seen and missed (compress: %s)',
  (compress) => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const world = new World();
        const believed = new Map<string, Thing>();
        const indexer = new Indexer<Thing, 'tag'>({ indexers: { tag: byTag } });
        const fifo = new DeltaFIFO<Thing>({ knownObjects: indexer, emitReplaced: true, compress });
        const held: { snapshot: Snapshot<Thing, 'tag'>; content: (readonly [string, Thing])[] }[] = [];
        for (const each of [...steps, { op: 'commit' }]) {
          if ('name' in each) {
            const event = each.op === 'put' ? world.put(each.name, each.tags) : world.delete(each.name);
            if (event !== undefined && each.seen) see(event, fifo, believed);
          } else if (each.op === 'list') {
            fifo.replace(world.list(), String(world.version));
            believed.clear();
            for (const [key, object] of world.objects) believed.set(key, object);
          } else if (each.op === 'bookmark') {
            fifo.bookmark(String(world.version));
          } else if (each.op === 'resync') {
            fifo.resync();
          } else {
            const commit = indexer.apply(fifo.drain());
            checkState(commit.snapshot, believed);
            checkStory(commit);
            checkOrder(commit);
            checkIdentity(commit);
            held.push({ snapshot: commit.snapshot, content: contentOf(commit.snapshot) });
          }
        }
        for (const { snapshot, content } of held) expectSame(contentOf(snapshot), content);
      }),
      runs,
    );
  },
);

function see(
  event: { type: 'add' | 'update' | 'delete'; object: Thing },
  fifo: DeltaFIFO<Thing>,
  believed: Map<string, Thing>,
): void {
  const { type, object } = event;
  fifo[type](object);
  if (type === 'delete') believed.delete(object.metadata.name);
  else believed.set(object.metadata.name, object);
}

/** L2: the snapshot, its lists and its index are what was told. */
function checkState(snapshot: Snapshot<Thing, 'tag'>, believed: ReadonlyMap<string, Thing>): void {
  const expected = [...believed.values()].sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
  expectSame(snapshot.list().map(versionOf), expected.map(versionOf));
  expectSame([...snapshot.values()], snapshot.list());
  expectSame(snapshot.size, expected.length);
  expectSame(snapshot.list({ namespace: 'n' }), snapshot.list());
  expectSame(snapshot.indexValues('tag'), [...new Set(expected.flatMap(byTag))].sort());
  for (const value of ['x', 'y', 'z']) {
    const bucket = expected.filter((object) => byTag(object).includes(value));
    expectSame(snapshot.byIndex('tag', value).map(versionOf), bucket.map(versionOf));
    expectSame(
      snapshot.indexKeys('tag', value),
      bucket.map(({ metadata }) => `n/${metadata.name}`),
    );
  }
}

/** L3, L13, L14: the changes lead from one snapshot to the next, and each is one that may be told. */
function checkStory({ previous, snapshot, changes, cause }: Commit<Thing, 'tag'>): void {
  const view = new Map(previous);
  for (const change of changes) {
    const { key, object, type } = change;
    if (change.previous !== (type === 'add' ? undefined : view.get(key)) || view.has(key) === (type === 'add'))
      throw new Error(`${type} ${key} does not follow from what was there`);
    if (type === 'update') {
      expectSame(object.metadata.uid, change.previous.metadata.uid);
      if (versionOf(object) === versionOf(change.previous)) throw new Error(`L13: an echo of ${versionOf(object)}`);
    }
    if (type === 'delete') view.delete(key);
    else view.set(key, object);
  }
  expectSame([...snapshot.keys()], [...view.keys()].sort());
  for (const [key, object] of snapshot) if (view.get(key) !== object) throw new Error(`${key} is not what was told`);
  if (cause === 'resync') expect(changes.every(({ type }) => type === 'sync')).toBe(true);
}

/** L4: events come in the order in which the server made them, each with a version of its own. */
function checkOrder({ changes, cause }: Commit<Thing, 'tag'>): void {
  if (cause === 'replace') return;
  const events = changes.filter(({ type, finalStateUnknown }) => type !== 'sync' && !finalStateUnknown);
  const versions = events.map(({ object }) => Number(object.metadata.resourceVersion));
  expectSame(
    versions,
    [...versions].sort((a, b) => a - b),
  );
}

/** L12: lists that hold the same are the same. */
function checkIdentity({ previous, snapshot, changes }: Commit<Thing, 'tag'>): void {
  const lists = (of: Snapshot<Thing, 'tag'>): (readonly unknown[])[] => [
    of.list(),
    of.list({ namespace: 'n' }),
    of.indexValues('tag'),
    ...['x', 'y', 'z'].flatMap((value) => [of.byIndex('tag', value), of.indexKeys('tag', value)]),
  ];
  const before = lists(previous);
  for (const [i, list] of lists(snapshot).entries()) {
    const old = before[i] ?? [];
    const isSame = list.length === old.length && list.every((element, j) => element === old[j]);
    // An object that came and went, or went and came back, within a commit counts as a change of the buckets it was in.
    if (isSame && list !== old && !changes.some(isBrief(previous, snapshot)))
      throw new Error(`list ${i} lost its identity`);
    if (!Object.isFrozen(list)) throw new Error(`list ${i} can be written to`);
  }
}

const isBrief =
  (previous: Snapshot<Thing, 'tag'>, snapshot: Snapshot<Thing, 'tag'>) =>
  ({ key, object }: Change<Thing>) =>
    previous.get(key) === snapshot.get(key) || snapshot.get(key) !== object;
