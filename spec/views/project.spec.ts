import { describe, expect, it } from '@jest/globals';
import { expectTypeOf } from 'expect-type';
import type { Observable } from 'rxjs';
import type { Informer } from '../../lib/informer/index.js';
import { orderBy, project, slice, type ViewCommit } from '../../lib/views/index.js';
import type { Pod } from '../support/informer-bench.js';
import { Collection, heardOf, latest, namesOf } from './support/collection.js';

describe('project', () => {
  it('makes a value of each object, under its key', () => {
    const items = new Collection();
    items.list({ a: 1, b: 2 });
    const view = latest(items.commits$.pipe(project(({ n }, key) => ({ key, double: n * 2 }))));
    items.put('b', 4);
    expect([...view.value.snapshot]).toEqual([
      ['n/a', { key: 'n/a', double: 2 }],
      ['n/b', { key: 'n/b', double: 8 }],
    ]);
    expect(view.value.changes).toMatchObject([
      { type: 'update', key: 'n/b', object: { double: 8 }, previous: { double: 4 } },
    ]);
  });

  it('L12: is called once for each changed object, and keeps what it made of the others', () => {
    const items = new Collection();
    items.list({ a: 1, b: 2 });
    let calls = 0;
    const view = latest(
      items.commits$.pipe(
        project(({ n }) => {
          calls++;
          return { n };
        }),
      ),
    );
    const before = view.value.snapshot.get('n/a');
    items.put('b', 4);
    items.resync();
    items.bookmark();
    expect(calls).toBe(3);
    expect(view.value.snapshot.get('n/a')).toBe(before);
  });

  it('L13: tells nothing where the value is the one that it was', () => {
    const items = new Collection();
    items.list({ a: 1 });
    const view = latest(items.commits$.pipe(project(({ n }) => n % 2)));
    const list = view.value.snapshot.list();
    items.put('a', 3);
    expect(view.value.changes).toEqual([]);
    expect(view.value.snapshot.list()).toBe(list);
    items.put('a', 4);
    expect(view.value.changes).toMatchObject([{ type: 'update', object: 0, previous: 1 }]);
  });

  it('keeps the order of its source, also where only the place of a row changes', () => {
    const items = new Collection();
    items.list({ a: 1, b: 2 });
    const view$ = items.commits$.pipe(
      orderBy(({ n }) => n),
      project(({ metadata }) => metadata.name),
    );
    const view = latest(view$);
    const heard = heardOf(view$);
    expect(view.value.snapshot.list()).toEqual(['a', 'b']);
    items.put('a', 3);
    expect(view.value.snapshot.list()).toEqual(['b', 'a']);
    expect(heard).toEqual(['add a, add b', 'move a']);
  });

  it('after a slice it makes what is in the window only, and keeps its total and start', () => {
    const items = new Collection();
    items.list({ a: 1, b: 2, c: 3, d: 4 });
    const made: string[] = [];
    const { snapshot } = latest(
      items.commits$.pipe(
        slice(1, 3),
        project((_, key) => made.push(key)),
      ),
    ).value;
    expect(made).toEqual(['n/b', 'n/c']);
    expect([snapshot.total, snapshot.start, snapshot.size, namesOf(snapshot)]).toEqual([4, 1, 2, 'b c']);
  });

  it('may give nothing, which is there all the same', () => {
    const items = new Collection();
    items.list({ a: 1 });
    const { snapshot } = latest(items.commits$.pipe(project(() => undefined))).value;
    expect([snapshot.has('n/a'), snapshot.get('n/a'), snapshot.size]).toEqual([true, undefined, 1]);
  });

  it('L6: fails with what the function threw', () => {
    const items = new Collection();
    items.list({ a: 1 });
    expect(
      heardOf(
        items.commits$.pipe(
          project(() => {
            throw new Error('odd');
          }),
        ),
      ),
    ).toEqual(['Error: odd']);
    expect(() => Reflect.apply(project, undefined, [{}])).toThrow(
      new TypeError('project: what makes a value of an object is an object, not a function'),
    );
  });
});

it('project infers its types from the stream', () => {
  (pods: Informer<Pod, 'node'>) => {
    const view$ = pods.changes$.pipe(project((pod, key) => ({ key, phase: pod.status?.phase })));
    expectTypeOf(view$).toEqualTypeOf<Observable<ViewCommit<{ key: string; phase: string | undefined }>>>();
  };
});
