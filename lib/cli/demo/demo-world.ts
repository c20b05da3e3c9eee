import type { SchedulerLike } from 'rxjs';
import { ApiError, type ApiServer, createApiServer } from '../../server/index.js';
import { choose, type Random, seeded } from '../../testing/index.js';
import type { Action } from '../world/action.js';
import { genesis } from '../world/genesis.js';
import { sceneOf } from '../world/overture.js';
import { step } from '../world/step.js';
import type { World } from '../world/world.js';
import { perform, worldIn } from './perform.js';
import { Witness } from './witness.js';

const DAY = 24 * 3600 * 1000;

/** How old the world is when somebody first looks at it, and how many writes that took. */
const PAST_MS = 6 * DAY;
const PAST_WRITES = 400;

/** A simulated cluster in an API server. It has a past: pods of all ages. What happens depends on the seed alone, and on what others write. */
export class DemoWorld {
  readonly server: ApiServer;
  readonly #random: Random;
  readonly #scheduler: SchedulerLike;
  readonly #witness: Witness;
  /** The time, while the past is lived. */
  #past: number | undefined;
  /** Of the present. */
  #writes = 0;
  /** How many of the overture were played. */
  #scenes = 0;

  /** @param historyLimit how many writes watches can be resumed from. Default: the server's */
  constructor(seed: number, scheduler: SchedulerLike, historyLimit?: number) {
    this.#random = seeded(seed);
    this.#scheduler = scheduler;
    const birth = scheduler.now() - PAST_MS;
    this.#past = birth;
    const uids = seeded(seed + 1);
    this.server = createApiServer({
      ...{ now: () => this.#now(), uid: () => uuid(uids), scheduler },
      ...(historyLimit !== undefined && { historyLimit }),
    });
    this.#witness = new Witness(this.server.store, () => this.#now());
    for (const action of genesis(birth)) perform(this.server.store, action);
    for (let write = 0; write < PAST_WRITES; write++) {
      // The nearer to now, the more is left of it.
      this.#past = scheduler.now() - PAST_MS * ((PAST_WRITES - write) / PAST_WRITES) ** 4;
      this.act();
    }
    this.#past = undefined;
    this.#witness.tell();
  }

  /** The next write, and the Events of what happened. One that the store refuses, because of what somebody else wrote, is left out, as a controller would try it again. */
  act(): void {
    const { store } = this.server;
    const action = this.#next(worldIn(store));
    try {
      if (action !== undefined) perform(store, action);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
    this.#witness.tell();
  }

  #next(world: World): Action | undefined {
    if (this.#past !== undefined) return step(world, this.#random, this.#now());
    this.#writes++;
    const scene = choose(sceneOf(this.#scenes, this.#writes, world), this.#random);
    if (scene === undefined) return step(world, this.#random, this.#now());
    this.#scenes++;
    return scene.act(this.#random, this.#now());
  }

  #now(): number {
    return this.#past ?? this.#scheduler.now();
  }
}

function uuid(random: Random): string {
  const hex = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
