import { Injectable } from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { interval, map } from 'rxjs';

/** The time, each second, for what shows how old something is. */
@Injectable({ providedIn: 'root' })
export class Clock {
  /** Epoch milliseconds. */
  readonly now = toSignal(interval(1000).pipe(map(() => Date.now())), { initialValue: Date.now() });
}
