import { ChangeDetectionStrategy, Component, type ElementRef, inject, viewChild } from '@angular/core';
import { takeUntilDestroyed } from '@angular/core/rxjs-interop';
import { AskingForToken } from './asking';
import { SignIn } from './sign-in';

/** The form over whatever is shown, where somebody asks for it. */
@Component({
  selector: 'app-sign-in-dialog',
  templateUrl: './sign-in-dialog.html',
  imports: [SignIn],
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class SignInDialog {
  private readonly dialog = viewChild.required<ElementRef<HTMLDialogElement>>('dialog');

  constructor() {
    inject(AskingForToken)
      .asked$.pipe(takeUntilDestroyed())
      .subscribe(() => this.dialog().nativeElement.showModal());
  }
}
