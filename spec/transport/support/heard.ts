import { EventEmitter, once } from 'node:events';
import type { Observable, Subscription } from 'rxjs';
import type { Transport, TransportRequest, TransportResponse } from '../../../lib/transport/index.js';

/** All that one subscription heard, and a way to wait for more. */
export class Heard<T> {
  readonly values: T[] = [];
  error: unknown;
  completed = false;
  readonly subscription: Subscription;
  readonly #changes = new EventEmitter();

  constructor(source$: Observable<T>, onNext: (value: T, heard: Heard<T>) => void = () => {}) {
    this.subscription = source$.subscribe({
      next: (value) => {
        this.values.push(value);
        onNext(value, this);
        this.#changes.emit('change');
      },
      error: (error: unknown) => {
        this.error = error;
        this.#changes.emit('change');
      },
      complete: () => {
        this.completed = true;
        this.#changes.emit('change');
      },
    });
  }

  get over(): boolean {
    return this.completed || this.error !== undefined;
  }

  async until(holds: (heard: this) => boolean): Promise<this> {
    while (!holds(this)) await once(this.#changes, 'change');
    return this;
  }

  async first(): Promise<T> {
    await this.until(({ values, over }) => values.length > 0 || over);
    const [value] = this.values;
    if (value === undefined) throw this.error ?? new Error('it completed without a value');
    return value;
  }
}

export function hear<T>(source$: Observable<T>, onNext?: (value: T, heard: Heard<T>) => void): Heard<T> {
  return new Heard(source$, onNext);
}

/** The response and its whole body as text; rejects with whatever went wrong. */
export async function fetched(
  transport: Transport,
  request: TransportRequest,
): Promise<TransportResponse & { readonly text: string }> {
  const exchange = hear(transport.request(request));
  const response = await exchange.first();
  const body = await hear(response.body$).until(({ over }) => over);
  if (body.error !== undefined) throw body.error;
  await exchange.until(({ over }) => over);
  return { ...response, text: Buffer.concat(body.values).toString() };
}

/** What a request failed with: the error of the request, or of its body. */
export async function failureOf(transport: Transport, request: TransportRequest): Promise<unknown> {
  return fetched(transport, request).then(
    ({ status, text }) => new Error(`it was answered: ${status} ${text}`),
    (error: unknown) => error,
  );
}
