import { ChangeDetectionStrategy, Component, computed, inject, input, output } from '@angular/core';
import { toObservable, toSignal } from '@angular/core/rxjs-interop';
import type { Informer } from 'rxinformer';
import { switchMap } from 'rxjs';
import type { Kind, Row } from '../kinds';
import { duration } from '../ui/duration';
import { StatusMark } from '../ui/status-mark';
import { layersOf, spanOf } from './chart-paths';
import { History } from './history';
import { statusCounts } from './status-counts';

/** A kind, and the informer that the table is of. */
export interface Source {
  readonly kind: Kind;
  readonly informer: Informer<Row>;
}

/** How the objects are, and were: a chip for each status, which filters by it, and the last minutes as stacked areas. */
@Component({
  selector: 'app-overview',
  templateUrl: './overview.html',
  imports: [StatusMark],
  host: { class: 'overview', 'data-testid': 'overview' },
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class Overview {
  readonly source = input.required<Source>();
  readonly chosen = input.required<ReadonlySet<string>>();
  readonly toggled = output<string>();

  readonly #history = inject(History);
  readonly #counts$ = toObservable(this.source).pipe(
    switchMap(({ kind, informer }) => statusCounts(kind, informer.changes$)),
  );
  protected readonly counts = toSignal(this.#counts$, { initialValue: [] });
  readonly #samples = toSignal(
    toObservable(computed(() => `${this.source().kind.id} of ${this.source().informer.name}`)).pipe(
      switchMap((name) => this.#history.of(name, this.#counts$)),
    ),
    { initialValue: [] },
  );
  protected readonly began = computed(() => duration(spanOf(this.#samples())));
  protected readonly layers = computed(() => layersOf(this.#samples(), 600, 60));
  protected readonly words = computed(() =>
    this.counts()
      .map(({ text, count }) => `${count} ${text}`)
      .join(', '),
  );
}
