import { ChangeDetectionStrategy, Component, input } from '@angular/core';
import type { Tone } from './tone';

/** The shape of a status: a disc, a ring, a triangle, a tick, a dash. */
@Component({
  selector: 'app-status-mark',
  template: `<svg viewBox="0 0 16 16" aria-hidden="true">
    @switch (tone()) {
      @case ('good') { <circle cx="8" cy="8" r="5" fill="currentColor" /> }
      @case ('busy') { <circle cx="8" cy="8" r="4.2" fill="none" stroke="currentColor" stroke-width="2.2" /> }
      @case ('bad') { <path d="M8 1.8 15 14.2H1Z" fill="currentColor" /> }
      @case ('done') {
        <path d="m3 8.4 3.4 3.4L13 5" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" />
      }
      @case ('off') { <path d="M3.5 8h9" stroke="currentColor" stroke-width="2.4" stroke-linecap="round" /> }
    }
  </svg>`,
  host: { class: 'mark', '[attr.data-tone]': 'tone()' },
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class StatusMark {
  readonly tone = input.required<Tone>();
}
