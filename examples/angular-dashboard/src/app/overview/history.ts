import { Injectable } from '@angular/core';
import { map, type Observable, scan, startWith, timer, withLatestFrom } from 'rxjs';
import type { StatusCount } from './status-counts';

/** What was counted at a time, in epoch milliseconds. */
export interface Sample {
  readonly at: number;
  readonly counts: readonly StatusCount[];
}

export const SAMPLE_MS = 1_000;

/** How far back the chart goes. */
export const SPAN_MS = 5 * 60_000;

/** What the charts have seen since the page was opened, for who comes back to a kind. */
@Injectable({ providedIn: 'root' })
export class History {
  readonly #known = new Map<string, readonly Sample[]>();

  /** The samples of the last minutes: now, and each second. */
  of(name: string, counts$: Observable<readonly StatusCount[]>): Observable<readonly Sample[]> {
    return timer(0, SAMPLE_MS).pipe(
      withLatestFrom(counts$, (_, counts) => ({ at: Date.now(), counts })),
      scan(withSample, this.#known.get(name) ?? []),
      map((samples) => {
        this.#known.set(name, samples);
        return samples;
      }),
      startWith(this.#known.get(name) ?? []),
    );
  }
}

/** Appends a sample, and lets go of what is too old. */
export function withSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  const first = samples.findIndex(({ at }) => sample.at - at <= SPAN_MS);
  return first < 0 ? [sample] : [...samples.slice(first), sample];
}
