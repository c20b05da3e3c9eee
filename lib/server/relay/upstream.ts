import { type SchedulerLike, Subscription } from 'rxjs';
import type { Informer } from '../../informer/index.js';
import { makeStatus } from '../../kubernetes/index.js';
import { encodeUpstream, encodeUpstreamHeader, type Failure, type InformerStatus } from '../../reflector/index.js';
import type { Commit, Snapshot } from '../../store/index.js';
import { ApiError } from '../store/api-error.js';

/** How an informer is connected. */
export interface UpstreamOptions {
  readonly scheduler: SchedulerLike;
  /** Milliseconds that a request waits for a first complete list. */
  readonly waitMs: number;
  /** Milliseconds that it stays connected when nobody needs it any more. */
  readonly keepAliveMs: number;
}

/** Who hears what an informer does while it is connected. */
export interface UpstreamListener {
  commit(commit: Commit<unknown>): void;
  /** There will be no other. */
  end(error: ApiError): void;
  /** What is wrong with the way to the cluster changed. */
  trouble(): void;
}

/** What the server refuses for good: waiting alone does not mend it. */
const REFUSED: ReadonlySet<Failure['kind']> = new Set<Failure['kind']>(['unauthorized', 'forbidden', 'notFound']);

/** Seconds after which a client may ask again for what is not there yet. */
const RETRY_AFTER = 5;

/** One informer, connected as long as somebody needs it, through the streams that everybody has. */
export class Upstream {
  readonly #informer: Informer<unknown, string>;
  readonly #scheduler: SchedulerLike;
  readonly #waitMs: number;
  readonly #keepAliveMs: number;
  readonly #listeners = new Set<UpstreamListener>();
  readonly #waiting = new Set<() => void>();
  #stopped = false;
  #held = 0;
  #grace: Subscription | undefined;
  #connection: Subscription | undefined;
  /** Whether it is known, since it was connected, how the way to the cluster is. */
  #settled = false;
  #trouble: Trouble | undefined;

  constructor(informer: Informer<unknown, string>, { scheduler, waitMs, keepAliveMs }: UpstreamOptions) {
    this.#informer = informer;
    this.#scheduler = scheduler;
    this.#waitMs = waitMs;
    this.#keepAliveMs = keepAliveMs;
  }

  /** As the bookmarks' annotation tells it; undefined: all is well, or nothing is known. */
  get trouble(): string | undefined {
    return this.#trouble?.annotation;
  }

  /** The same for people. */
  get warning(): string | undefined {
    return this.#trouble?.warning;
  }

  /** The same as the value of a header, for informers. */
  get header(): string | undefined {
    return this.#trouble?.header;
  }

  get status(): InformerStatus {
    return this.#informer.status;
  }

  /** How far a namespace is known by itself. */
  versionOf(namespace: string): string {
    return this.#informer.resourceVersionOf(namespace);
  }

  /** Gives what is held already, where the listener will not be told: the informer is connected, and has told the others. */
  listen(listener: UpstreamListener): Snapshot<unknown> | undefined {
    this.#listeners.add(listener);
    return this.#connection !== undefined && this.status.synced ? this.#informer.snapshot : undefined;
  }

  /** Connects, until some time after the returned function is called. */
  hold(): () => void {
    this.#held++;
    this.#grace?.unsubscribe();
    this.#grace = undefined;
    if (this.#connection === undefined && !this.#stopped) this.#connect();
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#held--;
      if (this.#held === 0) this.#leave();
    };
  }

  /**
   * Waits until something can be shown that is of now, or is known not to be. Undefined: there is no need to.
   *
   * @param part one of several namespaces; undefined: all that there is
   * @throws ApiError 503 when that cannot be, or takes too long; a promise rejects with it
   */
  servable(part: string | undefined): Promise<void> | undefined {
    if (this.#stopped) throw relayStopped();
    const isSettled = () => {
      const isHeld = this.#holds(part);
      if (!isHeld && this.#isHopeless(part)) throw this.#unavailable();
      return isHeld && this.#settled;
    };
    if (isSettled()) return undefined;
    return this.until(isSettled, this.#waitMs).then(() => {
      // What was once complete is shown, as old as it is: the client is told that it is.
      if (!this.#holds(part)) throw this.#unavailable();
    });
  }

  #holds(part: string | undefined): boolean {
    const { phase, synced } = this.status;
    return synced && phase !== 'stopped' && (part === undefined || this.#informer.isListed(part));
  }

  #isHopeless(part: string | undefined): boolean {
    const { phase, failure, synced } = this.status;
    // Before all have been tried, another namespace may be what is refused.
    if (part !== undefined && !synced && phase !== 'stopped') return false;
    return phase === 'stopped' || (failure !== undefined && REFUSED.has(failure.kind));
  }

  /** Waits until a condition is true, which is looked at whenever something comes; false when it takes too long. */
  until(isSo: () => boolean, waitMs: number): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const waiting = new Subscription();
      const look = () => {
        try {
          if (this.#stopped) throw relayStopped();
          if (isSo()) done(true);
        } catch (error) {
          waiting.unsubscribe();
          reject(error);
        }
      };
      const done = (value: boolean) => {
        waiting.unsubscribe();
        resolve(value);
      };
      this.#waiting.add(look);
      waiting.add(() => this.#waiting.delete(look));
      waiting.add(this.#scheduler.schedule(() => done(false), waitMs));
    });
  }

  #connect(): void {
    const connection = new Subscription();
    this.#connection = connection;
    const next = (commit: Commit<unknown>) => this.#tell((listener) => listener.commit(commit));
    const complete = () => this.#tell((listener) => listener.end(this.#unavailable()));
    connection.add(this.#informer.changes$.subscribe({ next, complete }));
    if (!connection.closed) connection.add(this.#informer.status$.subscribe((status) => this.#hear(status)));
  }

  #tell(word: (listener: UpstreamListener) => void): void {
    for (const listener of this.#listeners) word(listener);
    for (const look of [...this.#waiting]) look();
  }

  #leave(): void {
    if (this.#connection === undefined) return;
    if (this.#keepAliveMs === 0) this.#disconnect();
    else this.#grace = this.#scheduler.schedule(() => this.#disconnect(), this.#keepAliveMs);
  }

  /** For good: whoever waits is refused, and whoever comes. */
  stop(): void {
    this.#stopped = true;
    this.#disconnect();
    this.#tell(() => {});
  }

  #disconnect(): void {
    this.#grace?.unsubscribe();
    this.#grace = undefined;
    this.#connection?.unsubscribe();
    this.#connection = undefined;
    this.#settled = false;
    this.#trouble = undefined;
  }

  #hear(status: InformerStatus): void {
    const { phase, failure } = status;
    if (phase === 'live' || phase === 'retrying' || phase === 'stopped' || failure !== undefined) this.#settled = true;
    const trouble = troubleOf(status);
    const isNews = trouble?.annotation !== this.#trouble?.annotation;
    this.#trouble = trouble;
    this.#tell((listener) => isNews && listener.trouble());
  }

  #unavailable(): ApiError {
    const { failure, phase } = this.status;
    const what = `the relay does not hold ${this.#informer.name}${phase === 'stopped' ? ' any more' : ' yet'}`;
    const said = failure === undefined ? ` (the informer is ${phase})` : `: ${failure.message}. ${failure.advice}`;
    return new ApiError(
      makeStatus(503, 'ServiceUnavailable', `${what}${said}`, {
        retryAfterSeconds: RETRY_AFTER,
      }),
    );
  }
}

function relayStopped(): ApiError {
  return new ApiError(makeStatus(503, 'ServiceUnavailable', 'this relay was stopped'));
}

/** What is wrong with the way to the cluster, as its clients are told. */
interface Trouble {
  /** For bookmarks, as JSON. */
  readonly annotation: string;
  /** For people. */
  readonly warning: string;
  /** For informers, at the head of an answer. */
  readonly header: string;
}

function troubleOf({ phase, staleSince, failure }: InformerStatus): Trouble | undefined {
  if (phase === 'live' || staleSince === undefined || failure === undefined) return undefined;
  return {
    annotation: encodeUpstream({ staleSince, failure }),
    header: encodeUpstreamHeader({ staleSince, failure }),
    warning: `this is of ${new Date(staleSince).toISOString()}: ${failure.message}`,
  };
}
