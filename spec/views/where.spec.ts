import { describe, expect, it } from '@jest/globals';
import { expectTypeOf } from 'expect-type';
import { filter, type Observable, Subject } from 'rxjs';
import type { Informer } from '../../lib/informer/index.js';
import type { Commit } from '../../lib/store/index.js';
import { project, slice, type ViewCommit, where } from '../../lib/views/index.js';
import type { Pod } from '../support/informer-bench.js';
import { Collection, heardOf, type Item, latest, namesOf } from './support/collection.js';

const isLow = ({ n }: Item) => n < 5;

describe('where', () => {
  it('L5: gives a late subscriber the present as one commit of adds', () => {
    const items = new Collection();
    items.list({ c: 1, a: 2, b: 9 });
    const { value } = latest(items.commits$.pipe(where(isLow)));
    expect(value.changes.map(({ type, key, isInInitialList }) => [type, key, isInInitialList])).toEqual([
      ['add', 'n/a', true],
      ['add', 'n/c', true],
    ]);
    expect(value.previous.size).toBe(0);
    expect(value.cause).toBe('replace');
    expect(value.resourceVersion).toBe(items.snapshot.resourceVersion);
  });

  it('tells what comes to meet the condition as an add, and what ceases to as a delete', () => {
    const items = new Collection();
    items.list({ a: 1, b: 9 });
    const heard = heardOf(items.commits$.pipe(where(isLow)));
    items.put('b', 2);
    items.put('b', 3);
    items.put('b', 9);
    items.put('b', 8);
    items.delete('a');
    expect(heard).toEqual(['add a', 'add b', 'update b', 'delete b', '', 'delete a']);
  });

  it('answers each commit by one, also where nothing in it changed, at the version of the source', () => {
    const items = new Collection();
    items.list({ a: 1 });
    const view = latest(items.commits$.pipe(where(isLow)));
    const list = view.value.snapshot.list();
    items.put('z', 9);
    items.bookmark();
    expect(view.all).toHaveLength(3);
    expect(view.value.changes).toEqual([]);
    expect(view.value.resourceVersion).toBe(items.snapshot.resourceVersion);
    expect(view.value.snapshot.list()).toBe(list);
  });

  it('asks the predicate once for each changed object', () => {
    const items = new Collection();
    const asked: string[] = [];
    items.list({ a: 1, b: 9 });
    heardOf(
      items.commits$.pipe(
        where((item, key) => {
          asked.push(`${key} ${item.n}`);
          return item.n < 5;
        }),
      ),
    );
    items.put('a', 2);
    items.resync();
    items.bookmark();
    items.delete('b');
    expect(asked).toEqual(['n/a 1', 'n/b 9', 'n/a 2']);
  });

  it('L3, L14: tells another life under a name as a delete and an add', () => {
    const items = new Collection();
    items.list({ a: 1 });
    const heard = heardOf(items.commits$.pipe(where(isLow)));
    items.together((fifo) => fifo.replace([items.item('a', 2, undefined, 'another')], '100'));
    items.together((fifo) => fifo.replace([items.item('a', 9, undefined, 'a third')], '200'));
    expect(heard).toEqual(['add a', 'delete a (unknown), add a', 'delete a (unknown)']);
  });

  it('L14: tells another life also where an operator before it left out the end of the first', () => {
    const items = new Collection();
    items.list({ a: 1, b: 1 });
    const gaps = () => filter<Commit<Item>>((_commit, i) => i !== 1);
    const heard = heardOf(items.commits$.pipe(gaps(), where(isLow)));
    const projected = heardOf(
      items.commits$.pipe(
        gaps(),
        project(({ n }) => n),
      ),
    );
    const windowed = heardOf(items.commits$.pipe(where(isLow), gaps(), slice(0, 1)));
    items.together((fifo) => fifo.replace([items.item('a', 1, undefined, 'another')], '100'));
    items.bookmark();
    expect(heard[1]).toBe('delete b (unknown), delete a (unknown), add a');
    expect(projected[1]).toBe('delete b (unknown), delete a (unknown), add a');
    expect(windowed[1]).toBe('delete a (unknown), add a');
  });

  it('L4: tells what one commit tells several times once, in the order of the newest states', () => {
    const items = new Collection();
    items.list({ a: 1, b: 1, c: 9 });
    const heard = heardOf(items.commits$.pipe(where(isLow)));
    items.together((fifo) => {
      for (const [name, n] of [
        ['a', 2],
        ['c', 1],
        ['b', 3],
        ['a', 4],
      ] as const)
        fifo.update(items.item(name, n));
      fifo.delete(items.item('c', 1));
    });
    expect(heard[1]).toBe('update b, update a');
  });

  it('tells the last state of what is deleted, and repeats what a resync repeats', () => {
    const items = new Collection();
    items.list({ a: 1, b: 9 });
    const view = latest(items.commits$.pipe(where(isLow)));
    items.resync();
    expect(view.value.changes.map(({ type, key }) => `${type} ${key}`)).toEqual(['sync n/a']);
    expect(view.value.cause).toBe('resync');
    items.delete('a');
    expect(view.value.changes).toMatchObject([{ type: 'delete', object: { n: 0 }, previous: { n: 1 } }]);
  });

  it('L6: fails with what the predicate threw, and disturbs no other view', () => {
    const items = new Collection();
    items.list({ a: 1 });
    const heard = heardOf(
      items.commits$.pipe(
        where(({ n }) => {
          if (n === 2) throw new Error('odd');
          return true;
        }),
      ),
    );
    const other = heardOf(items.commits$.pipe(where(isLow)));
    items.put('a', 2);
    items.put('a', 3);
    expect(heard).toEqual(['add a', 'Error: odd']);
    expect(other).toEqual(['add a', 'update a', 'update a']);
  });

  it('completes with its source', () => {
    const items = new Collection();
    items.list({});
    const heard = heardOf(items.commits$.pipe(where(isLow)));
    items.complete();
    expect(heard).toEqual(['', 'complete']);
  });

  it('has no indexes, and selects by namespace and labels in its order', () => {
    const items = new Collection();
    items.list({ a: 1, b: 9, c: 2 });
    const { snapshot } = latest(items.commits$.pipe(where(({ n }) => n !== 2))).value;
    expect(snapshot.list({ namespace: 'n', labelSelector: 'tier=low' })).toEqual([snapshot.get('n/a')]);
    expect(snapshot.list({ namespace: 'm' })).toEqual([]);
    expect(() => Reflect.apply(snapshot.byIndex, snapshot, ['node', 'x'])).toThrow(
      new RangeError('no index is named "node"; there are none'),
    );
    expect(() => snapshot.list({ labelSelector: '=' })).toThrow(TypeError);
  });

  it('refuses what is no predicate', () => {
    expect(() => Reflect.apply(where, undefined, ['n < 5'])).toThrow(
      new TypeError('where: the predicate is "n < 5", not a function'),
    );
  });
});

describe('where, with an Observable of predicates', () => {
  it('begins with the first, and tells the difference that each makes in one commit, deletions first', () => {
    const items = new Collection();
    const predicate$ = new Subject<(item: Item) => boolean>();
    items.list({ a: 1, b: 9 });
    const heard = heardOf(items.commits$.pipe(where(predicate$)));
    items.put('c', 9);
    expect(heard).toEqual([]);
    predicate$.next(isLow);
    predicate$.next((item) => !isLow(item));
    predicate$.next((item) => item.n !== 1);
    predicate$.next(() => true);
    items.delete('b');
    expect(heard).toEqual(['add a', 'delete a, add b, add c', '', 'add a', 'delete b']);
  });

  it('L6: fails with what is no predicate, or with the Observable, and outlives its completion', () => {
    const items = new Collection();
    items.list({ a: 1 });
    const predicate$ = new Subject<(item: Item) => boolean>();
    const heard = heardOf(items.commits$.pipe(where(predicate$)));
    predicate$.next(isLow);
    predicate$.next(JSON.parse('7'));
    expect(heard).toEqual(['add a', 'TypeError: where: what the Observable of predicates gave is 7, not a function']);
    const failing$ = new Subject<(item: Item) => boolean>();
    const failed = heardOf(items.commits$.pipe(where(failing$)));
    failing$.error('no more');
    expect(failed).toEqual(['no more']);
    const complete$ = new Subject<(item: Item) => boolean>();
    const outliving = heardOf(items.commits$.pipe(where(complete$)));
    complete$.next(isLow);
    complete$.complete();
    items.put('a', 2);
    items.complete();
    expect(outliving).toEqual(['add a', 'update a', 'complete']);
  });

  it('L4: what a subscriber brings about while it is told something is told after that, to each', () => {
    const items = new Collection();
    items.list({ a: 1, b: 9 });
    const predicate$ = new Subject<(item: Item) => boolean>();
    const seen: string[] = [];
    items.commits$.pipe(where(predicate$)).subscribe(({ snapshot }) => {
      if (snapshot.size === 1) predicate$.next(() => true);
      seen.push(namesOf(snapshot));
    });
    predicate$.next(isLow);
    expect(seen).toEqual(['a', 'a b']);
  });

  it('L9: leaves both when it is unsubscribed', () => {
    const items = new Collection();
    const predicate$ = new Subject<(item: Item) => boolean>();
    const subscription = items.commits$.pipe(where(predicate$)).subscribe();
    expect(predicate$.observed).toBe(true);
    subscription.unsubscribe();
    expect(predicate$.observed).toBe(false);
  });
});

it('where infers its types from the stream, and narrows them', () => {
  (pods: Informer<Pod, 'node'>, commits$: Observable<Commit<'a' | 'b'>>) => {
    const view$ = pods.changes$.pipe(where((pod, key) => pod.status?.phase === key));
    expectTypeOf(view$).toEqualTypeOf<Observable<ViewCommit<Pod>>>();
    const narrowed$ = commits$.pipe(where((letter): letter is 'a' => letter === 'a'));
    expectTypeOf(narrowed$).toEqualTypeOf<Observable<ViewCommit<'a'>>>();
    const steered$ = pods.changes$.pipe(where(new Subject<(pod: Pod) => boolean>()));
    expectTypeOf(steered$).toEqualTypeOf<Observable<ViewCommit<Pod>>>();
    // @ts-expect-error a pod has no such field
    pods.changes$.pipe(where((pod) => pod.phase));
    // @ts-expect-error a view has no indexes
    view$.subscribe(({ snapshot }) => snapshot.byIndex('node', 'worker-1'));
  };
});
