import { asyncScheduler, type Subscriber, type Subscription } from 'rxjs';
import { type Commons, type DecodeError, type Encoding, fieldTree, jsonEncoding } from '../codec/index.js';
import type { KubernetesObject, ListMeta, Plain, Resource } from '../kubernetes/index.js';
import type { Attempt } from './attempt.js';
import type { SharedBudget } from './budget.js';
import { Collection } from './collection.js';
import type { ReflectorEvent } from './events.js';
import { Exchange, type ExchangeHandler } from './exchange.js';
import {
  decodeFailure,
  emptyWatchFailure,
  endlessListFailure,
  type Failure,
  hastyServerFailure,
  silentFailure,
  sleptFailure,
  statusFailure,
  tooOftenFailure,
  transformFailure,
  transportFailure,
  unversionedFailure,
  wentBackFailure,
} from './failure.js';
import { initialState } from './initial-state.js';
import { garbledFailure, inputOf, troubleIn } from './inputs.js';
import type { Effect, Input, Known, ListRequest, Settings, State, WatchRequest } from './machine.js';
import type { SessionOptions } from './options.js';
import type { Requests } from './requests.js';
import { ServerMemory } from './server-memory.js';
import { type InformerStatus, isSameStatus } from './status.js';
import { statusOfState } from './status-of-state.js';
import { SteadyClock } from './steady-clock.js';
import { step } from './step.js';
import { inputOfSurrounding, type SurroundingInput } from './surrounded.js';
import { checkSurrounding, type Surrounding } from './surroundings.js';

/** What a server sends for a model: typed by the caller, with the parts of every object that are relied on here. */
type ObjectOf<K> = Plain<K> & KubernetesObject;

type AnyInput<T> = Input<T> | SurroundingInput;

/** The shell around `step`: it performs effects and reports what happens. It decides nothing. */
export class Session<K> {
  readonly #options: SessionOptions<K>;
  readonly #requests: Requests<K>;
  readonly #subscriber: Subscriber<ReflectorEvent<Plain<K>>>;
  readonly #scheduler: SteadyClock;
  readonly #random: () => number;
  readonly #encoding: Encoding<ObjectOf<K>>;
  readonly #settings: Settings;
  /** What this session and those before it have asked for. */
  readonly #budget: SharedBudget | undefined;
  readonly #listing: Attempt;
  readonly #watching: Attempt;
  #state: State;
  /** What was reported last. */
  #status: InformerStatus | undefined;
  /** Inputs that came while another was being worked on: a transport may answer inside `subscribe`. */
  readonly #inputs: { readonly input: AnyInput<ObjectOf<K>>; readonly from: Exchange<unknown> | undefined }[] = [];
  #busy = false;
  #exchange: Exchange<unknown> | undefined;
  #timer: Subscription | undefined;
  readonly #collection: Collection<ObjectOf<K>>;
  /** What all reflectors on this transport know of the server. */
  readonly #server: ServerMemory;
  readonly #known: Known;

  constructor(
    options: SessionOptions<K>,
    requests: Requests<K>,
    subscriber: Subscriber<ReflectorEvent<Plain<K>>>,
    commons: Commons,
    budget?: SharedBudget,
  ) {
    this.#options = options;
    this.#requests = requests;
    this.#subscriber = subscriber;
    this.#scheduler = new SteadyClock(options.scheduler ?? asyncScheduler);
    this.#random = options.random ?? Math.random;
    this.#encoding = jsonEncoding<ObjectOf<K>>({
      managedFields: options.managedFields ?? 'drop',
      strict: options.strict ?? true,
      // A draft of what the wire promises: the same promise by which decoded objects have their type.
      transform: options.transform as ((draft: unknown) => void) | undefined,
      known: options.known,
      commons,
      fields: options.fields === undefined ? undefined : fieldTree(options.fields),
      metadataOnly: options.metadataOnly,
      typeMeta: typeMetaOf(options.resource),
    });
    this.#collection = new Collection<ObjectOf<K>>(options.listListener);
    this.#server = ServerMemory.of(options.transport);
    this.#known = this.#server.seenBy(this, options.resource, () => this.#scheduler.now());
    this.#listing = requests.attempt('list');
    this.#watching = requests.attempt('watch');
    this.#settings = {
      pageSize: options.pageSize,
      watchList: options.watchList ?? 'auto',
      silenceDeadlineMs: options.silenceDeadlineMs,
      emptyWatch: emptyWatchFailure(this.#watching),
      hastyServer: (budget === undefined ? hastyServerFailure : tooOftenFailure)(this.#watching),
      endlessList: endlessListFailure(this.#listing),
      unversioned: unversionedFailure(this.#listing),
      wentBack: (from, to) => wentBackFailure(from, to, this.#watching),
    };
    this.#budget = budget;
    const now = this.#scheduler.now();
    this.#state = initialState(now, options.resume?.(), budget?.begin(now));
  }

  /** What is being done, for messages. */
  get #attempt(): Attempt {
    return this.#state.at === 'watching' ? this.#watching : this.#listing;
  }

  start(): void {
    this.#dispatch({ type: 'start' });
  }

  /** The user does not want to wait. */
  retryNow(): void {
    this.#dispatch({ type: 'retryNow' });
  }

  /** What the browser says of the page. */
  surrounded(word: Surrounding): void {
    checkSurrounding(word);
    const input = inputOfSurrounding(word, this.#attempt);
    if (input !== undefined) this.#dispatch(input);
  }

  stop(): void {
    this.#inputs.length = 0;
    this.#server.leave(this);
    this.#dispatch({ type: 'stop' });
  }

  /** Inputs of an exchange that was given up, in the same chunk or the same call, belong to no session any more (L17). */
  #dispatch(input: AnyInput<ObjectOf<K>>, from?: Exchange<unknown>): void {
    this.#inputs.push({ input, from });
    if (this.#busy) return;
    this.#busy = true;
    try {
      for (let next = this.#inputs.shift(); next !== undefined; next = this.#inputs.shift()) {
        if (next.from === undefined || next.from === this.#exchange) this.#work(next.input);
      }
    } finally {
      this.#busy = false;
    }
  }

  #work(input: AnyInput<ObjectOf<K>>): void {
    const now = this.#scheduler.now();
    const moment = { now, random: this.#random(), server: this.#known };
    const { state, effects } = step(this.#state, input, moment, this.#settings);
    const worthAWord = isNews(this.#state, input, state);
    this.#state = state;
    this.#budget?.keep(state.memory.budget);
    for (const effect of effects) {
      // A subscriber that leaves while it is told something wants no further request (L9).
      if (this.#subscriber.closed && effect.type !== 'close') continue;
      this.#perform(effect);
    }
    if (worthAWord) this.#report(statusOfState(state, (time) => this.#scheduler.timeOfDay(time)));
    if (input.type === 'opened' || input.type === 'refused') this.#server.reached(this);
    if (input.type === 'opened' && this.#exchange !== undefined) this.#server.connected(this);
  }

  #report(status: InformerStatus): void {
    if (this.#status !== undefined && isSameStatus(status, this.#status)) return;
    this.#status = status;
    this.#options.onStatus?.(status);
  }

  #perform(effect: Effect<ObjectOf<K>>): void {
    switch (effect.type) {
      case 'list':
        this.#list(effect.request, effect.silenceMs);
        break;
      case 'watch':
        this.#watch(effect.request, effect.silenceMs);
        break;
      case 'allow':
        this.#exchange?.allow(effect.silenceMs);
        break;
      case 'look':
        this.#exchange?.look();
        break;
      case 'wait':
        this.#timer = this.#scheduler.schedule(() => this.#dispatch({ type: 'timer' }), effect.ms);
        break;
      case 'discard':
        this.#collection.discard();
        break;
      case 'collect':
        this.#collection.apply(effect.event);
        break;
      case 'learnStreaming':
        this.#server.learnStreaming(this.#options.resource, effect.streaming, this.#scheduler.now());
        break;
      case 'learnBookmarks':
        this.#server.learnBookmarks(this.#options.resource, effect.bookmarks, this.#scheduler.now());
        break;
      case 'unreachable':
        this.#server.unreachable(this, () => this.#dispatch({ type: 'reachable' }));
        break;
      case 'replace': {
        const objects = this.#collection.take();
        this.#subscriber.next({ type: 'replace', objects, resourceVersion: effect.resourceVersion });
        break;
      }
      case 'emit':
        this.#subscriber.next(effect.event);
        break;
      case 'close':
        this.#close();
        break;
    }
  }

  #close(): void {
    this.#exchange?.close();
    this.#exchange = undefined;
    this.#server.disconnected(this);
    this.#timer?.unsubscribe();
    this.#timer = undefined;
  }

  #list(request: ListRequest, silenceMs: number): void {
    let count = 0;
    let defect: Failure | undefined;
    const decoder = this.#encoding.list({
      object: (object) => {
        this.#collection.add(object);
        count++;
      },
      refused: (error) => {
        defect = garbledFailure(error, this.#attempt);
      },
    });
    const exchange = this.#exchangeFor<ListMeta>(silenceMs, (meta) => ({
      type: 'page',
      meta,
      count,
      defect,
    }));
    exchange.start(this.#options.transport, this.#requests.list(request, this.#encoding.accept.list), decoder);
  }

  #watch(request: WatchRequest, silenceMs: number): void {
    const exchange = this.#exchangeFor<DecodeError | undefined>(silenceMs, (leftover) => ({
      type: 'ended',
      leftover: leftover === undefined ? undefined : decodeFailure(leftover, this.#attempt),
    }));
    const decoder = this.#encoding.watch({
      frame: (frame) => this.#dispatch(inputOf(frame, this.#attempt, this.#scheduler), exchange),
      refused: (error) => this.#dispatch({ type: 'unfit', failure: transformFailure(error, this.#attempt) }, exchange),
    });
    exchange.start(this.#options.transport, this.#requests.watch(request, this.#encoding.accept.watch), decoder);
  }

  /** A new exchange in the place of the one before, whose every word becomes an input. */
  #exchangeFor<R>(silenceMs: number, ended: (result: R) => Input<ObjectOf<K>>): Exchange<R> {
    this.#close();
    const say = (input: Input<ObjectOf<K>>) => this.#dispatch(input, exchange);
    const before = (ms: number) => this.#scheduler.now() - ms;
    const handler: ExchangeHandler<R> = {
      opened: (headers) => say({ type: 'opened', upstream: troubleIn(headers, this.#attempt, this.#scheduler) }),
      ended: (result) => say(ended(result)),
      refused: (status, retryAfterMs) =>
        say({ type: 'refused', status, failure: statusFailure(status, this.#attempt), retryAfterMs }),
      broken: (error) => say({ type: 'broken', failure: transportFailure(error, this.#attempt) }),
      silent: (ms) => say({ type: 'silent', failure: silentFailure(ms, this.#attempt), since: before(ms) }),
      woke: (ms) => say({ type: 'woke', failure: sleptFailure(ms, this.#attempt), since: before(ms) }),
      garbled: (error) => say({ type: 'garbled', failure: garbledFailure(error, this.#attempt) }),
    };
    const exchange = new Exchange<R>(handler, this.#scheduler, silenceMs);
    this.#exchange = exchange;
    return exchange;
  }
}

function typeMetaOf({ group, version, kind }: Resource<unknown>) {
  return kind === '' ? undefined : { apiVersion: group === '' ? version : `${group}/${version}`, kind };
}

/** A streamed list tells how far it is once for so many objects. */
const PROGRESS = 500;

/**
 * Whether a step may have changed the status: no event of a watch does, of which there may be thousands a second, unless it tells of a
 * relay's own connection.
 */
function isNews(before: State, { type }: AnyInput<unknown>, after: State): boolean {
  if (type === 'stop') return false;
  if (type !== 'event' || before.at !== after.at || before.memory.failure !== after.memory.failure) return true;
  return after.at === 'streaming' && after.received > 0 && after.received % PROGRESS === 0;
}
