import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { core } from '../../../lib/kubernetes/index.js';
import { runs } from '../../support/runs.js';
import { settled } from '../../support/virtual-time.js';
import { Believer } from './believer.js';
import { namespace, PATH, setUp } from './support.js';

const NAMES = ['a', 'b', 'c', 'd'];
const TIERS = ['web', 'db'];

const name = fc.nat(NAMES.length - 1);
const tier = fc.nat(TIERS.length - 1);
const who = fc.nat(3);
const few = fc.integer({ min: 1, max: 3 });

type Step = (world: World) => unknown;
type World = Awaited<ReturnType<typeof setUp>> & { readonly believers: readonly Believer[] };

function labels(n: number) {
  return { tier: TIERS[n] ?? '' };
}

const puts = fc.tuple(name, tier).map(
  ([n, t]): Step =>
    (world) =>
      put(world, NAMES[n] ?? '', labels(t)),
);
const removals = name.map(
  (n): Step =>
    (world) =>
      remove(world, NAMES[n] ?? ''),
);

const steps = fc.oneof(
  { weight: 6, arbitrary: puts },
  {
    weight: 3,
    arbitrary: name.map(
      (n): Step =>
        (world) =>
          remove(world, NAMES[n] ?? ''),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(name, tier).map(
      ([n, t]): Step =>
        (world) => {
          remove(world, NAMES[n] ?? '');
          put(world, NAMES[n] ?? '', labels(t));
        },
    ),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom(0, 20, 60, 1500, 40_000).map(
      (ms): Step =>
        ({ scheduler }) =>
          scheduler.advanceAsync(ms),
    ),
  },
  { weight: 2, arbitrary: fc.constant<Step>(({ server }) => server.cutConnections()) },
  // What happens meanwhile is not told by a watch: the informer lists anew, and its changes come in the order of keys.
  {
    weight: 3,
    arbitrary: fc.array(fc.oneof(puts, removals), { minLength: 1, maxLength: 6 }).map(
      (missed): Step =>
        async (world) => {
          world.setDown(true);
          for (const step of missed) await step(world);
          world.store.compact();
          world.setDown(false);
        },
    ),
  },
  { weight: 1, arbitrary: fc.constant<Step>(({ store }) => store.compact()) },
  { weight: 1, arbitrary: fc.constant<Step>(({ relay }) => relay.cutConnections()) },
  {
    weight: 2,
    arbitrary: who.map(
      (i): Step =>
        ({ believers }) =>
          believers[i]?.pause(),
    ),
  },
  {
    weight: 2,
    arbitrary: who.map(
      (i): Step =>
        ({ believers }) =>
          believers[i]?.read(),
    ),
  },
  {
    weight: 2,
    arbitrary: who.map(
      (i): Step =>
        ({ believers }) =>
          believers[i]?.resumeWatch(),
    ),
  },
  {
    weight: 4,
    arbitrary: fc.tuple(who, few).map(
      ([i, events]): Step =>
        ({ believers }) =>
          believers[i]?.breakAfter(events),
    ),
  },
);

function has({ store }: World, name: string): boolean {
  return store.list(core.configMaps).items.some(({ metadata }) => metadata.name === name);
}

function put(world: World, name: string, of: Record<string, string>): void {
  const { store, create } = world;
  if (!has(world, name)) create(name, of);
  else
    store.patch(
      core.configMaps,
      { namespace, name },
      { metadata: { labels: of }, data: { x: `${store.resourceVersion}` } },
      { type: 'merge' },
    );
}

function remove(world: World, name: string): void {
  if (has(world, name)) world.remove(name);
}

function truth({ store }: World, of: string | undefined): Record<string, string> {
  const items = store
    .list(core.configMaps)
    .items.filter(({ metadata }) => of === undefined || metadata.labels?.tier === of);
  return Object.fromEntries(items.map(({ metadata }) => [metadata.name, metadata.resourceVersion]));
}

const options = fc.record({
  historyBytes: fc.constantFrom(0, 300, 2000, 1_000_000),
  slowClientMs: fc.constantFrom(1000, 10_000_000),
});

it('L1, L3, L14, L17, L18: whatever happens, each client is told a story that ends with the truth', async () => {
  await fc.assert(
    fc.asyncProperty(options, fc.array(steps, { minLength: 1, maxLength: 60 }), async (relayOptions, story) => {
      const relayed = await setUp({ relay: relayOptions });
      const { transport, scheduler } = relayed;
      const tiers = [undefined, undefined, 'web', 'db'];
      const believers = tiers.map((of, i) => new Believer(transport, PATH, of, i % 2 === 1));
      const world = { ...relayed, believers };
      const look = async () => {
        await settled();
        for (const believer of believers) await believer.look();
      };
      await look();
      for (const step of story) {
        await step(world);
        await look();
      }
      for (const believer of believers) believer.read();
      for (let i = 0; i < 4; i++) {
        await scheduler.advanceAsync(60_000);
        await look();
      }
      const told = believers.map(({ belief }) =>
        Object.fromEntries([...belief].map(([key, { resourceVersion }]) => [key, resourceVersion])),
      );
      expect(told).toEqual(tiers.map((of) => truth(world, of)));
      expect(believers.flatMap(({ lies }) => lies)).toEqual([]);
      for (const believer of believers) believer.stop();
      world.informer.stop();
      await world.relay.stop();
    }),
    runs,
  );
}, 120_000);
