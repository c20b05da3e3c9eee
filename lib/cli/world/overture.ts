import type { Possibility } from './action.js';
import { misplacedReleases } from './incidents.js';
import { drains, failures } from './nodes.js';
import type { World } from './world.js';

/** What people look at a dashboard for, each after so many writes at the earliest. */
const SCENES: readonly (readonly [afterWrites: number, (world: World) => readonly Possibility[]])[] = [
  [40, misplacedReleases],
  [160, failures],
  [320, drains],
];

/**
 * What is to happen next so that whoever looks for some minutes has seen each trouble, whatever chance brings: one of these. None: it is not yet
 * time, it cannot be now, or all has been.
 *
 * @param scene how many scenes there were
 * @param writes how many writes there were since the beginning
 */
export function sceneOf(scene: number, writes: number, world: World): readonly Possibility[] {
  const [afterWrites, possible] = SCENES[scene] ?? [Number.POSITIVE_INFINITY, () => []];
  return writes < afterWrites ? [] : possible(world);
}
