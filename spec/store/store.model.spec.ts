import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DeletedFinalStateUnknown } from '../../lib/delta/index.js';
import { Indexer, type IndexFunction, type Snapshot } from '../../lib/store/index.js';
import { runs } from '../support/runs.js';
import { expectSame } from '../support/same.js';
import { type Thing, thing } from '../support/things.js';

const NAMES = ['a', 'b', 'c'] as const;
const NAMESPACES = ['m', 'n', 'n-2', 'n0', ''] as const;
const VALUES = ['x', 'y', 'z'] as const;
const BAD = 'bad';

const name = fc.constantFrom(...NAMES);
const namespace = fc.constantFrom(...NAMESPACES);
const tags = fc.array(fc.constantFrom(...VALUES, ...VALUES, BAD), { maxLength: 3 });
const tier = fc.constantFrom('web', 'db', undefined);
const object = fc.record({ name, namespace, tags, tier });
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ op: fc.constantFrom('add', 'update'), object }) },
  { weight: 4, arbitrary: fc.record({ op: fc.constantFrom('delete', 'bury'), object }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('replace'), objects: fc.array(object, { maxLength: 6 }) }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('index'), as: fc.constantFrom('tag', 'picky', 'tier') }) },
);

/** Gives more values than one, the same more than once, and none; or fails. */
const FUNCTIONS: Readonly<Record<string, IndexFunction<Thing>>> = {
  tag: ({ tags }) => tags ?? [],
  picky: ({ tags }) => {
    if (tags?.includes(BAD)) throw new Error('too bad');
    return tags ?? [];
  },
  *tier({ metadata }) {
    if (metadata.labels?.tier !== undefined) yield metadata.labels.tier;
  },
};

const keyOf = ({ metadata: { name, namespace } }: Thing) => (namespace ? `${namespace}/${name}` : name);

/** What an index holds: the keys under each value, as one would find them by looking at everything. */
function tableOf(content: ReadonlyMap<string, Thing>, valuesOf: IndexFunction<Thing>): Map<string, string[]> {
  const table = new Map<string, string[]>();
  for (const key of [...content.keys()].sort()) {
    const found = content.get(key);
    if (found === undefined) continue;
    try {
      for (const value of new Set(valuesOf(found))) table.set(value, [...(table.get(value) ?? []), key]);
    } catch {
      // An index does not have what its function fails for.
    }
  }
  return table;
}

const shown = (objects: readonly (Thing | undefined)[]) =>
  objects.map((each) => (each === undefined ? '?' : `${keyOf(each)}@${each.metadata.resourceVersion}`)).join(' ');

const SELECTIONS = [
  {},
  { labelSelector: 'tier=web' },
  { namespace: 'n', labelSelector: '!tier' },
  ...NAMESPACES.map((each) => ({ namespace: each })),
];

/** Everything that a snapshot can be asked, in lines. */
function answers(snapshot: Snapshot<Thing>): string[] {
  const lines = [`${snapshot.size}: ${[...snapshot.keys()].join(' ')}`];
  for (const selection of SELECTIONS) lines.push(shown(snapshot.list(selection)));
  for (const index of Object.keys(FUNCTIONS)) {
    try {
      lines.push(`${index}: ${snapshot.indexValues(index).join(' ')}`);
      for (const value of [...VALUES, BAD, 'web', 'nothing'])
        lines.push(`${snapshot.indexKeys(index, value).join(' ')}: ${shown(snapshot.byIndex(index, value))}`);
    } catch (error) {
      lines.push(error instanceof RangeError ? 'no index' : String(error));
    }
  }
  return lines;
}

/** The same of a plain map, by looking at all of it each time. */
function plainAnswers(content: ReadonlyMap<string, Thing>, indexes: ReadonlySet<string>): string[] {
  const keys = [...content.keys()].sort();
  const all = keys.flatMap((key) => content.get(key) ?? []);
  const tierOf = ({ metadata }: Thing) => metadata.labels?.tier;
  const inNamespace = (namespace: string) => all.filter(({ metadata }) => metadata.namespace === namespace);
  const lines = [`${keys.length}: ${keys.join(' ')}`, shown(all), shown(all.filter((each) => tierOf(each) === 'web'))];
  lines.push(shown(inNamespace('n').filter((each) => tierOf(each) === undefined)));
  for (const namespace of NAMESPACES) lines.push(shown(namespace === '' ? all : inNamespace(namespace)));
  for (const [index, valuesOf] of Object.entries(FUNCTIONS)) {
    if (!indexes.has(index)) {
      lines.push('no index');
      continue;
    }
    const table = tableOf(content, valuesOf);
    lines.push(`${index}: ${[...table.keys()].sort().join(' ')}`);
    for (const value of [...VALUES, BAD, 'web', 'nothing']) {
      const bucket = table.get(value) ?? [];
      lines.push(`${bucket.join(' ')}: ${shown(bucket.map((key) => content.get(key)))}`);
    }
  }
  return lines;
}

it('L11 L16: an Indexer is a plain map and what one finds by looking at all of it, whatever is stored, and however index functions fail', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const failed: string[] = [];
      const indexer: Indexer<Thing> = new Indexer({ onIndexError: ({ index, key }) => failed.push(`${index} ${key}`) });
      let content = new Map<string, Thing>();
      const indexes = new Set<string>();
      const held: [Snapshot<Thing>, ReadonlyMap<string, Thing>, ReadonlySet<string>][] = [];
      let version = 0;
      const make = ({
        name,
        namespace,
        tags,
        tier,
      }: {
        name: string;
        namespace: string;
        tags: string[];
        tier: string | undefined;
      }) => thing(name, ++version, { namespace, tags, labels: tier === undefined ? {} : { tier } });
      const failing = (objects: Iterable<Thing>) =>
        indexes.has('picky')
          ? [...objects].filter(({ tags }) => tags?.includes(BAD)).map((each) => `picky ${keyOf(each)}`)
          : [];
      for (const each of steps) {
        failed.length = 0;
        content = new Map(content);
        let expected: string[] = [];
        switch (each.op) {
          case 'add':
          case 'update': {
            const stored = make(each.object);
            expected = failing([stored]);
            indexer[each.op](stored);
            content.set(keyOf(stored), stored);
            break;
          }
          case 'delete': {
            const gone = make(each.object);
            indexer.delete(gone);
            content.delete(keyOf(gone));
            break;
          }
          case 'bury': {
            const key = keyOf(make(each.object));
            indexer.delete(new DeletedFinalStateUnknown(key));
            content.delete(key);
            break;
          }
          case 'replace': {
            const objects = each.objects.map(make);
            content = new Map(objects.map((stored) => [keyOf(stored), stored]));
            expected = failing(content.values());
            indexer.replace(objects, String(++version));
            break;
          }
          case 'index': {
            const valuesOf = FUNCTIONS[each.as];
            if (valuesOf === undefined) break;
            if (indexes.has(each.as)) {
              expect(() => indexer.addIndexers({ [each.as]: valuesOf })).toThrow(TypeError);
            } else {
              indexes.add(each.as);
              if (each.as === 'picky') expected = failing(content.values());
              indexer.addIndexers({ [each.as]: valuesOf });
            }
            break;
          }
        }
        expectSame([...failed].sort(), expected.sort());
        for (const [key, stored] of content) if (indexer.getByKey(key) !== stored) throw new Error(`${key} is another`);
        held.push([indexer.snapshot, content, new Set(indexes)]);
      }
      for (const [snapshot, then, indexesThen] of held) expectSame(answers(snapshot), plainAnswers(then, indexesThen));
    }),
    runs,
  );
});
