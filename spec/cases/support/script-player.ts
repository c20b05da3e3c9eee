import { Observable, Subscription } from 'rxjs';
import type { TransportRequest, TransportResponse } from '../../../lib/transport/index.js';
import { type ScriptedExchange, ScriptedServer } from '../../support/scripted-server.js';
import { settled, type TestClock } from '../../support/virtual-time.js';
import type { Answer, Word } from './words.js';

/** A request as a script sees it. */
export interface Asked {
  /** `stream`: a list that is asked for as the beginning of a watch. */
  readonly verb: 'list' | 'watch' | 'stream';
  /** In virtual milliseconds. */
  readonly at: number;
  readonly query: Readonly<Record<string, string>>;
}

type Answers = readonly (Answer | ((asked: Asked) => Answer))[];

/** What a server does: its answers to lists (L) and to watches (W), in order. The last one of each is given for ever. */
export interface Script {
  readonly L: Answers;
  readonly W: Answers;
  /** To streamed lists. Without it, the server does not know them, and nothing is said of those that are asked for. */
  readonly S?: Answers;
}

const WHICH = { list: 'L', watch: 'W', stream: 'S' } as const;
/** No informer that keeps to L8 asks so often in any script here; what does would never end. */
const STORM = 5000;

/** A server that follows a script, in virtual time. */
export class ScriptPlayer extends ScriptedServer {
  readonly asked: Asked[] = [];
  /** The script may be changed while it runs: the server is mended, or breaks. */
  script: Script;
  readonly #clock: TestClock;
  readonly #answered = { L: 0, W: 0, S: 0 };
  /** Requests that are to be answered as soon as those who asked are done with what they do. */
  #unanswered = 0;

  constructor(script: Script, clock: TestClock) {
    super({ watchList: script.S !== undefined });
    this.script = script;
    this.#clock = clock;
  }

  /** Another script, from its beginning. */
  now(script: Partial<Script>): void {
    this.script = { ...this.script, ...script };
    if (script.L !== undefined) this.#answered.L = 0;
    if (script.W !== undefined) this.#answered.W = 0;
    if (script.S !== undefined) this.#answered.S = 0;
  }

  override request(request: TransportRequest): Observable<TransportResponse> {
    const response$ = super.request(request);
    return new Observable((subscriber) => {
      const known = this.exchanges.length;
      subscriber.add(response$.subscribe(subscriber));
      if (this.exchanges.length === known) return;
      const playing = new Subscription();
      this.#take(this.last, playing);
      subscriber.add(playing);
    });
  }

  #take(exchange: ScriptedExchange, playing: Subscription): void {
    const { watch, ...query } = Object.fromEntries(exchange.url.searchParams);
    const verb = watch === undefined ? 'list' : query.sendInitialEvents === undefined ? 'watch' : 'stream';
    const asked: Asked = { verb, at: this.#clock.now(), query };
    this.asked.push(asked);
    if (this.asked.length > STORM) throw new Error(`a storm: ${STORM} requests by ${asked.at} ms`);
    const answer = this.#next(asked);
    this.#unanswered++;
    queueMicrotask(() => {
      this.#unanswered--;
      this.#play(exchange, answer, playing);
    });
  }

  /** Lets so many milliseconds pass, one happening after the other, as an event loop does. */
  async pass(ms: number): Promise<void> {
    const until = this.#clock.frame + ms;
    for (;;) {
      do await settled();
      while (this.#unanswered > 0);
      const next = Math.min(...this.#clock.actions.map(({ delay }) => delay));
      if (next > until) break;
      this.#clock.advance(next - this.#clock.frame);
    }
    this.#clock.advance(until - this.#clock.frame);
  }

  #next(asked: Asked): Answer {
    const which = WHICH[asked.verb];
    const answers = this.script[which] ?? [];
    const answer = answers[Math.min(this.#answered[which]++, answers.length - 1)];
    if (answer === undefined) throw new Error(`the script has no answer to a ${asked.verb}`);
    return typeof answer === 'function' ? answer(asked) : answer;
  }

  #play(exchange: ScriptedExchange, answer: readonly Word[], playing: Subscription): void {
    for (const [index, say] of answer.entries()) {
      if (exchange.aborted) return;
      const wait = say(exchange);
      if (wait !== undefined) {
        playing.add(this.#clock.schedule(() => this.#play(exchange, answer.slice(index + 1), playing), wait));
        return;
      }
    }
  }
}
