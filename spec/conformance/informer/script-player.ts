import { Observable, type SchedulerLike, Subscription } from 'rxjs';
import type { Transport, TransportRequest, TransportResponse } from '../../../lib/transport/index.js';
import { ScriptedExchange } from '../../support/scripted-server.js';
import { HANGS, kindOf, type Requested, UNSUPPORTED } from './run.js';
import type { Answer, Frame, RequestKind, Script } from './trace.js';

/** A server without streamed lists. */
const NO_STREAMED_LISTS: Answer = {
  status: 422,
  body: { kind: 'Status', code: 422, reason: 'Invalid' },
};

/** The server of a trace, as a transport: it plays the script, write by write, in the time of a scheduler, and notes what it is asked. */
export class ScriptPlayer implements Transport {
  readonly url = 'http://server';
  readonly requests: Requested[] = [];
  readonly #script: Script;
  readonly #clock: SchedulerLike;
  readonly #mark: (mark: string) => void;
  readonly #answered: Record<RequestKind, number> = { list: 0, watch: 0, watchList: 0 };
  #lastAct = 0;
  #last: ScriptedExchange | undefined;
  #silent = false;

  constructor(script: Script, clock: SchedulerLike, mark: (mark: string) => void) {
    this.#script = script;
    this.#clock = clock;
    this.#mark = mark;
  }

  request(request: TransportRequest): Observable<TransportResponse> {
    return new Observable((subscriber) => {
      const exchange = new ScriptedExchange(request, subscriber);
      this.#last = exchange;
      const { name, answer } = this.#next(kindOf(Object.fromEntries(exchange.url.searchParams)));
      this.#note(request, exchange, name);
      const play = new Subscription();
      subscriber.add(play);
      subscriber.add(() => {
        exchange.aborted = true;
      });
      if (answer !== undefined) this.#after(answer.delayMs, play, () => this.#play(answer, exchange, play));
    });
  }

  /** From here on the script is over, whatever is left of it. */
  fallSilent(): void {
    this.#silent = true;
  }

  /** A watch that is open ends, cleanly; so somebody has to say where they are. */
  endWatch(): void {
    if (this.#last?.url.searchParams.has('watch') === true && !this.#last.aborted) this.#last.end();
  }

  #next(kind: RequestKind): { readonly name: string; readonly answer: Answer | undefined } {
    if (kind === 'watchList' && (this.#script.watchList ?? []).length === 0) {
      return { name: UNSUPPORTED, answer: NO_STREAMED_LISTS };
    }
    const i = this.#answered[kind]++;
    const answer = this.#script[kind]?.[i];
    return { name: answer === undefined ? HANGS : `${kind}[${i}]`, answer };
  }

  #note({ method = 'GET' }: TransportRequest, { url }: ScriptedExchange, answeredBy: string): void {
    const query = Object.fromEntries(url.searchParams);
    if (query.timeoutSeconds !== undefined) query.timeoutSeconds = '*';
    const ms = this.#clock.now() - this.#lastAct;
    this.requests.push({
      kind: kindOf(query),
      method,
      path: url.pathname,
      query,
      answeredBy,
      wait: { from: ms, to: ms },
    });
  }

  #play(answer: Answer, exchange: ScriptedExchange, play: Subscription): void {
    const { status = 0, headers = {}, body, rawBody, frames = [], end = 'close' } = answer;
    if (status === 0) {
      exchange.reset();
      return;
    }
    const lowerCase = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
    exchange.open(status, { 'content-type': 'application/json', ...Object.fromEntries(lowerCase) });
    if (body !== undefined) exchange.send(JSON.stringify(body));
    if (rawBody !== undefined) exchange.send(rawBody);
    this.#playFrames(frames, 0, exchange, play, () => {
      if (end === 'close') exchange.end();
      else if (end !== 'open') exchange.reset();
    });
  }

  #playFrames(frames: readonly Frame[], i: number, to: ScriptedExchange, play: Subscription, end: () => void): void {
    const frame = frames[i];
    if (frame === undefined) {
      end();
      return;
    }
    this.#after(frame.delayMs, play, () => {
      if (frame.mark !== undefined) this.#mark(frame.mark);
      else to.send(frame.raw ?? `${JSON.stringify(frame.event)}\n`);
      this.#playFrames(frames, i + 1, to, play, end);
    });
  }

  /** The server acts, unless the client has left by then. */
  #after(ms: number | undefined, play: Subscription, act: () => void): void {
    const timer = this.#clock.schedule(() => {
      this.#lastAct = this.#clock.now();
      if (!play.closed && !this.#silent) act();
    }, ms ?? 0);
    play.add(timer);
  }
}
