import type { KubernetesObject } from '@kubernetes/client-node';
import { defer, map, type Observable, of, retry, type SchedulerLike, tap, throwError, timer } from 'rxjs';
import { createInformer, type Informer as Engine, type InformerOptions } from '../informer/index.js';
import type { Plain } from '../kubernetes/index.js';
import { backoffMs } from '../reflector/index.js';
import { Switchboard } from './callbacks.js';
import { ListFnError } from './engine.js';
import { Inbox } from './inbox.js';
import type {
  ADD,
  CHANGE,
  CONNECT,
  DELETE,
  ERROR,
  ErrorCallback,
  Informer,
  ObjectCache,
  ObjectCallback,
  UPDATE,
} from './names.js';
import { Session } from './session.js';

/** What a CompatInformer stands on. */
export interface Foundation<T> {
  /** How to list and watch. Asked at the first start, and again while it rejects with a ListFnError; anything else ends that start. */
  options(): Promise<InformerOptions<T>>;
  readonly scheduler: SchedulerLike;
  readonly random: () => number;
}

/** client-node's informer, by its interface and rules, over this project's. */
export class CompatInformer<T extends KubernetesObject> implements Informer<T>, ObjectCache<T> {
  readonly #foundation: Foundation<T>;
  readonly #callbacks = new Switchboard<T>();
  readonly #inbox = new Inbox<Plain<T>>(({ type, object }) => this.#callbacks.change(type, handedOut<T>(object)));
  #engine: Engine<Plain<T>> | undefined;
  /** While started. */
  #session: Session<Plain<T>> | undefined;

  constructor(foundation: Foundation<T>) {
    this.#foundation = foundation;
  }

  on(verb: ADD | UPDATE | DELETE | CHANGE, callback: ObjectCallback<T>): void;
  on(verb: ERROR | CONNECT, callback: ErrorCallback): void;
  on(verb: ADD | UPDATE | DELETE | CHANGE | ERROR | CONNECT, callback: ErrorCallback): void {
    this.#callbacks.on(verb, callback);
  }

  off(verb: ADD | UPDATE | DELETE | CHANGE, callback: ObjectCallback<T>): void;
  off(verb: ERROR | CONNECT, callback: ErrorCallback): void;
  off(verb: ADD | UPDATE | DELETE | CHANGE | ERROR | CONNECT, callback: ErrorCallback): void {
    this.#callbacks.off(verb, callback);
  }

  /** Starts, or, when it is started, says how that goes: never a second connection. */
  start(): Promise<void> {
    if (this.#session !== undefined) return this.#session.started;
    const session: Session<Plain<T>> = new Session({
      commit: (commit) => {
        this.#inbox.put(commit);
        this.#inbox.empty(() => this.#session !== undefined);
      },
      connect: () => this.#callbacks.connect(),
      error: (error) => this.#callbacks.error(error),
      refused: () => {
        this.#session = undefined;
      },
    });
    this.#session = session;
    session.begin(this.#engine$(session));
    return session.started;
  }

  async stop(): Promise<void> {
    const session = this.#session;
    this.#session = undefined;
    session?.end();
  }

  get(name: string, namespace?: string): T | undefined {
    if (`${name}`.includes('/')) return undefined;
    const object = this.#engine?.snapshot.get(namespace ? `${namespace}/${name}` : name);
    return object === undefined ? undefined : handedOut<T>(object);
  }

  /** An array of the caller's own, as in client-node. */
  list(namespace?: string): readonly T[] {
    return (this.#engine?.snapshot.list({ namespace }) ?? []).map((object) => handedOut<T>(object));
  }

  #engine$(session: Session<Plain<T>>): Observable<Engine<Plain<T>>> {
    if (this.#engine !== undefined) return of(this.#engine);
    const { scheduler, random } = this.#foundation;
    const delay = (error: unknown, attempt: number) => {
      if (!(error instanceof ListFnError)) return throwError(() => error);
      session.fail(error.cause);
      return timer(backoffMs(attempt, random()), scheduler);
    };
    return defer(() => this.#foundation.options()).pipe(
      retry({ delay }),
      map((options) => createInformer({ scheduler, random, ...options })),
      tap((engine) => {
        this.#engine = engine;
      }),
    );
  }
}

/** The door where a plain object gets client-node's type, which promises dates where there is text: so do the objects of its own watches. */
function handedOut<T>(object: Plain<T>): T {
  return object as unknown as T;
}
