import { Observable, type Subscriber } from 'rxjs';
import type { TransportResponse } from '../../transport/index.js';
import { reset } from '../request/answers.js';

/**
 * One request on its way through the network, with what a transport promises to its client: one response, one reader of its body, an end of
 * the request when that is over. What the network does to it comes on top: everything may stop for a while, get lost, or break.
 */
export class Relay {
  readonly #client: Subscriber<TransportResponse>;
  #reader: Subscriber<Uint8Array> | undefined;
  /** What is said while the network stands still. */
  #held: (() => void)[] | undefined;
  #lost = false;

  /** @param doomed whether its answer, or the rest of it, will never come */
  constructor(
    client: Subscriber<TransportResponse>,
    private readonly doomed: boolean,
  ) {
    this.#client = client;
  }

  /** Whether the client may wait for ever, unless it is reset. */
  get lost(): boolean {
    return this.#lost || this.doomed;
  }

  /** Asks the server, which answers now or later. */
  carry(response$: Observable<TransportResponse>): void {
    this.#client.add(
      response$.subscribe({
        next: (response) => this.#say(() => this.#client.next({ ...response, body$: this.#bodyOf(response) })),
        error: (error) => this.#say(() => this.#client.error(error)),
      }),
    );
  }

  hold(): void {
    this.#held ??= [];
  }

  release(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const say of held) say();
  }

  /** Everything from now on is lost. */
  lose(): void {
    this.#lost = true;
    this.#held = undefined;
  }

  /** The connection breaks, and the client is told. */
  reset(error = reset()): void {
    this.#lost = true;
    if (this.#reader === undefined) this.#client.error(error);
    else this.#reader.error(error);
  }

  #say(word: () => void): void {
    if (this.#lost) return;
    if (this.#held === undefined) word();
    else this.#held.push(word);
  }

  #bodyOf({ body$ }: TransportResponse): Observable<Uint8Array> {
    return new Observable((reader) => {
      if (this.#reader !== undefined || this.#client.closed) {
        reader.error(this.#reader === undefined ? reset() : new Error('the body of a response has one reader only'));
        return;
      }
      this.#reader = reader;
      reader.add(() => this.#client.complete());
      reader.add(
        body$.subscribe({
          next: (chunk) => this.#say(() => reader.next(chunk)),
          error: (error) => this.#say(() => reader.error(error)),
          complete: () => this.#say(() => reader.complete()),
        }),
      );
    });
  }
}
