import { describe, expect, it } from '@jest/globals';
import { map, type Observable, type OperatorFunction, of } from 'rxjs';
import type { Commit } from '../../lib/store/index.js';
import {
  coalesce,
  groupBy,
  joinBy,
  orderBy,
  project,
  reduceCommits,
  search,
  slice,
  where,
} from '../../lib/views/index.js';
import { Collection, heardOf, type Item } from './support/collection.js';

type Operator = OperatorFunction<Commit<Item>, unknown>;

const name = ({ metadata }: Item) => metadata.name;
const OPERATORS: readonly (readonly [name: string, operator: Operator])[] = [
  ['where', where(() => true)],
  ['where', where(of(() => true))],
  ['search', search('a', (item: Item) => [item.metadata.name])],
  ['project', project(name)],
  ['orderBy', orderBy(name)],
  ['slice', slice(0, 10)],
  ['groupBy', groupBy(name)],
  ['joinBy', joinBy(new Collection().commits$, name)],
  ['coalesce', coalesce(100)],
  ['reduceCommits', reduceCommits<Commit<Item>, object>({}, () => {})],
];

/** As plain JavaScript does, where no compiler says anything. */
const put = (source$: Observable<unknown>, operator: Operator) => operator(source$ as Observable<Commit<Item>>);

function errorOf(stream$: Observable<unknown>): string | undefined {
  let failed: string | undefined;
  stream$.subscribe({ error: (error: unknown) => (failed = String(error)) });
  return failed;
}

describe.each(OPERATORS)('%s, put on another stream than one of commits', (operatorName, operator) => {
  const items = new Collection();
  items.list({ a: 1 });
  const needs = `${operatorName}: needs commits, as changes$ and views give them, and got`;

  it.each([
    ['snapshots', items.snapshot, 'a snapshot: put it on changes$, not on snapshot$'],
    ['events', { type: 'add', key: 'n/a', object: {} }, 'an event: put it on changes$, not on events$'],
    ['lists', [items.item('a', 1)], 'a list'],
    ['nothing', undefined, 'undefined'],
  ])('fails, and says what it needs and got: %s', (_, value, got) => {
    expect(errorOf(put(of<unknown>(value), operator))).toBe(`TypeError: ${needs} ${got}`);
  });
});

it("joinBy says so of its other side, and an operator behind a view's snapshots too", () => {
  const items = new Collection();
  items.list({ a: 1 });
  const snapshot$ = items.commits$.pipe(map(({ snapshot }) => snapshot)) as Observable<unknown>;
  const joined$ = items.commits$.pipe(joinBy(snapshot$ as Observable<Commit<Item>>, name));
  expect(heardOf(joined$)).toEqual([
    expect.stringMatching(/^TypeError: joinBy, the other side: needs commits.* got a snapshot/),
  ]);
  const view$ = items.commits$.pipe(
    orderBy(name),
    map(({ snapshot }) => snapshot),
  );
  expect(
    errorOf(
      put(
        view$,
        where(() => true),
      ),
    ),
  ).toBe(
    'TypeError: where: needs commits, as changes$ and views give them, and got a snapshot: put it on changes$, not on snapshot$',
  );
});

it('looks at the first value only, and does not read its changes', () => {
  const items = new Collection();
  items.list({ a: 1 });
  let reads = 0;
  const commit = (): Commit<Item> => ({
    previous: items.snapshot,
    snapshot: items.snapshot,
    resourceVersion: '1',
    cause: 'watch',
    get changes() {
      reads++;
      return [];
    },
  });
  expect(errorOf(of(commit()).pipe(where(() => true)))).toBeUndefined();
  expect(reads).toBe(0);
});
