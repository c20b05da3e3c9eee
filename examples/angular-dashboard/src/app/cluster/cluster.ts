import { computed, Injectable, signal } from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { defer, from, retry, tap, timer } from 'rxjs';
import { type Kind, kindsOf } from '../kinds';
import { discover } from './discovery';

/** Where the API server or the relay is: beside the page. */
export const BASE_URL = new URL('.', document.baseURI).href.replace(/\/$/, '');

const AGAIN_MS = 5_000;

/** What there is to look at. */
@Injectable({ providedIn: 'root' })
export class Cluster {
  /** What is wrong while the server does not say what it serves. */
  readonly problem = signal<string | undefined>(undefined);
  readonly #served = toSignal(
    discover((path, accept) => defer(() => from(getJson(path, accept)))).pipe(
      tap({
        next: () => this.problem.set(undefined),
        error: (error: unknown) => this.problem.set(error instanceof Error ? error.message : String(error)),
      }),
      retry({ delay: () => timer(AGAIN_MS) }),
    ),
  );
  /** Undefined until the server has said what it serves. */
  readonly kinds = computed(() => {
    const served = this.#served();
    return served && kindsOf(served);
  });

  kind(id: string): Kind | undefined {
    return this.kinds()?.find((kind) => kind.id === id);
  }

  /** That of an owner reference or an event. */
  kindOf(apiVersion: string, name: string): Kind | undefined {
    const group = apiVersion.includes('/') ? apiVersion.split('/')[0] : '';
    return this.kinds()?.find(({ resource }) => resource.group === group && resource.kind === name);
  }
}

async function getJson(path: string, accept: string): Promise<unknown> {
  const response = await fetch(`${BASE_URL}/${path}`, { headers: { accept } });
  if (!response.ok) throw new Error(`${path}: the server answered ${response.status} ${response.statusText}`.trim());
  return response.json();
}
