import { interval, type SchedulerLike, Subscription } from 'rxjs';
import type { Listening } from '../../server/index.js';
import { type Random, seeded } from '../../testing/index.js';
import type { Transport } from '../../transport/index.js';
import { messageOf, Refusal } from '../refusal.js';
import { chaosNote, type Disturbance, nextDisturbance } from './chaos.js';
import { Crowd, type CrowdChoice } from './crowd.js';
import { DemoWorld } from './demo-world.js';
import { Pace } from './pace.js';

export interface DemoOptions {
  /** The same seed tells the same story. */
  readonly seed: number;
  /** How many writes there are a second, on average. */
  readonly rate: number;
  /** Whether connections are cut and versions expire every 10 to 22 seconds. */
  readonly chaos: boolean;
  /** 0: any free port. */
  readonly port: number;
  readonly host: string;
  /** Default: none. */
  readonly crowd?: CrowdChoice | undefined;
}

/** A demo world that lives, served over HTTP. */
export interface Demo {
  readonly url: string;
  /** The same without a socket. */
  readonly transport: Transport;
  /** What the chaos did last; '' where there is none. */
  note(now: number): string;
  close(): Promise<void>;
}

/** How often the world is looked after, in milliseconds. */
const TICK_MS = 100;

/** @throws Refusal when the port cannot be had */
export async function startDemo(options: DemoOptions, scheduler: SchedulerLike): Promise<Demo> {
  const world = new DemoWorld(options.seed, scheduler, historyOf(options.crowd));
  const { crowd } = options;
  const many = crowd && new Crowd(world.server.store, crowd.pods, seeded(options.seed + 4), () => scheduler.now());
  const listening = await listen(world, options);
  const life = new Subscription();
  life.add(live(world, new Pace(options.rate, seeded(options.seed + 2)), scheduler));
  if (many !== undefined && crowd !== undefined && crowd.eventsPerSecond > 0)
    life.add(live(many, new Pace(crowd.eventsPerSecond, seeded(options.seed + 5)), scheduler));
  const chaos = options.chaos ? new Chaos(world, seeded(options.seed + 3), scheduler) : undefined;
  if (chaos !== undefined) life.add(chaos.running);
  return {
    url: listening.url,
    transport: world.server.transport(),
    note: (now) => (chaos === undefined ? '' : chaosNote(chaos.last, now)),
    async close() {
      life.unsubscribe();
      await listening.close();
    },
  };
}

/**
 * Writes of half a minute: kube-apiserver keeps more than that, however much is written, so that a list that takes its time can be watched on.
 */
function historyOf(crowd: CrowdChoice | undefined): number | undefined {
  return crowd === undefined ? undefined : Math.max(10_000, crowd.pods * 2 + crowd.eventsPerSecond * 30);
}

async function listen({ server }: DemoWorld, { port, host }: DemoOptions): Promise<Listening> {
  try {
    return await server.listen({ port, host });
  } catch (error) {
    throw new Refusal(`${messageOf(error)}. Choose another with --port and --host`, 1);
  }
}

function live(world: { act(): void }, pace: Pace, scheduler: SchedulerLike): Subscription {
  let last = scheduler.now();
  return interval(TICK_MS, scheduler).subscribe(() => {
    const now = scheduler.now();
    // A computer that is too busy for this pace leaves writes out: it has to serve them, too.
    const late = now + TICK_MS / 2;
    for (let due = pace.due(now - last); due > 0 && scheduler.now() <= late; due--) world.act();
    last = now;
  });
}

/** Disturbs a world again and again. */
class Chaos {
  readonly running = new Subscription();
  readonly #world: DemoWorld;
  readonly #random: Random;
  readonly #scheduler: SchedulerLike;
  last: { readonly kind: Disturbance['kind']; readonly at: number } | undefined;

  constructor(world: DemoWorld, random: Random, scheduler: SchedulerLike) {
    this.#world = world;
    this.#random = random;
    this.#scheduler = scheduler;
    this.#plan();
  }

  #plan(): void {
    const { kind, afterMs } = nextDisturbance(this.#random);
    this.running.add(
      this.#scheduler.schedule(() => {
        this.#disturb(kind);
        this.#plan();
      }, afterMs),
    );
  }

  #disturb(kind: Disturbance['kind']): void {
    const { server } = this.#world;
    server.cutConnections();
    this.last = { kind, at: this.#scheduler.now() };
    if (kind === 'cut') return;
    // Before anybody is back something happens, and is forgotten: the version to resume from is then too old.
    for (let write = 0; write < 3; write++) this.#world.act();
    server.store.compact();
  }
}
