import { choose, type Random } from '../../testing/index.js';
import type { Action, Possibility } from './action.js';
import { deploymentController } from './deployments.js';
import { garbageCollector } from './garbage-collector.js';
import { incidents } from './incidents.js';
import { kubelet } from './kubelet.js';
import { nodeController } from './nodes.js';
import { replicaSetController } from './replica-sets.js';
import { scheduler } from './scheduler.js';
import type { World } from './world.js';

/** What controllers and nodes would do next. */
export function* duties(world: World): Iterable<Possibility> {
  yield* deploymentController(world);
  yield* replicaSetController(world);
  yield* garbageCollector(world);
  yield* nodeController(world);
  yield* scheduler(world);
  yield* kubelet(world);
}

/**
 * The next write in the simulated cluster: one of all that could happen, by their weights. All that it knows is in the objects, so that it also
 * answers what others do to them. Undefined when nothing can happen, as in an empty cluster.
 *
 * @param now epoch milliseconds
 */
export function step(world: World, random: Random, now: number): Action | undefined {
  return choose([...duties(world), ...incidents(world)], random)?.act(random, now);
}
