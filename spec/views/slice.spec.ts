import { describe, expect, it } from '@jest/globals';
import { expectTypeOf } from 'expect-type';
import { type Observable, Subject } from 'rxjs';
import type { Informer } from '../../lib/informer/index.js';
import { orderBy, type RowWindow, slice, type ViewCommit, where } from '../../lib/views/index.js';
import type { Pod } from '../support/informer-bench.js';
import { Collection, heardOf, type Item, latest, namesOf } from './support/collection.js';

const byN = ({ n }: Item) => n;

describe('slice', () => {
  it('shows the rows from one position to another, and how many there are', () => {
    const items = new Collection();
    items.list({ a: 1, b: 2, c: 3, d: 4 });
    const { snapshot } = latest(items.commits$.pipe(slice(1, 3))).value;
    expect(namesOf(snapshot)).toBe('b c');
    expect([snapshot.size, snapshot.total, snapshot.start]).toEqual([2, 4, 1]);
    expect([snapshot.has('n/a'), snapshot.has('n/b')]).toEqual([false, true]);
    expect(snapshot.at(0)).toBe(items.snapshot.get('n/b'));
    expect(namesOf(latest(items.commits$.pipe(slice(2))).value.snapshot)).toBe('c d');
    expect(namesOf(latest(items.commits$.pipe(slice(9, 12))).value.snapshot)).toBe('');
  });

  it('tells what comes into the window as an add, what leaves it as a delete, and what moves in it', () => {
    const items = new Collection();
    items.list({ a: 10, b: 20, c: 30, d: 40 });
    const view$ = items.commits$.pipe(orderBy(byN), slice(1, 3));
    const heard = heardOf(view$);
    const view = latest(view$);
    const following = (act: () => void) => {
      act();
      return `${heard.at(-1)}: ${namesOf(view.value.snapshot)} of ${view.value.snapshot.total}`;
    };
    expect(following(() => items.put('z', 0))).toBe('delete c, add a: a b of 5');
    expect(following(() => items.delete('z'))).toBe('delete a, add c: b c of 4');
    expect(following(() => items.put('b', 35))).toBe('update b: c b of 4');
    expect(following(() => items.put('d', 5))).toBe('delete b, add a: a c of 4');
    expect(following(() => items.put('e', 99))).toBe(': a c of 5');
    expect(following(() => items.delete('c'))).toBe('delete c, add b: a b of 4');
    expect(following(() => items.put('a', 50))).toBe('update a: b a of 4');
  });

  it('L12: keeps its list while nothing in the window changes', () => {
    const items = new Collection();
    items.list({ a: 1, b: 2, c: 3 });
    const view = latest(items.commits$.pipe(slice(0, 2)));
    const list = view.value.snapshot.list();
    items.put('c', 9);
    items.put('d', 9);
    expect(view.value.snapshot.list()).toBe(list);
    expect(view.value.changes).toEqual([]);
    expect(view.value.snapshot.total).toBe(4);
  });

  it('L14: tells another life in the window as a delete and an add', () => {
    const items = new Collection();
    items.list({ a: 1, b: 2 });
    const heard = heardOf(items.commits$.pipe(slice(0, 1)));
    items.together((fifo) => fifo.replace([items.item('a', 1, undefined, 'other'), items.item('b', 2)], '100'));
    items.resync();
    expect(heard).toEqual(['add a', 'delete a (unknown), add a', 'sync a']);
  });

  it('can be taken of a slice', () => {
    const items = new Collection();
    items.list({ a: 1, b: 2, c: 3, d: 4, e: 5 });
    const view = latest(items.commits$.pipe(slice(1), slice(1, 3)));
    expect(namesOf(view.value.snapshot)).toBe('c d');
    expect(view.value.snapshot.total).toBe(4);
    items.delete('a');
    expect(namesOf(view.value.snapshot)).toBe('d e');
  });

  it.each([
    [-1, 2],
    [0.5, 2],
    [0, Number.NaN],
    [3, 2],
    ['0', 2],
    [Number.POSITIVE_INFINITY, undefined],
  ])('refuses a window from %s to %s', (start, end) => {
    expect(() => Reflect.apply(slice, undefined, [start, end])).toThrow(/^slice: from .* to .* is no window/);
  });
});

describe('slice, with an Observable of windows', () => {
  it('begins with the first, and tells of each what comes and goes, in one commit', () => {
    const items = new Collection();
    items.list({ a: 1, b: 2, c: 3, d: 4 });
    const window$ = new Subject<RowWindow>();
    const view$ = items.commits$.pipe(slice(window$));
    const heard = heardOf(view$);
    items.put('e', 5);
    expect(heard).toEqual([]);
    window$.next({ start: 0, end: 2 });
    window$.next({ start: 1, end: 3 });
    window$.next({ start: 1, end: 3 });
    window$.next({ start: 3 });
    items.delete('a');
    window$.next({ start: 100, end: 150 });
    expect(heard).toEqual([
      'add a, add b',
      'delete a, add c',
      '',
      'delete b, delete c, add d, add e',
      'delete d',
      'delete e',
    ]);
  });

  it('L6: fails with what is no window', () => {
    const items = new Collection();
    items.list({ a: 1 });
    const window$ = new Subject<RowWindow>();
    const heard = heardOf(items.commits$.pipe(slice(window$)));
    window$.next({ start: 0 });
    window$.next({ start: -1 });
    expect(heard.at(-1)).toMatch(/^RangeError: slice: from -1 to Infinity is no window/);
  });
});

it('slice infers its types from the stream', () => {
  (pods: Informer<Pod, 'node'>, window$: Observable<RowWindow>) => {
    expectTypeOf(pods.changes$.pipe(slice(0, 10))).toEqualTypeOf<Observable<ViewCommit<Pod>>>();
    expectTypeOf(
      pods.changes$.pipe(
        where(() => true),
        slice(window$),
      ),
    ).toEqualTypeOf<Observable<ViewCommit<Pod>>>();
  };
});
