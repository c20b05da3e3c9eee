import { DecimalPipe } from '@angular/common';
import { ChangeDetectionStrategy, Component, computed, effect, inject, input, output, untracked } from '@angular/core';
import { type InformerSignals, injectState } from 'rxinformer/angular';
import type { Kind, Row } from '../kinds';
import { Clock } from '../ui/clock';
import { duration } from '../ui/duration';
import { layersOf, spanOf } from './chart-paths';
import { History } from './history';
import { type StatusCount, statusCounts } from './status-counts';

/** How the objects are, and were: a chip for each status, which filters by it, and the last minutes as stacked areas. */
@Component({
  selector: 'app-overview',
  templateUrl: './overview.html',
  imports: [DecimalPipe],
  host: { class: 'overview', 'data-testid': 'overview' },
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class Overview {
  readonly kind = input.required<Kind>();
  readonly objects = input.required<InformerSignals<Row>>();
  readonly chosen = input.required<ReadonlySet<string>>();
  readonly toggled = output<string>();

  readonly #counts = injectState({ informer: computed(() => this.objects().informer()) }, (commits$) =>
    statusCounts(untracked(this.kind), commits$),
  );
  /** Those that are chosen stay, to be let go again, also when there are none any more. */
  protected readonly counts = computed(() => {
    const counts = this.#counts() ?? [];
    const gone = [...this.chosen()].filter((chosen) => !counts.some(({ text }) => text === chosen));
    return [...counts, ...gone.map((text): StatusCount => ({ text, tone: 'off', count: 0 }))];
  });
  readonly #history = inject(History);
  readonly #name = computed(() => `${this.kind().id}: ${this.objects().informer()?.name}`);
  readonly #samples = computed(() => this.#history.of(this.#name())());
  protected readonly layers = computed(() => layersOf(this.#samples(), 600, 60));
  protected readonly span = computed(() => duration(spanOf(this.#samples())));
  protected readonly words = computed(() =>
    this.counts()
      .map(({ text, count }) => `${count} ${text}`)
      .join(', '),
  );

  constructor() {
    const clock = inject(Clock);
    effect(() => {
      const at = clock.now();
      const counts = untracked(this.#counts);
      if (counts !== undefined) untracked(() => this.#history.add(this.#name(), { at, counts }));
    });
  }
}
