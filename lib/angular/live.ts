import { computed, DestroyRef, effect, type Injector, type Signal, untracked } from '@angular/core';
import { takeUntilDestroyed } from '@angular/core/rxjs-interop';
import { EMPTY, Observable, switchMap } from 'rxjs';
import type { Informer } from '../informer/index.js';
import type { Commit } from '../store/index.js';
import type { Within } from './moment.js';

/**
 * What a function of signals gives, or a signal, as an Observable: now, at the subscription, and whenever it is another value. For the settings of
 * views, such as the text of a search.
 */
export type Live = <V>(read: () => V) => Observable<V>;

/** @param injector whose end ends it */
export function liveIn(injector: Injector, within: Within): Live {
  return (read) =>
    new Observable((subscriber) => {
      const value = computed(read);
      let told = untracked(value);
      within(() => subscriber.next(told));
      const watch = () => {
        const now = value();
        if (Object.is(now, told)) return;
        told = now;
        untracked(() => within(() => subscriber.next(now)));
      };
      // Also for one who subscribes from within an effect.
      const watching = untracked(() => effect(watch, { injector }));
      return () => watching.destroy();
    });
}

/** The commits of whatever informer it is now. */
export function commitsOf<T, I extends string>(
  informer: Signal<Informer<T, I> | undefined>,
  injector: Injector,
): Observable<Commit<T, I>> {
  return liveIn(injector, (work) => work())(informer).pipe(
    switchMap((now) => now?.changes$ ?? EMPTY),
    takeUntilDestroyed(injector.get(DestroyRef)),
  );
}
