import { Injectable } from '@angular/core';
import { Subject } from 'rxjs';

/** Whoever wants somebody to sign in, without a form of its own. */
@Injectable({ providedIn: 'root' })
export class AskingForToken {
  readonly #asked = new Subject<void>();
  readonly asked$ = this.#asked.asObservable();

  ask(): void {
    this.#asked.next();
  }
}
