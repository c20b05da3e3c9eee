import { type Observable, Subscription } from 'rxjs';
import type { Informer } from '../informer/index.js';
import type { Failure, InformerStatus } from '../reflector/index.js';
import type { Commit } from '../store/index.js';
import { InformerError } from './informer-error.js';

/** What happens between a start and its stop. */
export interface SessionListener<T> {
  commit(commit: Commit<T, never>): void;
  connect(): void;
  error(error: unknown): void;
  /** The caller's own mistake, which waiting does not mend: the session is over. */
  refused(): void;
}

/** From `start()` to `stop()`. */
export class Session<T> {
  /**
   * Resolves when the list is in the cache, or when the watch stands again, or when it is told that this failed. What was missed before a watch
   * that goes on comes after that, as in client-node: nothing tells where it ends.
   */
  readonly started: Promise<void>;
  readonly #listener: SessionListener<T>;
  readonly #connection = new Subscription();
  readonly #resolve: () => void;
  readonly #reject: (error: unknown) => void;
  /** Whether `started` is settled. */
  #settled = false;
  /** Told last. */
  #failure: Failure | undefined;
  #live = false;
  /** Whether a list is in the cache from before. */
  #again = false;

  constructor(listener: SessionListener<T>) {
    this.#listener = listener;
    let settle: [() => void, (error: unknown) => void] = [() => {}, () => {}];
    this.started = new Promise((resolve, reject) => {
      settle = [resolve, reject];
    });
    [this.#resolve, this.#reject] = settle;
  }

  begin(engine$: Observable<Informer<T>>): void {
    this.#connection.add(
      engine$.subscribe({
        next: (engine) => this.#listen(engine),
        error: (error: unknown) => this.#refuse(error),
      }),
    );
  }

  /** Silent and final. */
  end(): void {
    this.#connection.unsubscribe();
    this.#settle();
  }

  /** Tells of something that is wrong and may go by. */
  fail(error: unknown): void {
    this.#listener.error(error);
    this.#settle();
  }

  #listen(engine: Informer<T>): void {
    this.#again = engine.status.synced;
    this.#connection.add(engine.changes$.subscribe((commit) => this.#listener.commit(commit)));
    // A callback may have stopped it meanwhile.
    if (!this.#connection.closed) this.#connection.add(engine.status$.subscribe((status) => this.#hear(status)));
  }

  #hear(status: InformerStatus): void {
    const isNews = status.failure !== this.#failure;
    this.#failure = status.failure;
    // Expired history is what client-node mends in silence, too. Not if it goes on: then something is wrong.
    const isRoutine = status.failure?.kind === 'expired' && status.attempt === 1;
    if (isNews && status.failure !== undefined && !isRoutine) this.fail(new InformerError(status.failure));
    if (this.#connection.closed) return;
    // A watch may be open before the list that it follows is published.
    const isLive = status.phase === 'live' && status.synced;
    const isConnected = isLive && !this.#live;
    this.#live = isLive;
    if (isConnected) this.#listener.connect();
    if (isLive || (status.synced && !this.#again)) this.#settle();
  }

  #refuse(error: unknown): void {
    this.#listener.refused();
    if (this.#settled) this.#listener.error(error);
    else this.#reject(error);
    this.#settled = true;
  }

  #settle(): void {
    this.#settled = true;
    this.#resolve();
  }
}
