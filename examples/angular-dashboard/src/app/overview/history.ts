import { Injectable, type Signal, signal, type WritableSignal } from '@angular/core';
import { type Sample, withSample } from './samples';

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
