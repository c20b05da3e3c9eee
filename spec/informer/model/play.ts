import { InformerBench } from '../../support/informer-bench.js';
import { settled } from '../../support/virtual-time.js';
import { CacheModel, canonical, isBeginning, shownState } from './cache-model.js';
import type { Act, Command, Plan, StreamName, Wait } from './plans.js';
import { COALESCE_MS, Reader, shownSnapshot } from './reader.js';
import { Waiters } from './waiter.js';
import { World } from './world.js';

export interface Setting {
  readonly keepAliveMs: number;
  readonly resyncPeriod: number;
}

/** A reader that resyncs has this period. */
const RESYNC_MS = 29_000;
/** So that plans cannot go on for ever. */
const MAX_READERS = 40;
/** They are told apart from the commits, or after them. */
const OUT_OF_LINE: ReadonlySet<StreamName> = new Set(['status$', 'consume', 'latest', 'coalesce']);
const PHASES: Readonly<Record<string, number>> = { snapshot$: 0, changes$: 1 };

/** An informer, a server and readers, and beside them what each of the readers has to hear. */
export class Play {
  readonly bench: InformerBench;
  readonly model = new CacheModel();
  readonly world = new World();
  readonly readers: Reader[] = [];
  /** How often a callback threw. */
  thrown = 0;
  /** What was wrong in a callback, where a failed expectation would be swallowed. */
  readonly problems: string[] = [];
  readonly #setting: Setting;
  readonly #waiters: Waiters;
  #held = false;
  #stopped = false;
  /** The commit that is being told, by the stream that it has come to. */
  #phase: number | undefined;
  #emptySince: number | undefined = 0;

  constructor(setting: Setting) {
    this.#setting = setting;
    this.bench = new InformerBench(setting);
    this.#waiters = new Waiters(this.bench.informer, this.model);
  }

  /** Microtasks run where a command says so, and nowhere else: what comes between two of those is one burst. */
  async play(commands: readonly Command[]): Promise<void> {
    for (const command of commands) {
      if ('act' in command) this.#act(command);
      else if ('server' in command) this.world.serve(command, this.bench.server.open.at(-1), this.model);
      else if (command.wait === 'time') this.#pass(command.ms);
      else await this.#settle();
      this.#verify();
    }
    await this.#finish();
  }

  /** Stops everything, and sees that nothing is left and nothing is said any more. */
  async #finish(): Promise<void> {
    await this.#settle();
    this.#pass(COALESCE_MS);
    await this.#settle();
    this.#verify();
    this.#verifyQuiet();
    this.#stop();
    const heard = this.readers.map((reader) => reader.heard.length);
    await settled();
    this.bench.clock.advance(1_000_000);
    await settled();
    this.#verify();
    const { server, clock } = this.bench;
    this.#check(server.open.length === 0, `${server.open.length} requests are left`);
    this.#check(clock.actions.length === 0, `${clock.actions.length} timers are left`);
    this.problems.push(...this.#waiters.problems());
    for (const [i, reader] of this.readers.entries()) {
      this.#check(reader.heard.length === heard[i], `reader ${i} heard something after the end`);
      this.#check(reader.hasLeft || reader.isComplete, `reader ${i} (${reader.stream}) is not told that it is over`);
    }
    this.#report();
  }

  // ---- what somebody does ---------------------------------------------------------------------------------------------

  #act(act: Act): void {
    switch (act.act) {
      case 'subscribe':
        if (this.readers.length < MAX_READERS) this.#subscribe(act);
        break;
      case 'unsubscribe': {
        const there = this.readers.filter(({ isThere }) => isThere);
        if (there.length > 0) this.#leave(there[act.who % there.length]);
        break;
      }
      case 'start':
        this.#start();
        break;
      case 'ready':
      case 'waitFor':
      case 'atLeast':
        this.#wait(act);
        break;
      case 'stop':
        this.#stop();
        break;
    }
  }

  #subscribe({ stream, resync, plan }: Extract<Act, { act: 'subscribe' }>): void {
    const { clock, informer } = this.bench;
    const reader = new Reader(stream, this.#resyncOf(stream, resync), clock, (who, status) => {
      this.#look(who, status === undefined || status === informer.status);
      this.#carryOut(who, plan);
    });
    this.readers.push(reader);
    if (this.model.last !== undefined) reader.expectPresent(this.model.last);
    reader.subscribe(informer);
    this.#count();
  }

  #carryOut(reader: Reader, plan: Plan): void {
    for (const { at, acts } of plan) {
      if (at !== reader.heard.length - 1) continue;
      for (const act of acts) {
        if (act.act === 'throw') {
          this.thrown++;
          throw new Error('as planned');
        }
        // Work is done before or after a commit, as microtasks go: what it did could not be foretold.
        if (reader.stream === 'consume' || reader.stream === 'latest') continue;
        if (act.act === 'leave') this.#leave(reader);
        else this.#act(act);
      }
    }
  }

  #leave(reader: Reader | undefined): void {
    reader?.leave();
    // Told of the connection that it brought about, so it was there for a moment.
    const wasConnecting = reader?.isJoining && reader.stream === 'status$' && reader.heard.length > 1;
    if (wasConnecting && this.#emptySince !== undefined) this.#emptySince = this.bench.clock.now();
    this.#count();
  }

  #start(): void {
    try {
      this.bench.informer.start();
      this.#held = true;
      this.#check(!this.#stopped, 'start() after stop() does not throw');
    } catch (error) {
      this.#check(this.#stopped, `start() threw: ${error}`);
    }
    this.#count();
  }

  #wait(wait: Wait): void {
    if (wait.act === 'ready' && !this.#stopped) this.#held = true;
    this.#waiters.wait(wait, this.world.version, this.bench.clock.now());
    this.#count();
  }

  #resyncOf(stream: StreamName, resync: boolean): number {
    switch (stream) {
      // Not `consume`, which drops a sync where something waits for its key.
      case 'handler':
      case 'latest':
        return resync ? RESYNC_MS : 0;
      case 'events$':
        return this.#setting.resyncPeriod;
      default:
        return 0;
    }
  }

  #stop(): void {
    this.#stopped = true;
    this.model.drop();
    this.#waiters.stop(() => this.bench.informer.stop(), this.#phase === undefined ? undefined : this.model.last);
  }

  /** The connection lasts as long as somebody is there, and keepAliveMs more. */
  #count(left = this.bench.clock.now()): void {
    this.#waiters.expire(this.bench.clock.now());
    const isEmpty =
      !this.#held &&
      !this.readers.some(({ isThere, isJoining }) => isThere && !isJoining) &&
      !this.#waiters.isAnyPending;
    if (isEmpty) this.#emptySince ??= left;
    else this.#emptySince = undefined;
    this.#expire();
  }

  #expire(): void {
    if (this.#isIdle()) this.model.drop();
  }

  /** Nobody is there, nor was for keepAliveMs. */
  #isIdle(): boolean {
    return this.#emptySince !== undefined && this.bench.clock.now() - this.#emptySince >= this.#setting.keepAliveMs;
  }

  // ---- what happens, and time -----------------------------------------------------------------------------------------

  async #settle(): Promise<void> {
    const commit = this.model.commit();
    if (commit !== undefined) {
      for (const reader of this.readers) if (reader.isThere) reader.expectCommit(commit);
      this.#waiters.commit(commit);
    }
    this.#phase = 0;
    await settled();
    this.#phase = undefined;
    this.#count();
    this.#verifyWork();
    const { informer } = this.bench;
    const { last } = this.model;
    this.#check(informer.status.synced === (last !== undefined), `L15: synced is ${informer.status.synced}`);
  }

  #pass(ms: number): void {
    const { clock } = this.bench;
    clock.advance(ms);
    const state = this.model.last?.state ?? new Map();
    for (const reader of this.readers) reader.expectSyncs(state, clock.now());
    this.#count(this.#waiters.expire(clock.now()));
  }

  // ---- what is looked at -------------------------------------------------------------------------------------------------

  #check(holds: boolean, what: string): void {
    if (!holds) this.problems.push(what);
  }

  /** In each callback. */
  #look(reader: Reader, isCurrentStatus: boolean): void {
    const { informer } = this.bench;
    const { last } = this.model;
    this.#check(reader.isThere, `L9: ${reader.stream} is told something after it left`);
    this.#check(isCurrentStatus, 'the status that is told is not the current one');
    // Work may come from before the commit that is next.
    if (reader.stream === 'consume' || reader.stream === 'latest') return;
    const state = last === undefined ? '' : shownState(last.state);
    const version = last === undefined ? '' : String(last.version);
    this.#check(
      shownSnapshot(informer.snapshot) === state,
      `the snapshot is not ${state} in a callback of ${reader.stream}`,
    );
    this.#check(informer.snapshot.resourceVersion === version, `the snapshot is not at ${version}`);
    if (this.#phase === undefined || reader.isJoining || OUT_OF_LINE.has(reader.stream)) return;
    const phase = PHASES[reader.stream] ?? 2;
    this.#check(phase >= this.#phase, `${reader.stream} is told of a commit after streams that come after it`);
    this.#phase = phase;
  }

  #verifyNothingLeft(): void {
    const { server, clock } = this.bench;
    this.#check(server.open.length === 0, `L9: ${server.open.length} requests are left`);
    this.#check(clock.actions.length === 0, `L9: ${clock.actions.length} timers are left`);
  }

  /** After each command. */
  #verify(): void {
    const { informer } = this.bench;
    if (this.#isIdle() || this.#stopped) this.#verifyNothingLeft();
    for (const [i, reader] of this.readers.entries()) {
      const { stream, heard, expected } = reader;
      if (stream === 'status$') {
        this.#check(new Set(heard).size > 0, `reader ${i} (status$) was told no status`);
        this.#check(
          heard.every((word, at) => word !== heard[at - 1]),
          `reader ${i} (status$) is told the same twice: ${heard.at(-1)}`,
        );
        if (reader.isThere) this.#check(heard.at(-1) === JSON.stringify(informer.status), 'a status was not told');
      } else if (stream === 'latest' || stream === 'coalesce') {
        this.#check(
          reader.wrong === undefined,
          `reader ${i} (${stream}): ${reader.wrong}, after [${heard.join('; ')}]`,
        );
      } else if (reader.isThere && !this.#stopped && stream !== 'consume') {
        const same = canonical(heard).join('; ') === canonical(expected).join('; ');
        this.#check(same, `reader ${i} (${stream}) heard [${heard.join('; ')}], not [${expected.join('; ')}]`);
      } else {
        this.#check(
          isBeginning(heard, expected),
          `reader ${i} (${stream}, gone) heard [${heard.join('; ')}], not the beginning of [${expected.join('; ')}]`,
        );
      }
    }
    this.#report();
  }

  #report(): void {
    if (this.problems.length > 0) throw new Error(this.problems.join('\n'));
  }

  /** When microtasks have run, work is done. */
  #verifyWork(): void {
    if (this.#stopped) return;
    const truth = shownState(this.model.last?.state ?? new Map());
    for (const [i, { stream, isThere, heard, expected, story }] of this.readers.entries()) {
      if (!isThere) continue;
      if (stream === 'consume')
        this.#check(heard.length === expected.length, `reader ${i} (consume) worked on [${heard.join('; ')}] only`);
      if (stream === 'latest')
        this.#check(String(story) === truth, `reader ${i} (latest) believes ${story}, not ${truth}`);
    }
    this.problems.push(...this.#waiters.problems());
  }

  /** At a quiet point. */
  #verifyQuiet(): void {
    if (this.#stopped) return;
    const { last } = this.model;
    const truth = shownState(last?.state ?? new Map());
    for (const { stream, isThere, synced, story } of this.readers) {
      if (!isThere) continue;
      if (stream === 'handler')
        this.#check((synced === 'resolved') === (last !== undefined), `synced of a handler is ${synced}`);
      if (stream === 'coalesce')
        this.#check(String(story) === truth, `one who coalesces believes ${story}, not ${truth}`);
    }
  }
}
