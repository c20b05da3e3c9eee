import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { SchedulerLike } from 'rxjs';
import { createInformer } from '../../../lib/informer/index.js';
import { core } from '../../../lib/kubernetes/index.js';
import type { Transport } from '../../../lib/transport/index.js';
import { runs } from '../../support/runs.js';
import { settled } from '../../support/virtual-time.js';
import { Believer } from './believer.js';
import { namespace, PATH, setUp } from './support.js';

const name = fc.constantFrom('a', 'b', 'c', 'd');
const tier = fc.constantFrom('web', 'db');
const who = fc.nat(3);
const few = fc.integer({ min: 1, max: 3 });

type World = Awaited<ReturnType<typeof setUp>> & { readonly believers: readonly Believer[] };
type Step = (world: World) => unknown;

/** What may happen, more or less often. */
function may<V>(weight: number, arbitrary: fc.Arbitrary<V>, happen: (world: World, value: V) => unknown) {
  return {
    weight,
    arbitrary: arbitrary.map(
      (value): Step =>
        (world) =>
          happen(world, value),
    ),
  };
}

const nothing = fc.constant(undefined);
const change = may(6, fc.tuple(name, tier), (world, [n, t]) => put(world, n, t));
const removal = may(3, name, (world, n) => remove(world, n));
const missed = fc.array(fc.oneof(change, removal), { minLength: 1, maxLength: 6 });

const steps = fc.oneof(
  change,
  removal,
  may(1, fc.tuple(name, tier), (world, [n, t]) => {
    remove(world, n);
    put(world, n, t);
  }),
  may(4, fc.constantFrom(0, 20, 60, 1500, 40_000), ({ scheduler }, ms) => scheduler.advanceAsync(ms)),
  may(2, nothing, ({ server }) => server.cutConnections()),
  // What happens meanwhile is not told by a watch: the informer lists anew, and its changes come in the order of keys.
  may(3, missed, async (world, changes) => {
    world.setDown(true);
    for (const each of changes) await each(world);
    world.store.compact();
    world.setDown(false);
  }),
  may(1, nothing, ({ store }) => store.compact()),
  may(1, nothing, ({ relay }) => relay.cutConnections()),
  may(2, who, ({ believers }, i) => believers[i]?.pause()),
  may(2, who, ({ believers }, i) => believers[i]?.read()),
  may(2, who, ({ believers }, i) => believers[i]?.resumeWatch()),
  may(4, fc.tuple(who, few), ({ believers }, [i, events]) => believers[i]?.breakAfter(events)),
);

function has({ store }: World, name: string): boolean {
  return store.list(core.configMaps).items.some(({ metadata }) => metadata.name === name);
}

function put(world: World, name: string, tier: string): void {
  const { store, create } = world;
  if (!has(world, name)) create(name, { tier });
  else
    store.patch(
      core.configMaps,
      { namespace, name },
      { metadata: { labels: { tier } }, data: { x: `${store.resourceVersion}` } },
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

/** An informer of the relay, and what its events say. */
function informerOf(transport: Transport, scheduler: SchedulerLike) {
  const informer = createInformer({ transport, resource: core.configMaps, scheduler, random: () => 0.5 });
  const held: Record<string, string> = {};
  const lies: string[] = [];
  informer.events$.subscribe(({ type, object, previous }) => {
    const { name = '', resourceVersion = '' } = object.metadata;
    if ((type === 'add') === name in held) lies.push(`${type} ${name}@${resourceVersion}`);
    if (previous !== undefined && previous.metadata.resourceVersion !== held[name])
      lies.push(`${name} is not as before`);
    if (type === 'delete') delete held[name];
    else held[name] = resourceVersion;
  });
  return { informer, told: { held, lies } };
}

const options = fc.record({
  historyBytes: fc.constantFrom(0, 300, 2000, 1_000_000),
  slowClientMs: fc.constantFrom(1000, 10_000_000),
});

it('L1, L3, L14, L17, L18: whatever happens, each client is told a story that ends with the truth, and so is an informer of the relay', async () => {
  await fc.assert(
    fc.asyncProperty(options, fc.array(steps, { minLength: 1, maxLength: 60 }), async (relayOptions, story) => {
      const relayed = await setUp({ relay: relayOptions });
      const { transport, scheduler } = relayed;
      const tiers = [undefined, undefined, 'web', 'db'];
      const believers = tiers.map((of, i) => new Believer(transport, PATH, of, i % 2 === 1));
      const world = { ...relayed, believers };
      const { informer, told } = informerOf(transport, scheduler);
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
      const believed = believers.map(({ belief }) =>
        Object.fromEntries([...belief].map(([key, { resourceVersion }]) => [key, resourceVersion])),
      );
      expect(believed).toEqual(tiers.map((of) => truth(world, of)));
      expect(believers.flatMap(({ lies }) => lies)).toEqual([]);
      expect(told.held).toEqual(truth(world, undefined));
      expect([...informer.snapshot.keys()]).toEqual(
        Object.keys(truth(world, undefined)).map((each) => `${namespace}/${each}`),
      );
      expect(told.lies).toEqual([]);
      for (const believer of believers) believer.stop();
      informer.stop();
      world.informer.stop();
      await world.relay.stop();
    }),
    runs,
  );
}, 120_000);
