import { ChangeDetectionStrategy, Component, input, output } from '@angular/core';
import type { Notice } from './notice';

/** Says what is wrong, what happens about it, and what somebody can do. */
@Component({
  selector: 'app-banner',
  templateUrl: './banner.html',
  host: { class: 'banner', 'data-testid': 'banner', '[attr.data-tone]': 'notice().tone' },
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class Banner {
  readonly notice = input.required<Notice>();
  readonly retry = output();
}
