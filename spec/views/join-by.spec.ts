import { describe, expect, it } from '@jest/globals';
import type { V1Node } from '@kubernetes/client-node';
import { expectTypeOf } from 'expect-type';
import fc from 'fast-check';
import { filter, map, type Observable, Subject } from 'rxjs';
import type { Informer } from '../../lib/informer/index.js';
import type { Plain } from '../../lib/kubernetes/index.js';
import type { Commit } from '../../lib/store/index.js';
import {
  coalesce,
  count,
  groupBy,
  type Joined,
  joinBy,
  orderBy,
  slice,
  type ViewCommit,
  where,
} from '../../lib/views/index.js';
import { Partners } from '../../lib/views/partners.js';
import { rowOf } from '../../lib/views/row.js';
import { commitsOf, historyOf, stateOf } from '../support/histories.js';
import type { Pod } from '../support/informer-bench.js';
import { runs } from '../support/runs.js';
import type { Thing } from '../support/things.js';
import { TestClock } from '../support/virtual-time.js';
import { Collection, heardOf, type Item, latest, namesOf } from './support/collection.js';
import { Follower } from './support/follower.js';

const onOf = ({ on }: Item) => on;

/** Pods a, b on node x and c on node y, which is not there. */
function cluster() {
  const pods = new Collection();
  const nodes = new Collection();
  pods.together((fifo) =>
    fifo.replace([pods.item('a', 1, 'n/x'), pods.item('b', 2, 'n/x'), pods.item('c', 3, 'n/y')], '10'),
  );
  nodes.list({ x: 10 });
  return { pods, nodes, joined$: pods.commits$.pipe(joinBy(nodes.commits$, onOf)) };
}

/** What each row shows, in short. */
const inShort = ({ snapshot }: Commit<Joined<Item, Item>>) =>
  [...snapshot.values()].map(({ object, other }) => `${object.metadata.name}${object.n}-${other?.n}`).join(' ');

describe('joinBy', () => {
  it('gives each object the other one that it names, or undefined', () => {
    const { pods, nodes, joined$ } = cluster();
    const view = latest(joined$);
    expect(inShort(view.value)).toBe('a1-10 b2-10 c3-undefined');
    expect(view.value.snapshot.get('n/a')).toEqual({
      object: pods.snapshot.get('n/a'),
      other: nodes.snapshot.get('n/x'),
    });
    expect(Object.isFrozen(view.value.snapshot.get('n/a'))).toBe(true);
  });

  it('follows both sides; one change of either is one commit', () => {
    const { pods, nodes, joined$ } = cluster();
    const view = latest(joined$);
    const heard = heardOf(joined$);
    nodes.put('x', 11);
    expect(inShort(view.value)).toBe('a1-11 b2-11 c3-undefined');
    nodes.put('y', 20);
    nodes.put('z', 30);
    pods.put('a', 4, 'n/y');
    nodes.delete('x');
    pods.delete('c');
    pods.put('b', 2);
    expect(inShort(view.value)).toBe('a4-20 b2-undefined');
    expect(heard).toEqual([
      'add a, add b, add c',
      'update a, update b',
      'update c',
      '',
      'update a',
      'update b',
      'delete c',
      'update b',
    ]);
  });

  it('begins when both sides have, with the present as adds', () => {
    const pods = new Collection();
    const nodes = new Collection();
    const heard = heardOf(pods.commits$.pipe(joinBy(nodes.commits$, onOf)));
    pods.list({ a: 1 });
    pods.put('b', 1);
    expect(heard).toEqual([]);
    nodes.list({});
    nodes.put('x', 1);
    expect(heard).toEqual(['add a, add b', '']);
  });

  it('L12: combines once for each changed pair, and keeps what it made of the others', () => {
    const { pods, nodes } = cluster();
    const combined: string[] = [];
    const view = latest(
      pods.commits$.pipe(
        joinBy(nodes.commits$, onOf, (pod: Item, node: Item | undefined, key) => {
          combined.push(key);
          return { ...pod, node };
        }),
      ),
    );
    const c = view.value.snapshot.get('n/c');
    combined.length = 0;
    nodes.put('x', 11);
    pods.resync();
    nodes.resync();
    pods.put('b', 3, 'n/x');
    nodes.put('unknown', 1);
    expect(combined).toEqual(['n/a', 'n/b', 'n/b']);
    expect(view.value.snapshot.get('n/c')).toBe(c);
  });

  it('keeps the order and the window of its source', () => {
    const { pods, nodes } = cluster();
    const view = latest(
      pods.commits$.pipe(
        orderBy(({ n }) => -n),
        slice(1, 3),
        joinBy(nodes.commits$, onOf),
      ),
    );
    expect([namesOf(view.value.snapshot), view.value.snapshot.total, view.value.snapshot.start]).toEqual(['b a', 3, 1]);
    nodes.put('x', 12);
    expect(inShort(view.value)).toBe('b2-12 a1-12');
  });

  it('L3: what is merged by coalesce tells of a row whose other object changed, though its version is the same', () => {
    const { pods, nodes } = cluster();
    const clock = new TestClock();
    const joined$ = pods.commits$.pipe(
      joinBy(nodes.commits$, onOf, (pod: Item, node: Item | undefined) => ({ ...pod, capacity: node?.n })),
      coalesce(100, clock),
    );
    const heard = heardOf(joined$);
    nodes.put('x', 11);
    nodes.put('x', 12);
    clock.advance(100);
    expect(heard[1]).toBe('update a, update b');
  });

  it('without glitches: two views of one collection, joined, show one moment of it, in one commit', () => {
    const pods = new Collection();
    pods.list({ 'web-1': 1, 'web-2': 2, 'api-1': 3 });
    const kindOf = ({ metadata }: Item) => metadata.name.split('-')[0];
    const perKind$ = pods.commits$.pipe(groupBy(kindOf, { size: count() }));
    const seen: string[] = [];
    const show = ({ snapshot }: Commit<Joined<Item, { readonly size: number }>>) =>
      seen.push([...snapshot].map(([key, { other }]) => `${key.slice(2)}:${other?.size}`).join(' '));
    pods.commits$
      .pipe(
        where(({ n }) => n < 9),
        joinBy(perKind$, kindOf),
      )
      .subscribe(show);
    pods.put('web-3', 4);
    pods.delete('web-1');
    pods.bookmark();
    expect(seen).toEqual([
      'api-1:1 web-1:2 web-2:2',
      'api-1:1 web-1:3 web-2:3 web-3:3',
      'api-1:1 web-2:2 web-3:2',
      'api-1:1 web-2:2 web-3:2',
    ]);
  });

  it('L7: does not wait for a side that is delayed longer than the synchronous work lasts', () => {
    const pods = new Collection();
    pods.list({ a: 1 });
    const clock = new TestClock();
    const own = (item: Item) => `n/${item.metadata.name}`;
    const late$ = pods.commits$.pipe(coalesce(100, clock));
    const view = latest(
      pods.commits$.pipe(
        joinBy(late$, own, (one: Item, other: Item | undefined) => `${one.n}-${other?.n}`, clock),
        map(({ snapshot }) => snapshot.list().join()),
      ),
    );
    pods.put('a', 2);
    pods.put('a', 3);
    clock.advance(0);
    expect(view.all).toEqual(['1-1', '3-1']);
    clock.advance(100);
    expect(view.all).toEqual(['1-1', '3-1', '3-3']);
    clock.advance(100);
    expect(view.all).toHaveLength(3);
    expect(clock.actions).toEqual([]);
  });

  it('L9: leaves both sides and no timer', () => {
    const pods = new Collection();
    pods.list({ a: 1 });
    const clock = new TestClock();
    const other$ = new Subject<Commit<Item>>();
    const joined$ = pods.commits$.pipe(
      joinBy(other$, onOf, (one: Item, other: Item | undefined) => [one, other], clock),
    );
    const subscription = joined$.subscribe();
    const first = latest(pods.commits$).value;
    other$.next(first);
    pods.put('a', 2);
    expect(clock.actions).toHaveLength(1);
    subscription.unsubscribe();
    expect(clock.actions).toEqual([]);
    expect(other$.observed).toBe(false);
  });

  it('L18: remembers nothing of what is gone', () => {
    const partners = new Partners(onOf, (item: Item) => item);
    const item = new Collection().item('a', 1, 'n/x');
    partners.row(rowOf('n/a', item));
    expect(partners.keysOf(['n/x'])).toEqual(['n/a']);
    partners.forget('n/a');
    expect(partners.keysOf(['n/x'])).toEqual([]);
    expect([...partners.names()]).toEqual([]);
  });

  it('completes when both sides have, and tells before that what waits', () => {
    const pods = new Collection();
    const nodes = new Collection();
    pods.list({ a: 1 });
    nodes.list({});
    const heard = heardOf(pods.commits$.pipe(joinBy(nodes.commits$, onOf)));
    pods.complete();
    nodes.put('x', 1);
    nodes.complete();
    expect(heard).toEqual(['add a', '', 'complete']);
    const again = new Collection();
    again.list({ a: 1 });
    const gaps$ = again.commits$.pipe(filter((_commit, i) => i === 0));
    const waiting = heardOf(again.commits$.pipe(joinBy(gaps$, onOf)));
    again.put('a', 2);
    again.complete();
    expect(waiting).toEqual(['add a', 'update a', 'complete']);
  });

  it('L6: fails with what a function threw, with a key that is no text, and with either side', () => {
    const { pods, nodes } = cluster();
    const odd = () => {
      throw new Error('odd');
    };
    expect(heardOf(pods.commits$.pipe(joinBy(nodes.commits$, odd)))).toEqual(['Error: odd']);
    expect(heardOf(pods.commits$.pipe(joinBy(nodes.commits$, onOf, odd)))).toEqual(['Error: odd']);
    expect(heardOf(pods.commits$.pipe(joinBy(nodes.commits$, () => JSON.parse('7'))))).toEqual([
      'TypeError: joinBy: the key of what n/a is joined with is 7, not a text',
    ]);
    const other$ = new Subject<Commit<Item>>();
    const heard = heardOf(pods.commits$.pipe(joinBy(other$, onOf)));
    other$.error('no more');
    expect(heard).toEqual(['no more']);
    expect(() => Reflect.apply(joinBy, undefined, [[], onOf])).toThrow(
      new TypeError('joinBy: the other side is a list, not an Observable of commits'),
    );
    expect(() => Reflect.apply(joinBy, undefined, [other$, 'node'])).toThrow('joinBy: what gives the key of the other');
    expect(() => Reflect.apply(joinBy, undefined, [other$, onOf, {}])).toThrow('joinBy: what combines the two is an');
  });

  it('L1, L3, L11, L12: is what is computed from both snapshots, whatever happens and whatever it missed', () => {
    const nameOf = ({ metadata }: Thing) => {
      const version = Number(metadata.resourceVersion) % 4;
      return version === 3 ? undefined : `n/${'abc'[version]}`;
    };
    const turns = fc.array(fc.boolean(), { maxLength: 40 });
    const passes = fc.oneof(
      { weight: 3, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.array(fc.boolean()) },
    );
    const names = historyOf('a', 'b', 'c', 'd');
    fc.assert(
      fc.property(names, names, turns, passes, (left, right, order, passing) => {
        const left$ = new Subject<Commit<Thing>>();
        const right$ = new Subject<Commit<Thing>>();
        const isHeard = (_commit: unknown, i: number) => i === 0 || (passing[i % passing.length] ?? true);
        const follower = new Follower<Joined<Thing, Thing>>();
        left$
          .pipe(filter<Commit<Thing>>(isHeard), joinBy(right$.pipe(filter<Commit<Thing>>(isHeard)), nameOf))
          .subscribe((commit) => follower.hear(commit));
        const sides = { left: commitsOf(left), right: commitsOf(right) };
        const at = { left: 0, right: 0 };
        const now: { left?: Commit<Thing>; right?: Commit<Thing> } = {};
        for (const isLeft of [...order, ...Array.from({ length: 60 }, (_, i) => i % 2 === 0)]) {
          const side = isLeft ? 'left' : 'right';
          const commit = sides[side][at[side]++];
          if (commit === undefined) continue;
          if (isHeard(commit, at[side] - 1)) now[side] = commit;
          (isLeft ? left$ : right$).next(commit);
          if (now.left === undefined || now.right === undefined) continue;
          const { snapshot: others } = now.right;
          const expected = [...now.left.snapshot].map(([key, object]) => {
            const name = nameOf(object);
            const other = name === undefined ? undefined : others.get(name);
            return `${key} ${stateOf(object)} ${other && stateOf(other)}`;
          });
          const rows = [...(follower.last?.snapshot ?? [])].map(
            ([key, { object, other }]) => `${key} ${stateOf(object)} ${other && stateOf(other)}`,
          );
          if (rows.join() !== expected.join()) expect(rows).toEqual(expected);
        }
        follower.checkHeld();
      }),
      runs,
    );
  });
});

type Node = Plain<V1Node>;

it('joinBy infers its types from both streams', () => {
  (pods: Informer<Pod, 'node'>, nodes: Informer<Node>) => {
    const nodeOf = (pod: Pod) => pod.spec?.nodeName;
    expectTypeOf(pods.changes$.pipe(joinBy(nodes.changes$, nodeOf))).toEqualTypeOf<
      Observable<ViewCommit<Joined<Pod, Node>>>
    >();
    const zones$ = pods.changes$.pipe(
      joinBy(
        nodes.changes$,
        (pod) => pod.spec?.nodeName,
        (pod, node) => ({ phase: pod.status?.phase, node: node?.metadata.name }),
      ),
    );
    expectTypeOf(zones$).toEqualTypeOf<
      Observable<ViewCommit<{ phase: string | undefined; node: string | undefined }>>
    >();
    // @ts-expect-error a number is no key
    pods.changes$.pipe(joinBy(nodes.changes$, (pod) => pod.metadata.generation));
  };
});
