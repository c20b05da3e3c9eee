import { type Observable, type SchedulerLike, Subscription } from 'rxjs';
import type { Informer } from '../../informer/index.js';
import { makeStatus } from '../../kubernetes/index.js';
import type { Failure, InformerStatus } from '../../reflector/index.js';
import type { Commit } from '../../store/index.js';
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
  #holds = 0;
  #grace: Subscription | undefined;
  #connection: Subscription | undefined;
  /** Whether it is known, since it was connected, how the way to the cluster is. */
  #settled = false;
  #trouble: string | undefined;

  constructor(informer: Informer<unknown, string>, { scheduler, waitMs, keepAliveMs }: UpstreamOptions) {
    this.#informer = informer;
    this.#scheduler = scheduler;
    this.#waitMs = waitMs;
    this.#keepAliveMs = keepAliveMs;
  }

  /** As the bookmarks' annotation tells it; undefined: all is well, or nothing is known. */
  get trouble(): string | undefined {
    return this.#trouble;
  }

  get status(): InformerStatus {
    return this.#informer.status;
  }

  listen(listener: UpstreamListener): void {
    this.#listeners.add(listener);
  }

  /** Connects, until some time after the returned function is called. */
  hold(): () => void {
    this.#holds++;
    this.#grace?.unsubscribe();
    this.#grace = undefined;
    if (this.#connection === undefined) this.#connect();
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#holds--;
      if (this.#holds === 0) this.#leave();
    };
  }

  /**
   * Waits until something can be shown that is of now, or is known not to be. Undefined: there is no need to.
   *
   * @throws ApiError 503 when that cannot be, or takes too long; a promise rejects with it
   */
  servable(): Promise<void> | undefined {
    const { synced, failure } = this.status;
    if (synced && this.#settled) return undefined;
    if (failure !== undefined && REFUSED.has(failure.kind)) throw this.#unavailable();
    return this.until(() => {
      const now = this.status;
      if (now.failure !== undefined && REFUSED.has(now.failure.kind) && !now.synced) throw this.#unavailable();
      return now.synced && this.#settled;
    }, this.#waitMs).then((isSo) => {
      // What was once complete is shown, as old as it is: the client is told that it is.
      if (!isSo && !this.status.synced) throw this.#unavailable();
    });
  }

  /** Waits until a condition is true, which is looked at whenever something comes; false when it takes too long. */
  until(isSo: () => boolean, waitMs: number): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const waiting = new Subscription();
      const look = () => {
        try {
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
    this.#subscribe(connection, this.#informer.changes$, (commit) => {
      for (const listener of this.#listeners) listener.commit(commit);
    });
    this.#subscribe(connection, this.#informer.status$, (status) => this.#hear(status));
  }

  #subscribe<V>(connection: Subscription, stream$: Observable<V>, next: (value: V) => void): void {
    connection.add(
      stream$.subscribe((value) => {
        if (connection.closed) return;
        next(value);
        for (const look of [...this.#waiting]) look();
      }),
    );
  }

  #leave(): void {
    if (this.#connection === undefined) return;
    if (this.#keepAliveMs === 0) this.disconnect();
    else this.#grace = this.#scheduler.schedule(() => this.disconnect(), this.#keepAliveMs);
  }

  /** At once, whoever needs it. */
  disconnect(): void {
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
    if (trouble === this.#trouble) return;
    this.#trouble = trouble;
    for (const listener of this.#listeners) listener.trouble();
  }

  #unavailable(): ApiError {
    const { failure, phase } = this.status;
    const what = `the relay does not hold ${this.#informer.name} yet`;
    const said = failure === undefined ? ` (the informer is ${phase})` : `: ${failure.message}. ${failure.advice}`;
    return new ApiError(
      makeStatus(503, 'ServiceUnavailable', `${what}${said}`, {
        retryAfterSeconds: RETRY_AFTER,
      }),
    );
  }
}

function troubleOf({ phase, staleSince, failure }: InformerStatus): string | undefined {
  if (phase === 'live' || staleSince === undefined || failure === undefined) return undefined;
  const { kind, message, advice } = failure;
  return JSON.stringify({ staleSince, failure: { kind, message, advice } });
}
