import { ChangeDetectionStrategy, Component, inject, signal } from '@angular/core';
import { SESSION } from '../cluster/connection';
import { tokenIn } from './token';

let last = 0;

/** Asks for a token, and says where to get one. */
@Component({
  selector: 'app-sign-in',
  templateUrl: './sign-in.html',
  host: { class: 'sign-in', 'data-testid': 'sign-in' },
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class SignIn {
  readonly #session = inject(SESSION);
  protected readonly problem = signal<string | undefined>(undefined);
  protected readonly helpId = `token-help-${++last}`;

  protected submit(event: Event, field: HTMLInputElement): void {
    event.preventDefault();
    const token = tokenIn(field.value);
    if (token === undefined) {
      this.problem.set('That is no token: one is made of letters, digits and a few signs, without spaces in it.');
      field.focus();
      return;
    }
    field.value = '';
    this.#session.signIn(token);
  }
}
