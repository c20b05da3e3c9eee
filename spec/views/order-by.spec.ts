import { describe, expect, it } from '@jest/globals';
import { expectTypeOf } from 'expect-type';
import fc from 'fast-check';
import { BehaviorSubject, type Observable, Subject } from 'rxjs';
import type { Informer } from '../../lib/informer/index.js';
import {
  ascending,
  descending,
  type OrderKey,
  orderBy,
  type SortValue,
  slice,
  type ViewCommit,
  where,
} from '../../lib/views/index.js';
import { compareValues } from '../../lib/views/sort-key.js';
import type { Pod } from '../support/informer-bench.js';
import { runs } from '../support/runs.js';
import { Collection, heardOf, type Item, latest, namesOf } from './support/collection.js';

const byN = ({ n }: Item) => n;
const byName = ({ metadata }: Item) => metadata.name;

describe('orderBy', () => {
  it.each<[string, OrderKey<Item>[], string]>([
    ['by a function, ascending', [byN], 'd a c b'],
    ['descending', [descending(byN)], 'b a c d'],
    ['by several keys', [ascending(byN), descending(byName)], 'd c a b'],
    ['by an own comparator', [ascending(byN, (a, b) => (a % 3) - (b % 3))], 'b a c d'],
    ['by an own comparator, descending', [descending(byN, (a, b) => (a % 3) - (b % 3))], 'd a c b'],
    [
      'by whole objects',
      [
        ascending(
          (item: Item) => item,
          (a, b) => b.n - a.n,
        ),
      ],
      'b a c d',
    ],
    ['by nothing', [], 'a b c d'],
  ])('sorts %s; what is equal stays in the order of the source', (_what, keys, expected) => {
    const items = new Collection();
    items.list({ c: 4, b: 6, a: 4, d: 2 });
    expect(namesOf(latest(items.commits$.pipe(orderBy(...keys))).value.snapshot)).toBe(expected);
  });

  it('is stable: of two, the second sorts first', () => {
    const items = new Collection();
    items.list({ c: 4, b: 6, a: 4, d: 2 });
    const view$ = items.commits$.pipe(
      orderBy(descending(byName)),
      orderBy(({ n }) => n > 2),
    );
    expect(namesOf(latest(view$).value.snapshot)).toBe('d c b a');
  });

  it('tells a row that moves as an update, which keeps the key and shows the place in the snapshot', () => {
    const items = new Collection();
    items.list({ a: 1, b: 2, c: 3 });
    const view$ = items.commits$.pipe(orderBy(byN));
    const heard = heardOf(view$);
    const view = latest(view$);
    items.put('a', 9);
    expect(heard[1]).toBe('update a');
    expect(namesOf(view.value.snapshot)).toBe('b c a');
    expect(namesOf(view.value.previous)).toBe('a b c');
    expect(view.value.snapshot.indexOf('n/a')).toBe(2);
    expect(view.value.snapshot.at(0)).toBe(view.value.snapshot.get('n/b'));
  });

  it('asks for the values once for each changed object', () => {
    const items = new Collection();
    const asked: string[] = [];
    items.list({ a: 1, b: 2 });
    heardOf(
      items.commits$.pipe(
        orderBy((item, key) => {
          asked.push(key);
          return item.n;
        }),
      ),
    );
    items.put('b', 0);
    items.resync();
    items.bookmark();
    items.delete('b');
    expect(asked).toEqual(['n/a', 'n/b', 'n/b']);
  });

  it('L3, L14: tells another life under a name as a delete and an add', () => {
    const items = new Collection();
    items.list({ a: 1, b: 2 });
    const view$ = items.commits$.pipe(orderBy(byN));
    const heard = heardOf(view$);
    const view = latest(view$);
    items.together((fifo) => fifo.replace([items.item('a', 3, undefined, 'other'), items.item('b', 2)], '100'));
    expect(heard[1]).toBe('delete a (unknown), add a, update b');
    expect(namesOf(view.value.snapshot)).toBe('b a');
  });

  it('L6: fails with what a function or a comparator threw, or with a comparator that contradicts itself', () => {
    const odd = () => {
      throw new Error('odd');
    };
    const items = new Collection();
    items.list({ a: 1, b: 2 });
    expect(heardOf(items.commits$.pipe(orderBy(odd)))).toEqual(['Error: odd']);
    expect(heardOf(items.commits$.pipe(orderBy(ascending(byN, odd))))).toEqual(['Error: odd']);
    const object = JSON.parse('{}');
    expect(heardOf(items.commits$.pipe(orderBy(() => object)))).toEqual([
      'TypeError: orderBy: an object cannot be sorted by; give a comparator with it',
    ]);
    let isUpsideDown = false;
    const fickle = ascending(byN, (a, b) => (isUpsideDown ? b - a : a - b));
    const many = new Collection();
    many.list(Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`web-${i}`, i])));
    const heard = heardOf(
      many.commits$.pipe(
        orderBy(fickle),
        where(() => false),
      ),
    );
    isUpsideDown = true;
    many.put('web-1', 7);
    expect(heard.at(-1)).toMatch(/^Error: the row n\/web-1 is not found .* contradicts itself$/);
  });

  it.each([
    ['a text', ['n'], 'orderBy: "n" is no key; give functions, what ascending'],
    ['an Observable among others', [byN, new Subject()], 'orderBy: an Observable is no key'],
    ['a collator', [new Intl.Collator()], 'orderBy: a Collator is no key'],
  ])('refuses %s', (_what, keys, message) => {
    expect(() => Reflect.apply(orderBy, undefined, keys)).toThrow(message);
    expect(() => Reflect.apply(ascending, undefined, ['n'])).toThrow(
      new TypeError('ascending: what gives the value to sort by is "n", not a function'),
    );
    expect(() => Reflect.apply(descending, undefined, [byN, 'numeric'])).toThrow(
      new TypeError('descending: the comparator is "numeric", not a function'),
    );
  });
});

describe('orderBy, with an Observable of keys', () => {
  it('begins in the order of the source, and each gives another order in one commit', () => {
    const items = new Collection();
    items.list({ a: 2, b: 3, c: 1 });
    const keys$ = new Subject<OrderKey<Item> | readonly OrderKey<Item>[]>();
    const window$ = items.commits$.pipe(orderBy(keys$), slice(0, 2));
    const heard = heardOf(window$);
    const view = latest(window$);
    expect(namesOf(view.value.snapshot)).toBe('a b');
    keys$.next(byN);
    expect(namesOf(view.value.snapshot)).toBe('c a');
    keys$.next([descending(byN), byName]);
    expect(namesOf(view.value.snapshot)).toBe('b a');
    expect(view.value.cause).toBe('replace');
    keys$.next(ascending(byN));
    expect(namesOf(view.value.snapshot)).toBe('c a');
    items.put('a', 0);
    expect(namesOf(view.value.snapshot)).toBe('a c');
    expect(heard.at(-1)).toBe('update a');
  });

  it('turns an order round although nothing in any row is another', () => {
    const items = new Collection();
    items.list({ a: 2, b: 3, c: 1 });
    const keys$ = new BehaviorSubject<OrderKey<Item>>(ascending(byN));
    const view$ = items.commits$.pipe(
      orderBy(keys$),
      where(() => true),
      slice(0, 2),
    );
    const heard = heardOf(view$);
    const view = latest(view$);
    keys$.next(descending(byN));
    expect(namesOf(view.value.snapshot)).toBe('b a');
    expect(heard).toEqual(['add c, add a', 'delete c, add b']);
  });

  it('L6: fails with what is no key', () => {
    const items = new Collection();
    items.list({});
    const keys$ = new Subject<OrderKey<Item>>();
    const heard = heardOf(items.commits$.pipe(orderBy(keys$)));
    keys$.next(JSON.parse('null'));
    expect(heard.at(-1)).toMatch(/^TypeError: orderBy: null is no key/);
  });
});

describe('the order of values', () => {
  it('has kinds in turn, and what is missing last in either direction', () => {
    const values = [false, true, -1, 2n, 2.5, new Date(3), 'B', 'a'];
    const missing = [undefined, null, Number.NaN, new Date(Number.NaN)];
    expect([...missing, ...values.toReversed()].sort(compareValues).slice(0, 8)).toEqual(values);
    const { compare } = descending((value: SortValue) => value);
    const down = [undefined, null, ...values, Number.NaN].map((value) => [value]).sort(([a], [b]) => compare(a, b));
    expect(down.slice(0, 8)).toEqual(values.toReversed().map((value) => [value]));
  });

  it('is an order', () => {
    const value = fc.oneof(
      fc.double(),
      fc.maxSafeInteger(),
      fc.bigInt({ min: -9n, max: 9n }),
      fc.nat(9),
      fc.string({ maxLength: 2 }),
      fc.boolean(),
      fc.date({ noInvalidDate: false }),
      fc.constantFrom(undefined, null),
    );
    const { compare } = descending((each: SortValue) => each);
    fc.assert(
      fc.property(value, value, value, (a, b, c) => {
        for (const order of [compareValues, compare]) {
          expect(Math.sign(order(a, b))).toBe(-Math.sign(order(b, a)) + 0);
          if (order(a, b) <= 0 && order(b, c) <= 0) expect(order(a, c)).toBeLessThanOrEqual(0);
        }
      }),
      runs,
    );
  });
});

it('orderBy infers its types from the stream', () => {
  (pods: Informer<Pod, 'node'>) => {
    const view$ = pods.changes$.pipe(
      orderBy(
        descending((pod) => pod.status?.startTime),
        (pod, key) => pod.metadata.name ?? key,
        ascending(
          (pod) => pod.spec?.containers ?? [],
          (a, b) => a.length - b.length,
        ),
      ),
    );
    expectTypeOf(view$).toEqualTypeOf<Observable<ViewCommit<Pod>>>();
    // @ts-expect-error a list is nothing to sort by without a comparator
    pods.changes$.pipe(orderBy((pod) => pod.spec?.containers));
    // @ts-expect-error a pod has no such field
    pods.changes$.pipe(orderBy(descending((pod) => pod.restarts)));
  };
});
