import { describe, expect, it } from '@jest/globals';
import { expectTypeOf } from 'expect-type';
import type { Observable } from 'rxjs';
import type { Informer } from '../../lib/informer/index.js';
import { reduceCommits, where } from '../../lib/views/index.js';
import type { Pod } from '../support/informer-bench.js';
import { Collection, latest } from './support/collection.js';

describe('reduceCommits', () => {
  it('L12: keeps a state, tells it when it is another, and keeps the parts that were not written to', () => {
    const items = new Collection();
    items.list({ a: 1 });
    const initial = { seen: ['nothing'], ends: { count: 0 } };
    const states = latest(
      items.commits$.pipe(
        reduceCommits(initial, (draft, { changes }) => {
          for (const { type, key } of changes) {
            if (type === 'add') draft.seen.push(key);
            if (type === 'delete') draft.ends.count++;
          }
        }),
      ),
    );
    items.put('a', 2);
    items.put('b', 2);
    items.delete('a');
    expect(states.all).toEqual([
      { seen: ['nothing', 'n/a'], ends: { count: 0 } },
      { seen: ['nothing', 'n/a', 'n/b'], ends: { count: 0 } },
      { seen: ['nothing', 'n/a', 'n/b'], ends: { count: 1 } },
    ]);
    expect(states.all[0]?.ends).toBe(states.all[1]?.ends);
    expect(states.all[1]?.seen).toBe(states.all[2]?.seen);
    expect(initial).toEqual({ seen: ['nothing'], ends: { count: 0 } });
  });

  it('L11: freezes its states, maps and sets too', () => {
    const items = new Collection();
    items.list({ a: 1 });
    const states = latest(
      items.commits$.pipe(
        reduceCommits(new Map<string, number>(), (draft, { snapshot }) => {
          for (const [key, { n }] of snapshot) draft.set(key, n);
        }),
      ),
    );
    items.put('a', 2);
    expect(states.all.map((state) => [...state])).toEqual([[['n/a', 1]], [['n/a', 2]]]);
    expect(() => states.value.set('n/a', 3)).toThrow();
  });

  it('takes a state that is returned, and any kind of state', () => {
    const items = new Collection();
    items.list({ a: 1 });
    const counts = latest(items.commits$.pipe(reduceCommits(0, (state, { changes }) => state + changes.length)));
    items.bookmark();
    items.put('a', 2);
    expect(counts.all).toEqual([1, 2]);
  });

  it('tells the first state always, and each subscriber begins anew', () => {
    const items = new Collection();
    items.list({});
    const states$ = items.commits$.pipe(
      where(() => true),
      reduceCommits({ count: 0 }, (draft, { changes }) => {
        draft.count += changes.length;
      }),
    );
    expect(latest(states$).all).toEqual([{ count: 0 }]);
    items.put('a', 1);
    expect(latest(states$).all).toEqual([{ count: 1 }]);
  });

  it('L6: fails with what the reducer threw', () => {
    const items = new Collection();
    items.list({});
    const errors: unknown[] = [];
    items.commits$
      .pipe(
        reduceCommits(0, () => {
          throw new Error('odd');
        }),
      )
      .subscribe({ error: (error) => errors.push(error) });
    expect(errors).toEqual([new Error('odd')]);
    expect(() => Reflect.apply(reduceCommits, undefined, [0])).toThrow(
      new TypeError('reduceCommits: the reducer is undefined, not a function'),
    );
  });
});

it('reduceCommits infers its types from the stream', () => {
  (pods: Informer<Pod, 'node'>) => {
    const names$ = pods.changes$.pipe(
      reduceCommits({ names: [''], on: '' }, (draft, { snapshot, changes }) => {
        for (const { object } of changes) if (object.metadata.name) draft.names.push(object.metadata.name);
        draft.on = snapshot.indexValues('node').join();
      }),
    );
    expectTypeOf(names$).toEqualTypeOf<Observable<{ names: string[]; on: string }>>();
    // @ts-expect-error there is no such index
    pods.changes$.pipe(reduceCommits({ on: '' }, (_draft, { snapshot }) => void snapshot.indexValues('name')));
  };
});
