import { afterEach, describe, expect } from '@jest/globals';
import { filter, firstValueFrom } from 'rxjs';
import { WebSocket } from 'ws';
import { createInformer } from '../../lib/informer/index.js';
import { allResources } from '../../lib/kubernetes/index.js';
import { createApiServer, createRelay, type Relay } from '../../lib/server/index.js';
import { relayTransport } from '../../lib/transport/index.js';
import { ServedWebSockets } from '../transport/relay/support/served-web-sockets.js';
import { CaseBench, MINUTE, SECOND } from './support/case-bench.js';
import { inEachOf, reported } from './support/reported.js';
import type { Script } from './support/script-player.js';
import { ev, hdr, list } from './support/words.js';

describe('reported failures: WebSockets', () => {
  reported('B6: whatever code a WebSocket is closed with, it goes on where it was', async () => {
    const codes = [1000, 1001, 1002, 1005, 1006, 1008, 1011, 1012, 1013, 1015, 4999];
    await inEachOf(Object.fromEntries(codes.map((code) => [code, code])), async (code) => {
      // One that cuts idle streams after 30 s, once after a word and twice without any.
      const W = [[hdr, ev('ADDED', 'b', 11)], [hdr], [hdr], [hdr, ev('MODIFIED', 'a', 12)]];
      const { bench, sockets } = overWebSockets({ L: [list(10, { a: 1 })], W });
      await bench.pass(0);
      for (let times = 0; times < 3; times++) {
        await bench.pass(30 * SECOND);
        sockets.last.end(code);
        await bench.pass(0);
        expect(bench.status).toMatchObject({ phase: 'live' });
      }
      expect(bench.requests).toEqual(['0 list 0', '0 watch 10', ...[30, 60, 90].map((s) => `${s * SECOND} watch 11`)]);
      expect(bench.events).toEqual(['add a@1 initially', 'add b@11', 'update a@1→12']);
      expect([sockets.sockets.length, bench.ended]).toEqual([4, []]);
      bench.informer.stop();
    });
    // Where the next ones are closed at once, each after the other, it comes back under backoff.
    const { bench, sockets } = overWebSockets({ L: [list(10, { a: 1 })], W: [[hdr]] });
    await bench.pass(30 * SECOND);
    const closing = sockets.opened$.subscribe((socket) => queueMicrotask(() => queueMicrotask(() => socket.end(1006))));
    sockets.last.end(1006);
    await bench.pass(10 * MINUTE);
    expect(bench.status).toMatchObject({ phase: 'retrying', failure: { kind: 'network' } });
    expect(bench.busiestMinute(0, 10 * MINUTE)).toBeLessThanOrEqual(12);
    closing.unsubscribe();
    await bench.until(() => bench.status.phase === 'live', MINUTE);
    bench.informer.stop();
  });

  const relays: Relay[] = [];
  afterEach(async () => {
    await Promise.all(relays.splice(0).map((relay) => relay.stop()));
  });

  reported('B92: ten informers of a browser take one connection', async () => {
    const server = createApiServer();
    const resources = allResources.slice(0, 10);
    const relayed = resources.map((resource) => createInformer({ transport: server.transport(), resource }));
    const relay = createRelay({ informers: relayed });
    relays.push(relay);
    const { url } = await relay.listen({ maxConnectionsPerClient: 1 });
    let sockets = 0;
    class Counted extends WebSocket {
      constructor(url: string, protocols: string[]) {
        super(url, protocols);
        sockets += 1;
      }
    }
    const transport = relayTransport(url, { webSocket: Counted });
    const informers = resources.map((resource) => createInformer({ transport, resource }));
    await Promise.all(informers.map((informer) => informer.ready()));
    await Promise.all(
      informers.map(({ status$ }) => firstValueFrom(status$.pipe(filter(({ phase }) => phase === 'live')))),
    );
    expect([sockets, transport.way]).toEqual([1, { via: 'webSocket' }]);
    for (const informer of [...informers, ...relayed]) informer.stop();
  });
});

/** A bench whose informer reaches the script over WebSockets, and has nothing else. */
function overWebSockets(script: Script) {
  let sockets: ServedWebSockets | undefined;
  const bench = new CaseBench(script, (player, scheduler) => {
    sockets = new ServedWebSockets(player);
    const fetch = () => Promise.reject(new TypeError('no HTTP'));
    const common = { scheduler, random: () => 0.5 };
    return { transport: relayTransport('https://relay', { ...common, fetch, webSocket: sockets.constructor$ }) };
  });
  if (sockets === undefined) throw new Error('unreachable');
  return { bench, sockets };
}
