import { describe, expect, it } from '@jest/globals';
import { expectTypeOf } from 'expect-type';
import fc from 'fast-check';
import { filter, type Observable, Subject } from 'rxjs';
import type { Informer } from '../../lib/informer/index.js';
import type { Commit } from '../../lib/store/index.js';
import { ExactSum } from '../../lib/views/exact-sum.js';
import { count, descending, groupBy, max, min, orderBy, sum, type ViewCommit, where } from '../../lib/views/index.js';
import { commitsOf, historyOf } from '../support/histories.js';
import type { Pod } from '../support/informer-bench.js';
import { runs } from '../support/runs.js';
import type { Thing } from '../support/things.js';
import { Collection, heardOf, type Item, latest } from './support/collection.js';
import { Follower } from './support/follower.js';

const kindOf = ({ metadata }: Item) => metadata.name.split('-')[0];
const statistics = {
  items: count<Item>(),
  odd: count(({ n }: Item) => n % 2),
  total: sum(({ n }: Item) => n),
  least: min(({ n }: Item) => n),
  last: max(({ metadata }: Item) => metadata.name),
};

describe('groupBy', () => {
  it('keeps a row for each group, with its aggregates', () => {
    const items = new Collection();
    items.list({ 'web-1': 4, 'web-2': 7, 'api-1': 1 });
    const view = latest(items.commits$.pipe(groupBy(kindOf, statistics)));
    const web = { key: 'web', items: 2, odd: 1, total: 11, least: 4, last: 'web-2' };
    expect([...view.value.snapshot]).toEqual([
      ['api', { key: 'api', items: 1, odd: 1, total: 1, least: 1, last: 'api-1' }],
      ['web', web],
    ]);
    const api = view.value.snapshot.get('api');
    items.put('web-1', 9);
    expect(view.value.snapshot.get('web')).toEqual({ ...web, odd: 2, total: 16, least: 7 });
    items.delete('web-2');
    expect(view.value.snapshot.get('web')).toEqual({ ...web, items: 1, odd: 1, total: 9, least: 9, last: 'web-1' });
    expect(view.value.snapshot.get('api')).toBe(api);
    expect(Object.isFrozen(api)).toBe(true);
  });

  it('L3: tells the first of a group as an add, the last as a delete, and nothing where no aggregate changes', () => {
    const items = new Collection();
    items.list({ 'web-1': 4 });
    const heard = heardOf(items.commits$.pipe(groupBy(kindOf)));
    items.put('web-2', 1);
    items.put('web-2', 2);
    items.put('api-1', 2);
    items.delete('web-1');
    items.delete('web-2');
    items.resync();
    expect(heard).toEqual(['add web', 'update web', '', 'add api', 'update web', 'delete web', '']);
  });

  it('moves an object between groups in one commit, and leaves out what has no key', () => {
    const items = new Collection();
    items.list({ a: 4, b: 4, c: 9 });
    const heard = heardOf(items.commits$.pipe(groupBy(({ n }) => (n < 9 ? `n${n}` : undefined), { all: count() })));
    items.put('a', 5);
    items.put('a', 9);
    items.put('c', 4);
    expect(heard).toEqual(['add n4', 'update n4, add n5', 'delete n5', 'update n4']);
  });

  it('asks once for each changed object', () => {
    const items = new Collection();
    items.list({ a: 1, b: 2 });
    const asked: string[] = [];
    const asking = (what: string) => (_item: Item, key: string) => {
      asked.push(`${what} ${key}`);
      return what === 'key' ? key : undefined;
    };
    heardOf(items.commits$.pipe(groupBy(asking('key'), { least: min(asking('min')), all: count(asking('count')) })));
    asked.length = 0;
    items.put('b', 3);
    items.resync();
    items.delete('b');
    expect(asked).toEqual(['key n/b', 'min n/b', 'count n/b']);
  });

  it('chains: groups can be filtered and sorted', () => {
    const items = new Collection();
    items.list({ 'web-1': 4, 'api-1': 1, 'db-1': 9 });
    const view$ = items.commits$.pipe(
      groupBy(kindOf, statistics),
      where(({ total }) => total > 1),
      orderBy(descending(({ total }) => total)),
    );
    const view = latest(view$);
    items.put('web-2', 10);
    expect([...view.value.snapshot.keys()]).toEqual(['web', 'db']);
  });

  it('L6: fails with what a function threw, with a key that is no text, and with an aggregate of what has no order', () => {
    const items = new Collection();
    items.list({ a: 1, b: 2 });
    const odd = () => {
      throw new Error('odd');
    };
    expect(heardOf(items.commits$.pipe(groupBy(odd)))).toEqual(['Error: odd']);
    expect(heardOf(items.commits$.pipe(groupBy(kindOf, { x: sum(odd) })))).toEqual(['Error: odd']);
    const seven = () => JSON.parse('7');
    expect(heardOf(items.commits$.pipe(groupBy(seven)))).toEqual([
      "TypeError: groupBy: the key of n/a's group is 7, not a text",
    ]);
  });

  it.each<[string, unknown[], string]>([
    ['what is no function', ['node'], 'groupBy: what gives the key of the group is "node", not a function'],
    ['what is no aggregate', [kindOf, { n: () => 1 }], 'groupBy: the aggregate "n" is a function; give what count()'],
    ['the name "key"', [kindOf, { key: count() }], 'groupBy: an aggregate cannot be named "key"'],
  ])('refuses %s', (_what, given, message) => {
    expect(() => Reflect.apply(groupBy, undefined, given)).toThrow(message);
    expect(() => Reflect.apply(sum, undefined, [])).toThrow('sum: what gives the number is undefined, not a function');
    expect(() => Reflect.apply(min, undefined, [])).toThrow('min: what gives the value is undefined, not a function');
    expect(() => Reflect.apply(max, undefined, [7])).toThrow('max: what gives the value is 7, not a function');
    expect(() => Reflect.apply(count, undefined, [7])).toThrow('count: the predicate is 7, not a function');
  });

  it('L1, L3, L11, L12: is what is computed from the snapshot, whatever happens and whatever it missed', () => {
    const versionOf = ({ metadata }: Thing) => Number(metadata.resourceVersion);
    const groupOf = (object: Thing) => (versionOf(object) % 4 === 3 ? undefined : String(versionOf(object) % 4));
    const tenthOf = (object: Thing) => (versionOf(object) % 5 === 0 ? undefined : versionOf(object) / 10);
    const plainly = (objects: readonly Thing[]) => {
      const groups = grouped(objects, groupOf);
      return [...groups]
        .flatMap(([key, members]) => {
          if (key === undefined) return [];
          const values = members.flatMap((member) => tenthOf(member) ?? []).sort((a, b) => a - b);
          const tenths = values.reduce((all, value) => all + Math.round(value * 10), 0);
          return [{ key, all: members.length, total: tenths / 10, least: values.at(0), most: values.at(-1) }];
        })
        .sort((a, b) => (a.key < b.key ? -1 : 1));
    };
    const passes = fc.oneof(
      { weight: 3, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.array(fc.boolean()) },
    );
    fc.assert(
      fc.property(historyOf('a', 'b', 'c', 'd', 'e'), passes, (steps, passing) => {
        const source$ = new Subject<Commit<Thing>>();
        const follower = new Follower<unknown>();
        const isHeard = (_commit: unknown, i: number) => i === 0 || (passing[i % passing.length] ?? true);
        source$
          .pipe(
            filter<Commit<Thing>>(isHeard),
            groupBy(groupOf, { all: count(), total: sum(tenthOf), least: min(tenthOf), most: max(tenthOf) }),
          )
          .subscribe((commit) => follower.hear(commit));
        for (const [i, commit] of commitsOf(steps).entries()) {
          source$.next(commit);
          if (!isHeard(commit, i)) continue;
          const rows = follower.last?.snapshot.list();
          const expected = plainly(commit.snapshot.list());
          // The last digit of a sum that is rounded once may be another than that of a sum that is rounded each time.
          expect(rows?.map((row) => JSON.parse(JSON.stringify(row, round)))).toEqual(
            expected.map((row) => JSON.parse(JSON.stringify(row, round))),
          );
        }
        follower.checkHeld();
      }),
      runs,
    );
  });
});

const round = (_name: string, value: unknown) => (typeof value === 'number' ? Number(value.toFixed(6)) : value);

function grouped(objects: readonly Thing[], groupOf: (object: Thing) => string | undefined) {
  const groups = new Map<string | undefined, Thing[]>();
  for (const object of objects) groups.set(groupOf(object), [...(groups.get(groupOf(object)) ?? []), object]);
  return groups;
}

describe('an exact sum', () => {
  it('is rounded once, and leaves nothing behind, whatever came and went in which order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ noNaN: true, min: -1e300, max: 1e300 })),
        fc.array(fc.double({ noNaN: true, min: -1e300, max: 1e300 })),
        (staying, leaving) => {
          const all = new ExactSum();
          for (const value of [...leaving, ...staying]) all.add(value);
          for (const value of leaving) all.subtract(value);
          const alone = new ExactSum();
          for (const value of staying.toReversed()) alone.add(value);
          expect(all.value).toBe(alone.value + 0);
          for (const value of staying) all.subtract(value);
          expect(all.value).toBe(0);
        },
      ),
      runs,
    );
  });

  it.each([
    [[], 0],
    [[0.1, 0.2, 0.3], 0.6],
    [Array.from({ length: 10 }, () => 0.1), 1],
    [[1e16, 1, -1e16], 1],
    [[1, 2 ** -53, 2 ** -106], 1 + 2 ** -52],
    [[1, 2 ** -53, -(2 ** -106)], 1],
    [[1, Number.POSITIVE_INFINITY], Number.POSITIVE_INFINITY],
    [[1, Number.NEGATIVE_INFINITY], Number.NEGATIVE_INFINITY],
    [[Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY], Number.NaN],
    [[Number.NaN, 1], Number.NaN],
  ])('of %j is %s', (values, expected) => {
    const total = new ExactSum();
    for (const value of values) total.add(value);
    expect(total.value).toBe(expected);
    for (const value of values) total.subtract(value);
    expect(total.value).toBe(0);
  });
});

it('groupBy infers its types from the stream', () => {
  (pods: Informer<Pod, 'node'>) => {
    const nodeOf = (pod: Pod) => pod.spec?.nodeName;
    expectTypeOf(pods.changes$.pipe(groupBy(nodeOf))).toEqualTypeOf<
      Observable<ViewCommit<{ readonly key: string; readonly count: number }>>
    >();
    const groups$ = pods.changes$.pipe(
      groupBy((pod) => pod.spec?.nodeName, {
        pods: count(),
        failed: count((pod) => pod.status?.phase === 'Failed'),
        containers: sum((pod) => pod.spec?.containers.length),
        oldest: min((pod) => pod.metadata.creationTimestamp),
      }),
    );
    groups$.subscribe(({ snapshot }) => {
      for (const group of snapshot.values()) {
        expectTypeOf(group.key).toEqualTypeOf<string>();
        expectTypeOf(group.pods).toEqualTypeOf<number>();
        expectTypeOf(group.failed).toEqualTypeOf<number>();
        expectTypeOf(group.containers).toEqualTypeOf<number>();
        expectTypeOf(group.oldest).toEqualTypeOf<string | undefined>();
      }
    });
    // @ts-expect-error a number is no key
    pods.changes$.pipe(groupBy((pod) => pod.metadata.generation));
    // @ts-expect-error a text cannot be summed
    pods.changes$.pipe(groupBy(nodeOf, { names: sum((pod: Pod) => pod.metadata.name) }));
  };
});

it('has each aggregate as a property of its own, whatever its name is', () => {
  const items = new Collection();
  items.list({ a: 1, b: 2 });
  const view = latest(items.commits$.pipe(groupBy(() => 'all', Object.fromEntries([['__proto__', count()]]))));
  expect(Object.entries(view.value.snapshot.at(0) ?? {})).toEqual([
    ['__proto__', 2],
    ['key', 'all'],
  ]);
});
