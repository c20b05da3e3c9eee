import type { Draft } from 'immer';
import { asyncScheduler, Observable, type SchedulerLike, type Subscriber, type Subscription } from 'rxjs';
import { DecodeError, type Encoding, jsonEncoding, TransformError, type WatchFrame } from '../codec/index.js';
import type { KubernetesObject, ListMeta, Plain, Resource } from '../kubernetes/index.js';
import { checkOptions } from './check-options.js';
import type { ListListener, ReflectorEvent } from './events.js';
import { Exchange, type ExchangeHandler } from './exchange.js';
import {
  type Attempt,
  decodeFailure,
  emptyWatchFailure,
  endlessListFailure,
  type Failure,
  hastyServerFailure,
  silentFailure,
  statusFailure,
  transformFailure,
  transportFailure,
} from './failure.js';
import {
  type Effect,
  type Input,
  initialState,
  type ListRequest,
  type Settings,
  type State,
  type WatchRequest,
} from './machine.js';
import { type CollectionOptions, Requests } from './requests.js';
import { type InformerStatus, isSameStatus } from './status.js';
import { statusOfState } from './status-of-state.js';
import { step } from './step.js';

/** Options of `reflector()`. */
export interface ReflectorOptions<K> extends CollectionOptions<K> {
  /**
   * Objects a page. Default: as client-go does it, 500 at first, and relists in one piece where the server's watch cache answers them.
   */
  readonly pageSize?: number | undefined;
  /** Whether objects keep `metadata.managedFields`. Default: `'drop'`; writing such an object back is safe. */
  readonly managedFields?: 'drop' | 'keep' | undefined;
  /** Changes each object (an immer draft) before it is frozen and emitted. An object for which it throws is left out and reported. */
  readonly transform?: ((draft: Draft<Plain<K>>) => void) | undefined;
  /** Freeze objects all the way down, so that writing to one throws (L11). Default: true. */
  readonly strict?: boolean | undefined;
  /** The newest known version of an object, whose unchanged parts its next version will share (L12). */
  readonly known?: ((key: string) => Plain<K> | undefined) | undefined;
  /**
   * Asked at each subscription: how far the collection is known already, and since when that is unwatched (epoch milliseconds). The session
   * then begins with a watch from there instead of a list.
   */
  readonly resume?: (() => { readonly resourceVersion: string; readonly staleSince: number } | undefined) | undefined;
  /**
   * After how many milliseconds without a byte a connection is replaced. Default: 60 s for a list; for a watch, 30 s after the end
   * that it was given (`timeoutSeconds`, 5 to 10 minutes), since a quiet server may say nothing until then.
   */
  readonly silenceDeadlineMs?: number | undefined;
  /** Told of a list while it arrives, so that work on its objects need not all be done at its end. */
  readonly listListener?: ListListener<Plain<K>> | undefined;
  /** Told of every change of status: `reflector()` itself never errors (L10). */
  readonly onStatus?: ((status: InformerStatus) => void) | undefined;
  /** For timers and the time. Default: RxJS's asyncScheduler. */
  readonly scheduler?: SchedulerLike | undefined;
  /** A number in [0, 1), for jitter. Default: Math.random. */
  readonly random?: (() => number) | undefined;
}

const LIST_SILENCE_MS = 60_000;
const WATCH_GRACE_MS = 30_000;
/** How many objects the list listener is told of at once. */
const LISTENED = 250;

/**
 * Lists and watches one collection, for ever: what client-go calls a Reflector. Cold: each subscription is a session of its own, and
 * unsubscribing ends it without a trace. It never errors and never completes; faults go to `onStatus`.
 *
 * @throws TypeError when an option is malformed
 * @example
 * reflector({ transport, resource: core.pods }).pipe(deltaFIFO({ knownObjects: indexer }), indexInto(indexer)).subscribe(…);
 */
export function reflector<K>(options: ReflectorOptions<K>): Observable<ReflectorEvent<Plain<K>>> {
  checkOptions(options);
  const requests = new Requests(options);
  return new Observable((subscriber) => {
    const session = new Session(options, requests, subscriber);
    subscriber.add(() => session.stop());
    session.start();
  });
}

/** What a server sends for a model: typed by the caller, with the parts of every object that are relied on here. */
type ObjectOf<K> = Plain<K> & KubernetesObject;

/** The shell around `step`: it performs effects and reports what happens. It decides nothing. */
class Session<K> {
  readonly #options: ReflectorOptions<K>;
  readonly #requests: Requests<K>;
  readonly #subscriber: Subscriber<ReflectorEvent<Plain<K>>>;
  readonly #scheduler: SchedulerLike;
  readonly #random: () => number;
  readonly #encoding: Encoding<ObjectOf<K>>;
  readonly #settings: Settings;
  #state: State;
  /** What was reported last. */
  #status: InformerStatus | undefined;
  /** Inputs that came while another was being worked on: a transport may answer inside `subscribe`. */
  readonly #inputs: { readonly input: Input<ObjectOf<K>>; readonly from: Exchange<unknown> | undefined }[] = [];
  #busy = false;
  #exchange: Exchange<unknown> | undefined;
  #timer: Subscription | undefined;
  #collected: ObjectOf<K>[] = [];
  /** Those of them that the list listener has not been told of. */
  #untold: ObjectOf<K>[] = [];

  constructor(options: ReflectorOptions<K>, requests: Requests<K>, subscriber: Subscriber<ReflectorEvent<Plain<K>>>) {
    this.#options = options;
    this.#requests = requests;
    this.#subscriber = subscriber;
    this.#scheduler = options.scheduler ?? asyncScheduler;
    this.#random = options.random ?? Math.random;
    this.#encoding = jsonEncoding<ObjectOf<K>>({
      managedFields: options.managedFields ?? 'drop',
      strict: options.strict ?? true,
      // A draft of what the wire promises: the same promise by which decoded objects have their type.
      transform: options.transform as ((draft: unknown) => void) | undefined,
      known: options.known,
      typeMeta: typeMetaOf(options.resource),
    });
    const watching = requests.attempt('watch');
    this.#settings = {
      pageSize: options.pageSize,
      emptyWatch: emptyWatchFailure(watching),
      hastyServer: hastyServerFailure(watching),
      endlessList: endlessListFailure(requests.attempt('list')),
    };
    this.#state = initialState(this.#scheduler.now(), options.resume?.());
  }

  start(): void {
    this.#dispatch({ type: 'start' });
  }

  stop(): void {
    this.#inputs.length = 0;
    this.#dispatch({ type: 'stop' });
  }

  /** Inputs of an exchange that was given up, in the same chunk or the same call, belong to no session any more (L17). */
  #dispatch(input: Input<ObjectOf<K>>, from?: Exchange<unknown>): void {
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

  #work(input: Input<ObjectOf<K>>): void {
    const moment = { now: this.#scheduler.now(), random: this.#random() };
    const { state, effects } = step(this.#state, input, moment, this.#settings);
    this.#state = state;
    for (const effect of effects) {
      // A subscriber that leaves while it is told something wants no further request (L9).
      if (this.#subscriber.closed && effect.type !== 'close') continue;
      this.#perform(effect);
    }
    if (input.type !== 'event' && input.type !== 'stop') this.#report(statusOfState(state));
  }

  #report(status: InformerStatus): void {
    if (this.#status !== undefined && isSameStatus(status, this.#status)) return;
    this.#status = status;
    this.#options.onStatus?.(status);
  }

  #perform(effect: Effect<ObjectOf<K>>): void {
    switch (effect.type) {
      case 'list':
        this.#list(effect.request);
        break;
      case 'watch':
        this.#watch(effect.request);
        break;
      case 'wait':
        this.#timer = this.#scheduler.schedule(() => this.#dispatch({ type: 'timer' }), effect.ms);
        break;
      case 'discard':
        this.#collected = [];
        this.#untold = [];
        this.#options.listListener?.discarded();
        break;
      case 'replace': {
        if (this.#untold.length > 0) this.#tellCollected();
        const objects = this.#collected;
        this.#collected = [];
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
    this.#timer?.unsubscribe();
    this.#timer = undefined;
  }

  #list(request: ListRequest): void {
    const attempt = this.#requests.attempt('list');
    let count = 0;
    let defect: Failure | undefined;
    const decoder = this.#encoding.list({
      object: (object) => {
        this.#collect(object);
        count++;
      },
      refused: (error) => {
        defect = garbledFailure(error, attempt);
      },
    });
    const exchange = this.#exchangeFor<ListMeta>(attempt, LIST_SILENCE_MS, (meta) => ({
      type: 'page',
      meta,
      count,
      defect,
    }));
    exchange.start(this.#options.transport, this.#requests.list(request, this.#encoding.accept), decoder);
  }

  #collect(object: ObjectOf<K>): void {
    this.#collected.push(object);
    if (this.#options.listListener !== undefined && this.#untold.push(object) >= LISTENED) this.#tellCollected();
  }

  #tellCollected(): void {
    this.#options.listListener?.collected(this.#untold);
    this.#untold = [];
  }

  #watch(request: WatchRequest): void {
    const attempt = this.#requests.attempt('watch');
    const silenceMs = request.timeoutSeconds * 1000 + WATCH_GRACE_MS;
    const exchange = this.#exchangeFor<void>(attempt, silenceMs, () => ({ type: 'ended' }));
    const decoder = this.#encoding.watch((frame) => this.#dispatch(inputOf(frame, attempt), exchange));
    exchange.start(this.#options.transport, this.#requests.watch(request, this.#encoding.accept), decoder);
  }

  /** A new exchange in the place of the one before, whose every word becomes an input. */
  #exchangeFor<R>(attempt: Attempt, silenceMs: number, ended: (result: R) => Input<ObjectOf<K>>): Exchange<R> {
    this.#close();
    const say = (input: Input<ObjectOf<K>>) => this.#dispatch(input, exchange);
    const handler: ExchangeHandler<R> = {
      opened: () => say({ type: 'opened' }),
      ended: (result) => say(ended(result)),
      refused: (status, retryAfterMs) =>
        say({ type: 'refused', status, failure: statusFailure(status, attempt), retryAfterMs }),
      broken: (error) => say({ type: 'broken', failure: transportFailure(error, attempt) }),
      silent: (ms) => say({ type: 'silent', failure: silentFailure(ms, attempt) }),
      garbled: (error) => say({ type: 'garbled', failure: garbledFailure(error, attempt) }),
    };
    const exchange = new Exchange<R>(handler, this.#scheduler, this.#options.silenceDeadlineMs ?? silenceMs);
    this.#exchange = exchange;
    return exchange;
  }
}

function typeMetaOf({ group, version, kind }: Resource<unknown>) {
  return kind === '' ? undefined : { apiVersion: group === '' ? version : `${group}/${version}`, kind };
}

function inputOf<T extends KubernetesObject>(frame: WatchFrame<T>, attempt: Attempt): Input<T> {
  switch (frame.type) {
    case 'ADDED':
      return eventInput('added', frame.object);
    case 'MODIFIED':
      return eventInput('modified', frame.object);
    case 'DELETED':
      return eventInput('deleted', frame.object);
    case 'BOOKMARK': {
      const { resourceVersion } = frame;
      return { type: 'event', event: { type: 'bookmark', resourceVersion }, resourceVersion };
    }
    case 'ERROR': {
      const { status } = frame;
      const seconds = status.details?.retryAfterSeconds;
      const retryAfterMs = seconds === undefined ? undefined : seconds * 1000;
      return { type: 'refused', status, failure: statusFailure(status, attempt), retryAfterMs };
    }
  }
}

function eventInput<T extends KubernetesObject>(type: 'added' | 'modified' | 'deleted', object: T): Input<T> {
  return { type: 'event', event: { type, object }, resourceVersion: object.metadata?.resourceVersion ?? '' };
}

function garbledFailure(error: unknown, attempt: Attempt): Failure {
  if (error instanceof TransformError) return transformFailure(error, attempt);
  return decodeFailure(
    error instanceof DecodeError ? error : new DecodeError(String(error), { cause: error }),
    attempt,
  );
}
