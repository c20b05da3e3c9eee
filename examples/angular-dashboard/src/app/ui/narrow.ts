import { InjectionToken, type Signal } from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { fromEvent, map } from 'rxjs';

/** Whether the screen is as narrow as that of a telephone; the style sheet has the same width. */
export const NARROW = new InjectionToken<Signal<boolean>>('narrow', {
  factory: () => {
    const query = matchMedia('(max-width: 820px)');
    return toSignal(fromEvent(query, 'change').pipe(map(() => query.matches)), { initialValue: query.matches });
  },
});
