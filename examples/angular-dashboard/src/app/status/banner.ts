import { ChangeDetectionStrategy, Component, inject, input, output } from '@angular/core';
import { AskingForToken } from '../session/asking';
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
  protected readonly asking = inject(AskingForToken);
}
