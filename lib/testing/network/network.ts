import { Observable, type SchedulerLike, type Subscription } from 'rxjs';
import type { TransportResponse } from '../../transport/index.js';
import { connectionRefused } from '../request/answers.js';
import { Relay } from './relay.js';

/**
 * - `up`: requests are carried
 * - `down`: nobody listens; connections are refused
 * - `frozen`: everything waits
 * - `parted`: everything is lost
 */
export type NetworkState = 'up' | 'down' | 'frozen' | 'parted';

/** The way between all clients and the server: it carries requests, or does not. */
export class Network {
  readonly #relays = new Set<Relay>();
  readonly #waiting = new Set<() => void>();
  readonly #scheduler: SchedulerLike;
  #state: NetworkState = 'up';
  #repair: Subscription | undefined;

  constructor(scheduler: SchedulerLike) {
    this.#scheduler = scheduler;
  }

  get state(): NetworkState {
    return this.#state;
  }

  /** How many requests are under way. */
  get open(): number {
    return this.#relays.size;
  }

  /**
   * Carries a request as soon as the network lets it.
   *
   * @param response asks the server
   * @param doomed whether its answer, or the rest of it, will never come
   */
  carry(response: () => Observable<TransportResponse>, doomed: boolean): Observable<TransportResponse> {
    return new Observable((client) => {
      if (this.#state === 'down') {
        client.error(connectionRefused());
        return;
      }
      const relay = new Relay(client, doomed);
      this.#relays.add(relay);
      const start = () => {
        this.#waiting.delete(start);
        relay.carry(response());
      };
      client.add(() => {
        this.#relays.delete(relay);
        this.#waiting.delete(start);
      });
      switch (this.#state) {
        case 'up':
          start();
          break;
        case 'frozen':
          this.#waiting.add(start);
          relay.hold();
          break;
        case 'parted':
          relay.lose();
          break;
      }
    });
  }

  /** Resets every connection. */
  cut(): void {
    for (const relay of [...this.#relays]) relay.reset();
  }

  /** Resets those that would never hear anything again. */
  cutLost(): void {
    for (const relay of [...this.#relays]) if (relay.lost) relay.reset();
  }

  /** For so many milliseconds, in the place of what was the case before. What waited meanwhile waits on, or is lost with the rest. */
  disturb(state: Exclude<NetworkState, 'up'>, ms: number): void {
    this.#repair?.unsubscribe();
    this.#state = state;
    if (state === 'parted') this.#waiting.clear();
    for (const relay of [...this.#relays]) {
      if (state === 'down') relay.reset();
      if (state === 'frozen') relay.hold();
      if (state === 'parted') relay.lose();
    }
    this.#repair = this.#scheduler.schedule(() => this.restore(), ms);
  }

  /** All is well again. What waited goes on; what was lost is lost. */
  restore(): void {
    this.#repair?.unsubscribe();
    this.#repair = undefined;
    this.#state = 'up';
    for (const relay of [...this.#relays]) relay.release();
    for (const start of [...this.#waiting]) start();
  }
}
