import {
  createHostileServer,
  type FaultWeights,
  type HostileServer,
  LawError,
  type Random,
  seeded,
  settled,
  TestClock,
  whole,
} from '../../../lib/testing/index.js';
import type { Transport } from '../../../lib/transport/index.js';
import { History, NAMESPACES } from './history.js';
import { Subject } from './subject.js';

/** How one run ended. */
export interface Outcome {
  readonly seed: number;
  /** The law that did not hold, and what was seen. Undefined: all did. */
  readonly failure: string | undefined;
  /** Everything that was done and told, a line each: the same for the same seed. */
  readonly trace: readonly string[];
  readonly virtualMs: number;
  readonly requests: number;
  readonly faults: number;
}

const START = 1_767_686_400_000;
/** By as much, at most, somebody sets the clock back or forward, in some lives. */
const LEAP_MS = 2 * 60 * 60_000;
/** A bit more than a laptop that sleeps: of that length is a run, in virtual time. */
const RUN_MS = 15 * 60_000;
/** One backoff of at most 60 s, one wait for the budget, what is still slow, late or about to end, and all that once more. */
const HEALED_MS = 4 * 60_000;
/** The longest that a watch may be silent before it is given up, and one backoff more. */
const CALM_MS = 12 * 60_000;
/** A watch from a version of the future is silent as long as it lives: it may be eight of them until versions are doubted. */
const RESTORED_MS = 100 * 60_000;

const WEIGHTS: FaultWeights = {
  refuse: 4,
  expire: 3,
  errorEvent: 2,
  expireToken: 3,
  refuseConnection: 2,
  loseAnswer: 2,
  hang: 1,
  reset: 4,
  truncate: 2,
  blackHole: 1,
  endWatch: 3,
  delay: 3,
  lag: 2,
  slow: 1,
  tear: 5,
  merge: 4,
  garble: 2,
  repeat: 2,
  dropBookmarks: 2,
  stale: 4,
  shortPages: 5,
  streamedList: 8,
  cut: 4,
  compact: 3,
  restart: 3,
  freeze: 2,
  partition: 2,
  sleep: 1,
};

/** Each seed has its own temper: some faults not at all, some more often; and some servers are restored from a backup. */
function temper(random: Random): FaultWeights {
  const weights = Object.entries(WEIGHTS).map(([type, weight]) => [
    type,
    weight * ([0, 1, 1, 3][whole(random, 4)] ?? 1),
  ]);
  const chance = random();
  return { ...Object.fromEntries(weights), restore: chance < 0.2 ? 2 : 0 };
}

/** One life of a cluster and its informers among faults, all of it from a seed. */
export async function run(seed: number): Promise<Outcome> {
  const chaos = new Chaos(seed);
  const failure = await chaos.live();
  return chaos.outcome(failure);
}

class Chaos {
  readonly #random: Random;
  readonly #clock = new TestClock(START);
  readonly #server: HostileServer;
  readonly #history: History;
  readonly #subjects: Subject[] = [];
  readonly #past: Subject[] = [];
  readonly #trace: string[] = [];
  readonly #shared: Transport | undefined;
  /** Whether somebody sets the clock. Budgets are then of the time that was shown, and cannot be held to it. */
  readonly #leaps: boolean;
  #clients = 0;
  #restores = 0;
  /** After a restore no version may be given again before everybody has seen that they went back: nobody could tell them apart. */
  #isRestored = false;

  constructor(private readonly seed: number) {
    const random = seeded(seed);
    this.#random = random;
    this.#server = createHostileServer({
      seed: whole(random, 2 ** 31),
      scheduler: this.#clock,
      namespaces: NAMESPACES,
      faults: temper(random),
      chance: 0.1 + 0.6 * random(),
      everyMs: 10_000 + whole(random, 60_000),
      historyLimit: 3 + whole(random, 200),
      bookmarkIntervalMs: random() < 0.5 ? 60_000 : 5000,
    });
    this.#leaps = random() < 0.15;
    this.#shared = random() < 0.3 ? this.#server.transport({ client: 'all' }) : undefined;
    this.#history = new History(this.#server.store, random, 3 + whole(random, 20));
  }

  outcome(failure: string | undefined): Outcome {
    const { requests, log } = this.#server;
    const trace = [
      ...this.#trace,
      ...[...this.#past, ...this.#subjects].flatMap((subject) => subject.trace),
      ...log.map((entry) => JSON.stringify(entry)),
      ...requests.map((request) => JSON.stringify(request)),
    ];
    const virtualMs = this.#clock.frame;
    return { seed: this.seed, failure, trace, virtualMs, requests: requests.length, faults: log.length };
  }

  /** Says what went wrong, if anything did. */
  async live(): Promise<string | undefined> {
    try {
      for (let i = whole(this.#random, 10); i > 0; i -= 1) this.#history.write();
      for (let i = 1 + whole(this.#random, 3); i > 0; i -= 1) this.#begin();
      let quietAt = this.#nextQuiet();
      while (this.#clock.frame < RUN_MS) {
        await this.#step();
        for (const subject of this.#subjects) subject.check();
        if (this.#clock.frame < quietAt) continue;
        await this.#quiet();
        quietAt = this.#nextQuiet();
      }
      // Some end while all is well, and some in the middle of a wait, a list, a page.
      if (this.#random() < 0.5) await this.#quiet();
      await this.#end();
      return undefined;
    } catch (error) {
      if (!(error instanceof LawError)) throw error;
      return error.message;
    } finally {
      for (const subject of this.#subjects) subject.informer.stop();
      await this.#server.stop();
    }
  }

  #nextQuiet(): number {
    return this.#clock.frame + (1 + 6 * this.#random()) * 60_000;
  }

  #begin(): void {
    this.#clients += 1;
    const name = `informer ${this.#clients}`;
    this.#subjects.push(new Subject(name, this.#server, this.#clock, this.#random, this.#shared));
  }

  async #step(): Promise<void> {
    const random = this.#random;
    const chance = random();
    const subject = this.#subjects[whole(random, this.#subjects.length)];
    if (chance < 0.6) this.#write(1);
    else if (chance < 0.7) this.#write(1 + whole(random, 20));
    else if (chance < 0.76) subject?.join();
    else if (chance < 0.8) subject?.leave();
    else if (chance < 0.81) this.#replaceInformer();
    else if (chance > 0.98 && this.#leaps)
      this.#clock.set(this.#clock.now() + Math.floor((random() - 0.5) * 2 * LEAP_MS));
    await this.#advance(random() < 0.5 ? random() * 2000 : random() * 15_000);
  }

  #write(times: number): void {
    if (this.#isRestored) return;
    for (let i = 0; i < times; i++) this.#trace.push(`${this.#clock.frame} ${this.#history.write()}`);
  }

  /** One program ends, and another one begins. */
  #replaceInformer(): void {
    const subject = this.#subjects.shift();
    if (subject === undefined) return;
    subject.checkLife(!this.#leaps);
    subject.stop();
    this.#past.push(subject);
    this.#begin();
  }

  async #quiet(): Promise<void> {
    const healed = this.#random() < 0.7;
    this.#trace.push(`${this.#clock.frame} ${healed ? 'healed' : 'calm'}`);
    if (healed) this.#server.heal();
    else this.#server.calm();
    await this.#advance(this.#isRestored ? RESTORED_MS : healed ? HEALED_MS : CALM_MS);
    // A fault of before may come to bear late: a bookmark that is garbled.
    if (this.#subjects.some(({ informer }) => informer.status.phase !== 'live')) await this.#advance(HEALED_MS);
    for (const subject of this.#subjects) subject.checkQuiet();
    this.#isRestored = false;
    this.#server.rage();
  }

  /** L8 over every life, and L9: nothing is left, and nothing is told any more. */
  async #end(): Promise<void> {
    for (const subject of this.#subjects) subject.checkLife(!this.#leaps);
    for (const subject of this.#subjects) subject.stop();
    if (this.#server.open > 0) throw new LawError('L9', `${this.#server.open} requests are open after stop`);
    this.#server.calm();
    if (this.#clock.pending > 0) throw new LawError('L9', `${this.#clock.pending} timers wait after stop`);
    this.#write(3);
    await this.#advance(60_000);
    for (const subject of [...this.#past, ...this.#subjects]) subject.checkLife(!this.#leaps);
  }

  async #advance(ms: number): Promise<void> {
    await this.#clock.advanceAsync(Math.floor(ms));
    await settled();
    const { restores } = this.#subjects[0]?.oracle ?? { restores: 0 };
    if (restores > this.#restores) this.#isRestored = true;
    this.#restores = restores;
  }
}
