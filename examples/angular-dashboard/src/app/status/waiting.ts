import { ChangeDetectionStrategy, Component, computed, inject, input, output } from '@angular/core';
import type { InformerStatus } from 'rxinformer';
import { Cluster } from '../cluster/cluster';
import { SESSION } from '../cluster/connection';
import { SignIn } from '../session/sign-in';
import { type Notice, progressOf, unknownAdvice } from './notice';

/** What stands in the place of a table while there is none: how far it is, or why there is none. */
@Component({
  selector: 'app-waiting',
  templateUrl: './waiting.html',
  imports: [SignIn],
  host: { class: 'waiting', 'data-testid': 'waiting' },
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class Waiting {
  readonly what = input.required<string>();
  readonly isKnown = input.required<boolean>();
  readonly status = input.required<InformerStatus>();
  readonly notice = input<Notice>();
  readonly retry = output();

  readonly #session = inject(SESSION);
  protected readonly cluster = inject(Cluster);
  /** Whether it is the server as a whole that does not know who asks. */
  protected readonly isUnknown = computed(() => this.cluster.problem()?.status === 401);
  protected readonly unknownAdvice = computed(() => unknownAdvice(this.#session.isSignedIn));
  protected readonly progress = computed(() => progressOf(this.status()));
}
