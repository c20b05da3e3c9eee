import { type ErrorHandler, type Injector, type Signal, signal, type WritableSignal } from '@angular/core';
import { defer, type Observable, type SchedulerLike, type Subscription } from 'rxjs';
import type { Commit } from '../store/index.js';
import { coalesce } from '../views/index.js';
import { type Live, liveIn } from './live.js';
import { Moment } from './moment.js';
import { hasFrames, OnceAFrame } from './once-a-frame.js';

/** Makes something of the commits of an informer: a view, or a state. */
export type Viewing<T, I extends string, V> = (commits$: Observable<Commit<T, I>>, live: Live) => Observable<V>;

/** What a view works with. */
export interface Surroundings {
  readonly injector: Injector;
  readonly errors: ErrorHandler;
  /** Where there are no animation frames. */
  readonly scheduler: SchedulerLike | undefined;
  /** Whether commits are merged to one a frame before anything is computed of them: what nobody sees costs nothing. */
  readonly isMerged: boolean;
}

/** What is made of the commits of one informer, as a signal. */
export class ViewFeed<T, I extends string, V> {
  readonly #changes$: Observable<Commit<T, I>>;
  readonly #viewing: Viewing<T, I, V>;
  readonly #value: WritableSignal<{ readonly value: V } | undefined> = signal(undefined);
  readonly #error = signal<unknown>(undefined);

  constructor(changes$: Observable<Commit<T, I>>, viewing: Viewing<T, I, V>) {
    this.#changes$ = changes$;
    this.#viewing = viewing;
  }

  /** The newest; undefined before the first. */
  get value(): Signal<{ readonly value: V } | undefined> {
    return this.#value;
  }

  get error(): Signal<unknown> {
    return this.#error;
  }

  connect({ injector, errors, scheduler, isMerged }: Surroundings): Subscription {
    const moment = new Moment();
    let newest: { readonly value: V } | undefined;
    const frame = new OnceAFrame(() => this.#value.set(newest), scheduler);
    const merged = coalesce<T, I>('frame', hasFrames() ? undefined : scheduler);
    const commits$ = isMerged ? moment.of(this.#changes$.pipe(merged)) : this.#changes$;
    const subscription = defer(() => this.#viewing(commits$, liveIn(injector, moment.within))).subscribe({
      next: (value) => {
        const isFirst = newest === undefined;
        newest = { value };
        if (isFirst || moment.isNow) frame.now();
        else frame.soon();
      },
      error: (error) => {
        frame.now();
        this.#error.set(error);
        errors.handleError(error);
      },
    });
    subscription.add(() => frame.cancel());
    return subscription;
  }
}
