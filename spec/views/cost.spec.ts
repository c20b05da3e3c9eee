import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Observable, Subject, Subscription, tap } from 'rxjs';
import type { Commit } from '../../lib/store/index.js';
import {
  descending,
  orderBy,
  project,
  type RowWindow,
  search,
  slice,
  type ViewCommit,
  where,
} from '../../lib/views/index.js';
import { allocated, depthOf } from '../support/tree-work.js';
import { Collection, type Item, latest } from './support/collection.js';
import { measure } from './support/view-work.js';

const SIZE = 100_000;

function collectionOf(size: number): Collection {
  const items = new Collection();
  items.list(Object.fromEntries(Array.from({ length: size }, (_, i) => [`web-${i}`, (i * 7919) % 1000])));
  return items;
}

/** Holds commits back until a test says so, so that a view does not work while the collection does. */
function gated(items: Collection) {
  const waiting: Commit<Item>[] = [];
  const told$ = new Subject<Commit<Item>>();
  const subscription = items.commits$.subscribe((commit) => waiting.push(commit));
  const tell = () => {
    for (const commit of waiting.splice(0)) told$.next(commit);
  };
  return { told$, tell, subscription };
}

const isEven = ({ n }: Item) => n % 2 === 0;
const byN = ({ n }: Item) => n;

const views: readonly [string, (commits$: Observable<Commit<Item>>) => Observable<ViewCommit<unknown>>][] = [
  ['where', where(isEven)],
  ['project', project(byN)],
  ['search', search('web-1', ({ metadata }) => metadata.name)],
  ['orderBy', orderBy(descending(byN), ({ metadata }) => metadata.uid)],
  ['slice', slice(10, 60)],
  ['where, orderBy, slice', (commits$) => commits$.pipe(where(isEven), orderBy(byN), slice(0, 50))],
  ['where, orderBy, a wide slice', (commits$) => commits$.pipe(where(isEven), orderBy(byN), slice(100, 20_000))],
  [
    'orderBy, search, slice, project',
    (commits$) =>
      commits$.pipe(
        orderBy(byN),
        search('web', ({ metadata }) => metadata.name),
        slice(0, 50),
        project(byN),
      ),
  ],
];

const many = collectionOf(SIZE);

describe.each(views)('L18: %s, of 100,000 rows', (_name, operator) => {
  const items = many;
  let tell: () => void;
  let last: Commit<unknown>;
  const subscriptions = new Subscription();
  beforeAll(() => {
    const gate = gated(items);
    tell = gate.tell;
    subscriptions.add(gate.subscription);
    subscriptions.add(
      gate.told$.pipe(operator).subscribe((commit) => {
        last = commit;
      }),
    );
    tell();
  });
  afterAll(() => subscriptions.unsubscribe());
  /** A walk from the root to a leaf: nodes hold 11 entries at least. */
  const depth = depthOf(SIZE) + 1;

  it.each([
    ['an update that moves a row to the front', () => items.put('web-4711', -2)],
    ['an update that moves a row to the back', () => items.put('web-4711', 2000)],
    ['an update in the middle', () => items.put('web-4711', 500)],
    ['an update that is of no concern', () => items.put('web-4711', 501)],
    ['an add', () => items.put('web-100001', 0)],
    ['a deletion', () => items.delete('web-100001')],
  ])('visits O(log size) nodes, and walks over nothing: %s', (_what, act) => {
    act();
    const work = measure(() => tell());
    // Each of up to four views finds the row before and after, takes it out of two trees, and puts it into them.
    expect(work.visited).toBeLessThanOrEqual(40 * depth);
    expect(work.walked).toBe(0);
  });

  it('visits nothing where only the resourceVersion moves', () => {
    items.bookmark();
    expect(measure(tell)).toEqual({ visited: 0, walked: 0 });
    expect(last.changes).toEqual([]);
  });

  it('allocates nothing of the size of the collection', () => {
    items.put('web-42', 1);
    tell();
    let n = 0;
    const bytes = allocated(() => {
      items.put('web-42', (++n * 37) % 1000);
      tell();
    });
    expect(bytes).toBeLessThan(SIZE);
  });
});

it('asks the functions of a user for the changed object only', () => {
  const items = collectionOf(10_000);
  const { told$, tell } = gated(items);
  let asked = 0;
  const counting = <V>(value: V) => {
    asked++;
    return value;
  };
  const view$ = told$.pipe(
    where((item) => counting(isEven(item))),
    orderBy((item) => counting(item.n)),
    search('', (item) => counting(item.metadata.name)),
    project((item) => counting(item)),
    slice(0, 50),
  );
  view$.subscribe();
  tell();
  asked = 0;
  items.put('web-7', 2);
  tell();
  expect(asked).toBe(4);
});

it('scrolls to anywhere in O(window x log size)', () => {
  const { told$, tell } = gated(many);
  const window$ = new Subject<RowWindow>();
  let rows = 0;
  told$
    .pipe(
      orderBy(byN),
      slice(window$),
      tap(({ snapshot }) => (rows = snapshot.list().length)),
    )
    .subscribe();
  tell();
  window$.next({ start: 0, end: 50 });
  const work = measure(() => window$.next({ start: 70_000, end: 70_050 }));
  expect(rows).toBe(50);
  expect(work.visited).toBeLessThanOrEqual(100 * 6 * depthOf(SIZE));
  expect(work.walked).toBe(0);
});

it('does nothing to the order of views of which nobody asks it, and then all at once', () => {
  const { told$, tell } = gated(many);
  const view = latest(told$.pipe(where(isEven), orderBy(byN), slice(0, 50)));
  tell();
  const works = Array.from({ length: 1000 }, (_, i) => {
    many.put(`web-${i * 97}`, 600 + 2 * (i % 150));
    return measure(tell).visited;
  });
  // At the first one the window is compared with, and then whenever so many have come that they must not become more.
  const visits = works.filter((visited) => visited > 0);
  expect(visits.length).toBeLessThan(20);
  // A tree in the order of keys and one in the view's: an edit takes a row out and puts one in.
  expect(Math.max(...visits)).toBeLessThanOrEqual(256 * 3 * (depthOf(SIZE) + 1));
  view.value.snapshot.list();
  many.put('web-4711', 600);
  tell();
  expect(measure(() => view.value.snapshot.list()).visited).toBe(0);
  expect(measure(() => view.value.snapshot.get('n/web-4711')).visited).toBeLessThanOrEqual(10);
});

it('counts at all', () => {
  const items = collectionOf(1000);
  const { told$, tell } = gated(items);
  const view = latest(told$.pipe(where(isEven)));
  tell();
  expect(measure(() => [...view.value.snapshot]).walked).toBeGreaterThan(10);
  items.put('web-1', 4);
  tell();
  expect(measure(() => view.value.snapshot.at(0)).visited).toBeGreaterThan(1);
});
