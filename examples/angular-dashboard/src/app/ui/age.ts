import { ChangeDetectionStrategy, Component, computed, inject, input } from '@angular/core';
import { Clock } from './clock';
import { duration } from './duration';

/** How long ago something was. It ticks by itself; Angular only comes here when the text is another. */
@Component({
  selector: 'app-age',
  template: '{{ text() }}',
  host: { '[title]': 'since()' },
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class Age {
  readonly since = input.required<string>();
  readonly #clock = inject(Clock);
  protected readonly text = computed(() => {
    const at = Date.parse(this.since());
    return Number.isNaN(at) ? '' : duration(this.#clock.now() - at);
  });
}
