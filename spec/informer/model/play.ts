import { InformerBench } from '../../support/informer-bench.js';
import { settled } from '../../support/virtual-time.js';
import { CacheModel, canonical, isBeginning, shownState } from './cache-model.js';
import type { Act, Command, Plan } from './plans.js';
import { Reader, shownSnapshot } from './reader.js';
import { World } from './world.js';

export interface Setting {
  readonly keepAliveMs: number;
  readonly resyncPeriod: number;
}

/** A reader that resyncs has this period. */
const RESYNC_MS = 29_000;
/** So that plans cannot go on for ever. */
const MAX_READERS = 40;
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
  readonly #promises: { state: 'pending' | 'resolved' | 'rejected' }[] = [];
  #held = false;
  #stopped = false;
  /** The commit that is being told, by the stream that it has come to. */
  #phase: number | undefined;
  #emptySince: number | undefined = 0;

  constructor(setting: Setting) {
    this.#setting = setting;
    this.bench = new InformerBench(setting);
  }

  /** Microtasks run where a command says so, and nowhere else: what comes between two of those is one burst. */
  async play(commands: readonly Command[]): Promise<void> {
    for (const command of commands) {
      if ('act' in command) this.#act(command);
      else if ('server' in command) this.#serve(command);
      else if (command.wait === 'time') this.#pass(command.ms);
      else await this.#settle();
      this.#verify();
    }
    await this.#finish();
  }

  /** Stops everything, and sees that nothing is left and nothing is said any more. */
  async #finish(): Promise<void> {
    await this.#settle();
    this.#verify();
    this.#verifySynced();
    this.#stop();
    const heard = this.readers.map((reader) => reader.heard.length);
    await settled();
    this.bench.clock.advance(1_000_000);
    await settled();
    this.#verify();
    const { server, clock } = this.bench;
    this.#check(server.open.length === 0, `${server.open.length} requests are left`);
    this.#check(clock.actions.length === 0, `${clock.actions.length} timers are left`);
    this.#check(
      this.#promises.every(({ state }) => state !== 'pending'),
      'a promise of ready() is for ever pending',
    );
    for (const [i, reader] of this.readers.entries()) {
      this.#check(reader.heard.length === heard[i], `reader ${i} heard something after the end`);
      this.#check(reader.hasLeft || reader.isComplete, `reader ${i} (${reader.stream}) is not told that it is over`);
    }
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
        this.#ready();
        break;
      case 'stop':
        this.#stop();
        break;
    }
  }

  #subscribe({ stream, resync, plan }: Extract<Act, { act: 'subscribe' }>): void {
    const { clock, informer } = this.bench;
    const resyncMs =
      stream === 'handler' ? (resync ? RESYNC_MS : 0) : stream === 'events$' ? this.#setting.resyncPeriod : 0;
    const reader = new Reader(stream, resyncMs, clock.now(), (who, status) => {
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
        if (act.act === 'leave') this.#leave(reader);
        else this.#act(act);
      }
    }
  }

  #leave(reader: Reader | undefined): void {
    reader?.leave();
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

  #ready(): void {
    const promise: { state: 'pending' | 'resolved' | 'rejected' } = { state: 'pending' };
    this.#promises.push(promise);
    if (!this.#stopped) this.#held = true;
    this.bench.informer.ready().then(
      () => {
        promise.state = 'resolved';
      },
      () => {
        promise.state = 'rejected';
      },
    );
    this.#count();
  }

  #stop(): void {
    this.#stopped = true;
    this.model.drop();
    this.bench.informer.stop();
  }

  /** The connection lasts as long as somebody is there, and keepAliveMs more. */
  #count(): void {
    const isEmpty = !this.#held && !this.readers.some(({ isThere, isJoining }) => isThere && !isJoining);
    if (isEmpty) this.#emptySince ??= this.bench.clock.now();
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

  // ---- what the server does, and time -----------------------------------------------------------------------------------

  #serve(command: Extract<Command, { server: string }>): void {
    const { world, model } = this;
    const exchange = this.bench.server.open.at(-1);
    switch (command.server) {
      case 'put':
        world.put(command.name);
        break;
      case 'delete':
        world.delete(command.name);
        break;
      case 'recreate':
        world.delete(command.name);
        world.put(command.name);
        break;
      case 'compact':
        world.compact();
        break;
      case 'answer':
        if (exchange !== undefined) world.answer(exchange, model);
        break;
      case 'send':
      case 'send many':
        if (exchange !== undefined) world.send(exchange, command.server === 'send' ? 'one' : 'many', model);
        break;
      case 'repeat':
        if (exchange !== undefined) world.repeat(exchange, model);
        break;
      case 'bookmark':
        if (exchange !== undefined) world.bookmark(exchange, model);
        break;
      case 'end':
        if (exchange?.query.watch !== undefined) exchange.end();
        break;
      case 'reset':
        exchange?.reset();
        break;
      case 'refuse':
        exchange?.refuse(500, 'InternalError');
        break;
    }
  }

  async #settle(): Promise<void> {
    const commit = this.model.commit();
    if (commit !== undefined) for (const reader of this.readers) if (reader.isThere) reader.expectCommit(commit);
    this.#phase = 0;
    await settled();
    this.#phase = undefined;
    const { informer } = this.bench;
    const { last } = this.model;
    this.#check(informer.status.synced === (last !== undefined), `L15: synced is ${informer.status.synced}`);
  }

  #pass(ms: number): void {
    const { clock } = this.bench;
    clock.advance(ms);
    const state = this.model.last?.state ?? new Map();
    for (const reader of this.readers) reader.expectSyncs(state, clock.now());
    this.#expire();
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
    const state = last === undefined ? '' : shownState(last.state);
    const version = last === undefined ? '' : String(last.version);
    this.#check(
      shownSnapshot(informer.snapshot) === state,
      `the snapshot is not ${state} in a callback of ${reader.stream}`,
    );
    this.#check(informer.snapshot.resourceVersion === version, `the snapshot is not at ${version}`);
    if (this.#phase === undefined || reader.isJoining || reader.stream === 'status$') return;
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
      } else if (reader.isThere && !this.#stopped) {
        const same = canonical(heard).join('; ') === canonical(expected).join('; ');
        this.#check(same, `reader ${i} (${stream}) heard [${heard.join('; ')}], not [${expected.join('; ')}]`);
      } else {
        this.#check(
          isBeginning(heard, expected),
          `reader ${i} (${stream}, gone) heard [${heard.join('; ')}], not the beginning of [${expected.join('; ')}]`,
        );
      }
    }
    if (this.problems.length > 0) throw new Error(this.problems.join('\n'));
  }

  /** At a quiet point: promises have told what they are for. */
  #verifySynced(): void {
    const isReady = this.model.last !== undefined;
    if (this.#stopped) return;
    for (const { state } of this.#promises) this.#check((state === 'resolved') === isReady, `a ready() is ${state}`);
    for (const { stream, isThere, synced } of this.readers) {
      if (stream === 'handler' && isThere)
        this.#check((synced === 'resolved') === isReady, `synced of a handler is ${synced}`);
    }
  }
}
