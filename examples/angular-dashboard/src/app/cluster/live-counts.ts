import { computed, Injectable, inject } from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { qualifiedNameOf } from 'rxinformer';
import { INFORMER_FACTORY } from 'rxinformer/angular';
import { Clock } from '../ui/clock';

/** How many objects there are of the kinds that are connected anyway, looked at each second: nothing is asked for to count it. */
@Injectable({ providedIn: 'root' })
export class LiveCounts {
  readonly #clock = inject(Clock);
  readonly #reports = toSignal(inject(INFORMER_FACTORY).status$, { initialValue: [] });
  /** By the id of a kind. */
  readonly byKind = computed(() => {
    this.#clock.now();
    const whole = this.#reports().filter(
      ({ status, informer: { scope } }) => status.phase === 'live' && scope.fieldSelector === undefined,
    );
    return new Map(whole.map(({ informer }) => [qualifiedNameOf(informer.resource), informer.snapshot.size]));
  });
}
