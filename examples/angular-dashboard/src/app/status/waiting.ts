import { ChangeDetectionStrategy, Component, computed, inject, input, output } from '@angular/core';
import type { InformerStatus } from 'rxinformer';
import { Cluster } from '../cluster/cluster';
import { type Notice, progressOf } from './notice';

/** What stands in the place of a table while there is none: how far it is, or why there is none. */
@Component({
  selector: 'app-waiting',
  templateUrl: './waiting.html',
  host: { class: 'waiting', 'data-testid': 'waiting' },
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class Waiting {
  readonly what = input.required<string>();
  readonly isKnown = input.required<boolean>();
  readonly status = input.required<InformerStatus>();
  readonly notice = input<Notice>();
  readonly retry = output();

  protected readonly cluster = inject(Cluster);
  protected readonly progress = computed(() => progressOf(this.status()));
}
