import { Injectable, type Signal, signal, type WritableSignal } from '@angular/core';
import type { StatusCount } from './status-counts';

/** What was counted at a time, in epoch milliseconds. */
export interface Sample {
  readonly at: number;
  readonly counts: readonly StatusCount[];
}

/** How far back it goes. */
export const SPAN_MS = 5 * 60_000;

/** What the charts have seen since the page was opened, for who comes back to a kind. */
@Injectable({ providedIn: 'root' })
export class History {
  readonly #known = new Map<string, WritableSignal<readonly Sample[]>>();

  of(name: string): Signal<readonly Sample[]> {
    return this.#samples(name);
  }

  add(name: string, sample: Sample): void {
    this.#samples(name).update((samples) => withSample(samples, sample));
  }

  #samples(name: string): WritableSignal<readonly Sample[]> {
    const known = this.#known.get(name) ?? signal<readonly Sample[]>([]);
    this.#known.set(name, known);
    return known;
  }
}

/** Appends a sample, and lets go of what is too old. */
export function withSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  const first = samples.findIndex(({ at }) => sample.at - at <= SPAN_MS);
  return first < 0 ? [sample] : [...samples.slice(first), sample];
}
