import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { V1ConfigMap } from '@kubernetes/client-node';
import fc, { type Arbitrary } from 'fast-check';
import { BehaviorSubject, config, map, Observable, Subject, type Subscription, takeUntil } from 'rxjs';
import { createInformerFactory, type Informer } from '../../lib/informer/index.js';
import { core, type Plain } from '../../lib/kubernetes/index.js';
import { createApiServer } from '../../lib/server/index.js';
import type { Change } from '../../lib/store/index.js';
import type { Transport, TransportRequest, TransportResponse } from '../../lib/transport/index.js';
import { coalesce } from '../../lib/views/index.js';
import { runs } from '../support/runs.js';
import { settled, TestClock } from '../support/virtual-time.js';

type ConfigMaps = Informer<Plain<V1ConfigMap>>;

const STREAMS = ['events$', 'snapshot$', 'changes$', 'status$', 'coalesce', 'handler', 'consume', 'latest'] as const;
const NAMESPACES = ['default', 'one', 'two'] as const;
/** Of the informers: that of a changing set of namespaces, and that of all. */
const which = fc.constantFrom<('some' | 'all')[]>('some', 'all');
const place = { namespace: fc.constantFrom(...NAMESPACES), name: fc.constantFrom('a', 'b') };
/** What a reader does in its second callback. */
const reaction = fc.constantFrom('nothing', 'nothing', 'leave', 'throw', 'subscribe', 'write', 'narrow', 'stop');
const subscribe = fc.record({ do: fc.constant('subscribe'), stream: fc.constantFrom(...STREAMS), which, reaction });
const command = fc.oneof(
  { weight: 5, arbitrary: subscribe },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('leave'), who: fc.nat(9) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom('put', 'put', 'delete'), ...place }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('start', 'ready', 'waitFor', 'atLeast'), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('namespaces'), set: fc.subarray([...NAMESPACES]) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('cut', 'compact', 'settle', 'settle') }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('time'), ms: fc.constantFrom(1, 900, 5000, 70_000) }) },
);
type Value<A> = A extends Arbitrary<infer V> ? V : never;
type Command = Value<typeof command>;
type Subscribe = Value<typeof subscribe>;

/** Counts what is open. */
class CountedTransport implements Transport {
  readonly url: string;
  open = 0;
  readonly #inner: Transport;

  constructor(inner: Transport) {
    this.#inner = inner;
    this.url = inner.url;
  }

  request(request: TransportRequest): Observable<TransportResponse> {
    const responses$ = this.#inner.request(request);
    return this.#counted(responses$.pipe(map((each) => ({ ...each, body$: this.#counted(each.body$) }))));
  }

  #counted<V>(inner$: Observable<V>): Observable<V> {
    return new Observable((subscriber) => {
      this.open++;
      subscriber.add(() => this.open--);
      return inner$.subscribe(subscriber);
    });
  }
}

/** Somebody at a stream, who believes what it is told. */
class Reader {
  readonly believed = new Map<string, string | undefined>();
  readonly left$ = new Subject<void>();
  callbacks = 0;
  isThere = true;
  subscription: Subscription | undefined;

  constructor(
    readonly stream: Subscribe['stream'],
    readonly informer: ConfigMaps,
  ) {}

  leave(): void {
    this.isThere = false;
    this.left$.next();
    this.subscription?.unsubscribe();
  }

  /** @throws Error when it is no story (L3) */
  hear({ type, key, object }: Change<Plain<V1ConfigMap>>): void {
    if (this.believed.has(key) === (type === 'add')) throw new Error(`L3: ${this.stream} hears ${type} ${key}`);
    if (type === 'delete') this.believed.delete(key);
    else this.believed.set(key, object.metadata.resourceVersion);
  }
}

/** Informers of one factory on a server that answers inside `subscribe` and tells of a write inside that. */
class Life {
  readonly clock = new TestClock();
  readonly #server = createApiServer({
    namespaces: ['one', 'two'],
    scheduler: this.clock,
    now: () => this.clock.now(),
  });
  readonly transport = new CountedTransport(this.#server.transport());
  readonly #set$ = new BehaviorSubject<readonly string[]>(['default', 'one']);
  readonly #factory;
  readonly #readers: Reader[] = [];
  readonly #pending = new Set<Promise<unknown>>();
  readonly problems: string[] = [];
  thrown = 0;
  #over = false;

  constructor(keepAliveMs: number) {
    const { transport, clock } = this;
    const options = { transport, scheduler: clock, random: () => 0.5, keepAliveMs, resyncPeriod: 20_000 };
    this.#factory = createInformerFactory(options);
  }

  async live(commands: readonly Command[]): Promise<void> {
    for (const each of commands) {
      if (each.do === 'settle') await settled();
      else this.#do(each);
    }
    for (let i = 0; i < 4; i++) {
      this.clock.advance(100_000);
      await settled();
    }
    this.#verifyConverged();
    this.#over = true;
    this.#factory.stop();
    this.#verifyNothingLeft();
    const callbacks = this.#readers.map((reader) => reader.callbacks);
    this.#write('default', 'a');
    this.#set$.next(['two']);
    this.clock.advance(1_000_000);
    await settled();
    this.#verifyNothingLeft();
    this.#check(!this.#set$.observed, 'the set of namespaces is still followed');
    this.#check(this.#pending.size === 0, `${this.#pending.size} promises are for ever pending`);
    for (const [i, { stream, callbacks: now }] of this.#readers.entries())
      this.#check(now === callbacks[i], `${stream} is told something after the end`);
  }

  #informer(which: 'some' | 'all'): ConfigMaps {
    const made = () =>
      which === 'all'
        ? this.#factory.informer(core.configMaps)
        : this.#factory.informer(core.configMaps, { namespace: this.#set$ });
    const informer = made();
    this.#check(made() === informer, 'the same request has another informer');
    return informer;
  }

  #do(command: Command): void {
    switch (command.do) {
      case 'subscribe':
        this.#subscribe(command);
        break;
      case 'leave': {
        const there = this.#readers.filter(({ isThere }) => isThere);
        there[command.who % there.length]?.leave();
        break;
      }
      case 'put':
        this.#write(command.namespace, command.name);
        break;
      case 'delete':
        if (this.#exists(command)) this.#server.store.delete(core.configMaps, command);
        break;
      case 'start':
        this.#informer(command.which).start();
        break;
      case 'ready':
        this.#await(this.#informer(command.which).ready());
        break;
      case 'waitFor':
        this.#await(
          this.#informer(command.which).waitFor('one/a', (object) => object !== undefined, { timeout: 90_000 }),
        );
        break;
      case 'atLeast':
        this.#await(this.#informer(command.which).atLeast(this.#server.store.resourceVersion));
        break;
      case 'namespaces':
        this.#set$.next(command.set);
        break;
      case 'cut':
        this.#server.cutConnections();
        break;
      case 'compact':
        this.#server.store.compact();
        break;
      case 'settle':
        break;
      case 'time':
        this.clock.advance(command.ms);
        break;
    }
  }

  #exists({ namespace, name }: { namespace: string; name: string }): boolean {
    return this.#server.store.list(core.configMaps, { namespace }).items.some(({ metadata }) => metadata.name === name);
  }

  #write(namespace: string, name: string): void {
    const { store } = this.#server;
    const data = { at: store.resourceVersion };
    if (this.#exists({ namespace, name })) store.update(core.configMaps, { metadata: { name, namespace }, data });
    else store.create(core.configMaps, { metadata: { name, namespace }, data });
  }

  #await(promise: Promise<unknown>): void {
    this.#pending.add(promise);
    promise.catch(() => {}).finally(() => this.#pending.delete(promise));
  }

  #subscribe({ stream, which, reaction }: Pick<Subscribe, 'stream' | 'which' | 'reaction'>): void {
    if (this.#readers.length >= 30) return;
    const informer = this.#informer(which);
    const reader = new Reader(stream, informer);
    this.#readers.push(reader);
    const called = (changes: Iterable<Change<Plain<V1ConfigMap>>>) => {
      reader.callbacks++;
      this.#check(reader.isThere, `${stream} is told something after it left`);
      try {
        for (const change of changes) reader.hear(change);
      } catch (error) {
        this.problems.push(String(error));
      }
      if (reader.callbacks === 2 && !this.#over) this.#react(reader, reaction, which);
    };
    switch (stream) {
      case 'events$':
        informer.events$.pipe(takeUntil(reader.left$)).subscribe((change) => called([change]));
        break;
      case 'snapshot$':
        informer.snapshot$.pipe(takeUntil(reader.left$)).subscribe(() => called([]));
        break;
      case 'changes$':
        informer.changes$.pipe(takeUntil(reader.left$)).subscribe(({ changes }) => called(changes));
        break;
      case 'status$':
        informer.status$.pipe(takeUntil(reader.left$)).subscribe(() => called([]));
        break;
      case 'coalesce':
        informer.changes$
          .pipe(coalesce(300, this.clock), takeUntil(reader.left$))
          .subscribe(({ changes }) => called(changes));
        break;
      case 'handler':
        reader.subscription = informer.addEventHandler({ onAdd: () => called([]), onDelete: () => called([]) });
        break;
      case 'consume':
      case 'latest':
        this.#consume(reader, stream === 'latest' ? 'latest' : 'all', (change) => called([change]));
        break;
    }
    if (!reader.isThere) reader.leave();
  }

  #consume(reader: Reader, keep: 'latest' | 'all', work: (change: Change<Plain<V1ConfigMap>>) => void): void {
    const consumption = reader.informer.consume(work, { keep });
    reader.subscription = consumption;
    this.#await(consumption.finished);
  }

  #react(reader: Reader, reaction: Subscribe['reaction'], which: 'some' | 'all'): void {
    switch (reaction) {
      case 'nothing':
        break;
      case 'leave':
        reader.leave();
        break;
      case 'throw':
        this.thrown++;
        throw new Error('as planned');
      case 'subscribe':
        this.#subscribe({ stream: 'events$', which, reaction: 'nothing' });
        break;
      case 'write':
        this.#write('one', 'b');
        break;
      case 'narrow':
        this.#set$.next(['one']);
        break;
      case 'stop':
        reader.informer.stop();
        break;
    }
  }

  /** L1: after a quiet time everybody who is there knows what is on the server. */
  #verifyConverged(): void {
    for (const { stream, informer, isThere, believed } of this.#readers) {
      if (!isThere || informer.status.phase === 'stopped') continue;
      const isSome = informer === this.#informer('some');
      const namespaces = isSome ? this.#set$.value : NAMESPACES;
      const truth = namespaces
        .flatMap((namespace) => this.#server.store.list(core.configMaps, { namespace }).items)
        .map(({ metadata }) => `${metadata.namespace}/${metadata.name}@${metadata.resourceVersion}`)
        .sort()
        .join(' ');
      const cached = [...informer.snapshot].map(([key, { metadata }]) => `${key}@${metadata.resourceVersion}`);
      this.#check(cached.join(' ') === truth, `the snapshot is [${cached.join(' ')}], not [${truth}]`);
      if (stream === 'snapshot$' || stream === 'status$' || stream === 'handler') continue;
      const belief = [...believed].map(([key, version]) => `${key}@${version}`).sort();
      this.#check(belief.join(' ') === truth, `${stream} believes [${belief.join(' ')}], not [${truth}]`);
    }
  }

  #verifyNothingLeft(): void {
    this.#check(this.transport.open === 0, `${this.transport.open} requests or bodies are open`);
    this.#check(this.clock.actions.length === 0, `${this.clock.actions.length} timers are left`);
  }

  #check(holds: boolean, what: string): void {
    if (!holds) this.problems.push(what);
  }
}

let reported: unknown[];

beforeEach(() => {
  config.onUnhandledError = (error) => reported.push(error);
});

afterEach(() => {
  config.onUnhandledError = null;
});

it('L1 L3 L6 L9: whatever is done in whatever order, within callbacks too, on a server that answers at once, leaves nothing behind', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { maxLength: 30 }), fc.constantFrom(0, 2000), async (commands, keepAliveMs) => {
      reported = [];
      const life = new Life(keepAliveMs);
      await life.live(commands);
      if (life.thrown > 0) await new Promise<void>((resolve) => setTimeout(resolve));
      expect(life.problems).toEqual([]);
      expect(reported).toEqual(Array.from({ length: life.thrown }, () => new Error('as planned')));
    }),
    runs,
  );
});
