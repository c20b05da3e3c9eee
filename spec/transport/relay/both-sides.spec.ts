import { EventEmitter } from 'node:events';
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { WebSocket } from 'ws';
import type { ApiRequest, BodySink } from '../../../lib/server/http/exchange.js';
import { WebSocketConnection } from '../../../lib/server/http/web-socket/connection.js';
import { relayTransport, SUBPROTOCOL, type WebSocketConstructor } from '../../../lib/transport/index.js';
import { runs } from '../../support/runs.js';
import { settled, TestClock } from '../../support/virtual-time.js';
import { type Heard, hear } from '../support/heard.js';
import { FakeWebSocket } from './support/fake-web-socket.js';

/** The server's end of a WebSocket whose network is a queue: the test says when what is next arrives. */
class Wire extends EventEmitter {
  readonly OPEN = 1;
  readonly readyState = 1;
  readonly client = new FakeWebSocket('', []);
  readonly #sent: { readonly data: string | Uint8Array; readonly done: () => void }[] = [];

  get bufferedAmount(): number {
    return this.#sent.reduce((sum, { data }) => sum + data.length, 0);
  }

  send(data: string | Uint8Array, _: object, done: () => void): void {
    this.#sent.push({ data, done });
  }

  close(_: number, reason: string): void {
    throw new Error(`the server closed: ${reason}`);
  }

  /** @returns whether anything was on its way */
  arrive(): boolean {
    const next = this.#sent.shift();
    if (next === undefined) return false;
    const { data, done } = next;
    this.client.send$(typeof data === 'string' ? data : new Uint8Array(data).buffer);
    done();
    return true;
  }
}

/** Writes pieces as a source does: after one that found no room it waits until there is some. */
class Source {
  stopped = false;
  #next = 0;
  #waiting = false;

  constructor(
    readonly sink: BodySink,
    readonly pieces: readonly Uint8Array[],
  ) {}

  write(): void {
    while (!this.#waiting && !this.stopped && this.#next <= this.pieces.length) {
      const piece = this.pieces[this.#next++];
      if (piece === undefined) this.sink.end();
      else this.#waiting = !this.sink.write(piece);
    }
  }

  resume(): void {
    this.#waiting = false;
    this.write();
  }

  stop(): void {
    this.stopped = true;
  }
}

const sizes = fc.array(fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 400_000 })), {
  maxLength: 12,
});
const act = fc.constantFrom('write', 'pause', 'resume', 'leave', 'arrive', 'arrive', 'arrive');

it('every body comes whole and in order, whoever pauses, leaves or is slow, and one who left hears no more', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(sizes, { minLength: 1, maxLength: 4 }),
      fc.array(fc.record({ who: fc.nat({ max: 3 }), act }), { maxLength: 60 }),
      async (bodies, acts) => {
        const wire = new Wire();
        const sources = new Map<string, Source>();
        const pieces = bodies.map((each, body) => each.map((size, i) => new Uint8Array(size).fill(body * 50 + i)));
        const handler = ({ target }: ApiRequest) => ({
          ...{ status: 200, headers: {} },
          body: (sink: BodySink) => {
            const source = new Source(sink, pieces[Number(target.slice(1))] ?? []);
            sources.set(target, source);
            return source;
          },
        });
        const common = {
          handler,
          client: '',
          headers: {},
          requestHeaders: new Set<string>(),
          maxStreams: 9,
          compress: false,
        };
        const clock = new TestClock();
        wire.client.protocol = SUBPROTOCOL;
        wire.client.said$.subscribe((message) => wire.emit('message', JSON.stringify(message), false));
        const webSocket = function Client() {
          return wire.client;
        } as unknown as WebSocketConstructor; // `new` gives what it returns
        const transport = relayTransport('https://relay', { webSocket, scheduler: clock });
        new WebSocketConnection(wire as unknown as WebSocket, { ...common, now: () => 0 }); // as far as it is used
        const exchanges = bodies.map((_, i) => hear(transport.request({ path: `/${i}` })));
        await settled();
        while (wire.arrive());
        const responses = await Promise.all(exchanges.map((exchange) => exchange.first()));
        const heard: Heard<Uint8Array>[] = responses.map(({ body$ }) => hear(body$));
        const left = new Map<number, number>();
        const lengthOf = (i: number) => (heard[i]?.values ?? []).reduce((sum, { length }) => sum + length, 0);
        for (const { who, act } of acts) {
          const i = who % bodies.length;
          if (act === 'write') sources.get(`/${i}`)?.write();
          else if (act === 'pause') responses[i]?.pause();
          else if (act === 'resume') responses[i]?.resume();
          else if (act === 'arrive') wire.arrive();
          else if (!heard[i]?.over && !left.has(i)) {
            exchanges[i]?.subscription.unsubscribe();
            left.set(i, lengthOf(i));
          }
          if (act === 'resume') await settled();
        }
        for (const [i, response] of responses.entries()) {
          response.resume();
          sources.get(`/${i}`)?.write();
        }
        do await settled();
        while (wire.arrive());
        for (const [i, each] of heard.entries()) {
          const whole = Buffer.concat(pieces[i] ?? []);
          const came = Buffer.concat(each.values);
          expect(came.equals(whole.subarray(0, left.get(i) ?? whole.length))).toBe(true);
          expect([each.completed, sources.get(`/${i}`)?.stopped]).toEqual([!left.has(i), true]);
        }
        clock.advance(2000);
        expect(clock.pending).toBe(0);
      },
    ),
    runs,
  );
});
