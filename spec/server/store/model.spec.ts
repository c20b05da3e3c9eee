import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { core } from '../../../lib/kubernetes/index.js';
import type { ApiStore } from '../../../lib/server/index.js';
import { runs } from '../../support/runs.js';
import { refusal, testServer } from '../support/server.js';

type Labels = Record<string, string>;
type Step =
  | { readonly do: 'put'; readonly name: string; readonly tier: string; readonly data: string }
  | { readonly do: 'delete'; readonly name: string }
  | { readonly do: 'elsewhere' };

/** What the naive model remembers: every write, with the whole state after it. */
interface Moment {
  readonly resourceVersion: string;
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly name: string;
  readonly objects: ReadonlyMap<string, object>;
}

const NAMES = ['a', 'b', 'b-1', 'b.c', 'c'];
const namespace = 'default';

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('put' as const),
      name: fc.constantFrom(...NAMES),
      tier: fc.constantFrom('x', 'y'),
      data: fc.constantFrom('1', '2'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delete' as const), name: fc.constantFrom(...NAMES) }) },
  { weight: 1, arbitrary: fc.constant({ do: 'elsewhere' as const }) },
);

function put(store: ApiStore, { name, tier, data }: Step & { do: 'put' }): void {
  const labels: Labels = { tier };
  const object = { metadata: { name, namespace, labels }, data: { data } };
  const exists = store.list(core.configMaps).items.some(({ metadata }) => metadata.name === name);
  if (exists) store.update(core.configMaps, object);
  else store.create(core.configMaps, object);
}

/** Runs the steps, and remembers each write that changed something. */
function play(store: ApiStore, steps: readonly Step[]): Moment[] {
  const objects = new Map(store.list(core.configMaps).items.map((object) => [object.metadata.name, object]));
  const moments: Moment[] = [{ resourceVersion: store.resourceVersion, type: 'ADDED', name: '', objects }];
  const watching = store.watch(core.configMaps, { resourceVersion: store.resourceVersion }).subscribe((event) => {
    if (event.type === 'BOOKMARK') return;
    const { name, resourceVersion } = event.object.metadata;
    const objects = new Map(moments.at(-1)?.objects);
    if (event.type === 'DELETED') objects.delete(name);
    else objects.set(name, event.object);
    moments.push({ resourceVersion, type: event.type, name, objects });
  });
  for (const one of steps) {
    if (one.do === 'put') put(store, one);
    else if (one.do === 'elsewhere') store.create(core.secrets, { metadata: { generateName: 's-', namespace } });
    else if (moments.at(-1)?.objects.has(one.name)) store.delete(core.configMaps, { namespace, name: one.name });
  }
  watching.unsubscribe();
  return moments;
}

function sorted(objects: ReadonlyMap<string, object>): object[] {
  return [...objects].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, object]) => object);
}

function exactly(resourceVersion: string) {
  return { namespace, resourceVersion, resourceVersionMatch: 'Exact' };
}

const histories = fc.array(step, { maxLength: 40 });

describe('the store, against a replay of everything that was written', () => {
  it('lists at any version what there was then, in the order of keys', () => {
    fc.assert(
      fc.property(histories, (steps) => {
        const { store } = testServer();
        for (const { resourceVersion, objects } of play(store, steps)) {
          const list = store.list(core.configMaps, exactly(resourceVersion));
          expect(list.metadata.resourceVersion).toBe(resourceVersion);
          expect(list.items).toEqual(sorted(objects));
        }
      }),
      runs,
    );
  });

  it('lists page by page what there was when the first page was read, whatever is written in between', () => {
    fc.assert(
      fc.property(
        histories,
        fc.array(step, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 3 }),
        (steps, between, limit) => {
          const { store } = testServer();
          const moments = play(store, steps);
          const items: object[] = [];
          let page = store.list(core.configMaps, { limit });
          for (let turn = 0; ; turn += 1) {
            items.push(...page.items);
            const token = page.metadata.continue;
            if (token === undefined) break;
            expect(page.metadata.remainingItemCount).toBe((moments.at(-1)?.objects.size ?? 0) - items.length);
            play(store, between.slice(turn % between.length));
            page = store.list(core.configMaps, { limit, continue: token });
          }
          expect(items).toEqual(sorted(moments.at(-1)?.objects ?? new Map()));
        },
      ),
      runs,
    );
  });

  it('watches from any version exactly what was written later', () => {
    fc.assert(
      fc.property(histories, (steps) => {
        const { store } = testServer();
        const moments = play(store, steps);
        moments.forEach(({ resourceVersion }, at) => {
          const seen: unknown[] = [];
          store.watch(core.configMaps, { resourceVersion }).subscribe((event) => {
            if (event.type !== 'BOOKMARK')
              seen.push([event.type, event.object.metadata.name, event.object.metadata.resourceVersion]);
          });
          expect(seen).toEqual(
            moments.slice(at + 1).map((moment) => [moment.type, moment.name, moment.resourceVersion]),
          );
        });
      }),
      runs,
    );
  });

  it('keeps whoever lists and watches with a selector at what a list with that selector gives', () => {
    fc.assert(
      fc.property(histories, histories, (before, after) => {
        const { store } = testServer();
        play(store, before);
        const options = { namespace, labelSelector: 'tier=x' };
        const first = store.list(core.configMaps, options);
        const held = new Map<string, unknown>(first.items.map((object) => [object.metadata.name, object]));
        const { resourceVersion = '' } = first.metadata;
        store.watch(core.configMaps, { ...options, resourceVersion }).subscribe((event) => {
          if (event.type === 'BOOKMARK') return;
          const { name } = event.object.metadata;
          expect(held.has(name)).toBe(event.type !== 'ADDED');
          if (event.type === 'DELETED') held.delete(name);
          else held.set(name, event.object);
        });
        play(store, after);
        const now = store.list(core.configMaps, options).items;
        expect([...held.keys()].sort()).toEqual(now.map(({ metadata }) => metadata.name));
        for (const object of now) expect(held.get(object.metadata.name)).toBe(object);
      }),
      runs,
    );
  });

  it('answers 410 for each version before a compaction, and is right at each from there', () => {
    fc.assert(
      fc.property(histories, fc.nat(), (steps, pick) => {
        const { store } = testServer();
        const moments = play(store, steps);
        const cut = moments[pick % moments.length];
        store.compact(cut?.resourceVersion);
        for (const { resourceVersion, objects } of moments) {
          const list = () => store.list(core.configMaps, exactly(resourceVersion));
          if (BigInt(resourceVersion) < BigInt(cut?.resourceVersion ?? 0)) expect(refusal(list).code).toBe(410);
          else expect(list().items).toEqual(sorted(objects));
        }
      }),
      runs,
    );
  });
});
