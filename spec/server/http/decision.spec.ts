import process from 'node:process';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { config, firstValueFrom, Subject } from 'rxjs';
import { WebSocket } from 'ws';
import { makeStatus } from '../../../lib/kubernetes/index.js';
import { type AccessDecision, ApiError, type Authorize, type Relay } from '../../../lib/server/index.js';
import { fetchTransport, relayTransport, type Transport } from '../../../lib/transport/index.js';
import { settled, TestClock } from '../../support/virtual-time.js';
import { setUp } from '../relay/support.js';
import { ask, WatchReader } from '../support/ask.js';
import { operator } from '../support/operator.js';

const LIST = '/api/v1/configmaps';
const PATHS = [LIST, `${LIST}?watch=1`, '/api/v1/namespaces/default/configmaps/a', '/version'];
const MESSAGE =
  'Internal error occurred: there is no decision about this request; the operator of the server is told why';

const reports = operator();
const relays: Relay[] = [];

afterEach(async () => {
  for (const relay of relays.splice(0)) await relay.stop();
});

/** Whether something becomes so, of what a network on loopback brings about. */
async function becomes(isSo: () => boolean): Promise<boolean> {
  for (let turn = 0; turn < 20_000 && !isSo(); turn++) await new Promise((resolve) => setImmediate(resolve));
  return isSo();
}

async function relayWith(authorize: Authorize) {
  const made = await setUp({ relay: { authorize, recheckMs: 60_000, recheckGraceMs: 0, random: () => 0 } });
  relays.push(made.relay);
  return made;
}

const NONE = [
  false,
  true,
  {},
  { allowed: false },
  { access: 'Granted' },
  { access: 'toString' },
  'granted',
  null,
  undefined,
];

describe('what is no decision of authorize', () => {
  it.each(NONE)('lets nobody in, at once or later, whatever is asked for: %j', async (given) => {
    const now = () => given as AccessDecision;
    for (const authorize of [now, async () => now()]) {
      const { transport } = await relayWith(authorize);
      for (const path of PATHS)
        expect([path, await ask(transport, path)]).toEqual([
          path,
          expect.objectContaining({ status: 500, json: expect.objectContaining({ kind: 'Status', message: MESSAGE }) }),
        ]);
    }
    expect(await reports()).toHaveLength(2 * PATHS.length);
    expect((await reports())[0]).toMatchObject({ message: expect.stringContaining('give { access: "granted" }') });
  });

  it('lets nobody in by a WebSocket', async () => {
    for (const given of NONE) {
      const { relay } = await relayWith(async () => given as AccessDecision);
      const { url } = await relay.listen();
      const transport = relayTransport(url, { webSocket: WebSocket });
      for (const path of PATHS) expect([given, (await ask(transport, path)).status]).toEqual([given, 500]);
      expect(transport.way).toEqual({ via: 'webSocket' });
      await relay.stop();
    }
  });
});

describe('an authorize that throws or rejects', () => {
  const throwing: Authorize = () => {
    throw new Error('secret-detail');
  };

  it.each<[string, Authorize]>([
    ['throws', throwing],
    ['rejects', async (request) => throwing(request)],
  ])('%s: clients are told nothing of why, and the operator once', async (_, authorize) => {
    const { transport } = await relayWith(authorize);
    const { status, text, json } = await ask(transport, LIST);
    expect([status, json.message]).toEqual([500, MESSAGE]);
    expect(text).not.toContain('secret-detail');
    expect(await reports()).toEqual([new Error('secret-detail')]);
  });

  it('tells an open watch nothing of why it ends', async () => {
    let isWell = true;
    const { transport, scheduler } = await relayWith(async (request) =>
      isWell ? { access: 'granted' } : throwing(request),
    );
    const watch = new WatchReader(transport, `${LIST}?watch=1`);
    await settled();
    isWell = false;
    await scheduler.advanceAsync(61_000);
    expect(watch.ended).toBe(true);
    expect(watch.frames.at(-1)).toMatchObject({ type: 'ERROR', object: { code: 500, message: MESSAGE } });
    expect(await reports()).toEqual([new Error('secret-detail')]);
  });

  it('answers with the status of an ApiError, which is no mistake', async () => {
    const { transport } = await relayWith(() => {
      throw new ApiError(makeStatus(429, 'TooManyRequests', 'slowly'));
    });
    expect(await ask(transport, LIST)).toMatchObject({ status: 429, json: { message: 'slowly' } });
    expect(await reports()).toEqual([]);
  });

  it('ends no process that has not said where RxJS reports errors: it is a warning', async () => {
    config.onUnhandledError = null;
    const warn = jest.spyOn(process, 'emitWarning').mockImplementation(() => {});
    const { transport } = await relayWith(throwing);
    expect((await ask(transport, LIST)).status).toBe(500);
    expect(warn.mock.calls).toEqual([[expect.stringContaining('secret-detail'), 'RxinformerWarning']]);
    warn.mockRestore();
  });
});

describe('an authorize that never decides', () => {
  it('lets a request wait 30 s, and then it is answered with 503, which the operator is told', async () => {
    const { transport, scheduler } = await relayWith(() => new Promise(() => {}));
    const answered = jest.fn();
    const answer = ask(transport, LIST).finally(answered);
    await scheduler.advanceAsync(29_999);
    expect(answered).not.toHaveBeenCalled();
    await scheduler.advanceAsync(1);
    expect(await answer).toMatchObject({
      status: 503,
      headers: { 'retry-after': '1' },
      json: { message: 'nobody has decided within 30 s whether this request is allowed; try again later' },
    });
    expect(await reports()).toEqual([
      new Error(`authorize: no decision within 30 s about list ${LIST}; it was answered with 503`),
    ]);
  });

  it('L9: leaves no timer behind when it has decided', async () => {
    const { transport, scheduler } = await relayWith(async () => ({ access: 'unauthenticated' }));
    const before = scheduler.pending;
    expect((await ask(transport, LIST)).status).toBe(401);
    expect(scheduler.pending).toBe(before);
  });

  it.each([
    ['within the process', async ({ relay }) => relay.transport()],
    [
      'over a WebSocket',
      async ({ relay }) =>
        relayTransport((await relay.listen()).url, { webSocket: WebSocket, scheduler: new TestClock() }),
    ],
    ['over HTTP', async ({ relay }) => fetchTransport({ baseUrl: (await relay.listen()).url })],
  ] satisfies [string, (setUp: { readonly relay: Relay }) => Promise<Transport>][])(
    'L9: is waited for no longer than by who asked, and than the relay runs (%s)',
    async (_, way) => {
      const asked = new Subject<void>();
      const { relay, scheduler } = await relayWith(() => {
        asked.next();
        return new Promise(() => {});
      });
      const transport = await way({ relay });
      for (const leave of ['client', 'relay'] as const) {
        const isAsked = firstValueFrom(asked);
        const subscription = transport.request({ path: LIST }).subscribe({ error: () => {} });
        await isAsked;
        await settled();
        const during = scheduler.pending;
        if (leave === 'client') subscription.unsubscribe();
        else await relay.stop();
        expect(await becomes(() => scheduler.pending < during)).toBe(true);
      }
      expect(await reports()).toEqual([]);
    },
  );

  it('L9: is not waited for by a relay that stops, whoever asked', async () => {
    const { relay, scheduler } = await relayWith(() => new Promise(() => {}));
    const answer = relay.handler({ method: 'GET', target: LIST, headers: {}, body: '' });
    const before = scheduler.pending;
    await relay.stop();
    expect(scheduler.pending).toBe(before - 1);
    expect((await answer).status).toBe(503);
  });

  it('is reported when it throws after that, and ends no process', async () => {
    let refuse = (_: Error) => {};
    const { relay } = await relayWith(
      () =>
        new Promise((_, reject) => {
          refuse = reject;
        }),
    );
    const over = new AbortController();
    over.abort();
    const answer = relay.handler({ method: 'GET', target: LIST, headers: {}, body: '', signal: over.signal });
    expect((await answer).status).toBe(503);
    refuse(new Error('secret-detail'));
    await settled();
    expect(await reports()).toEqual([new Error('secret-detail')]);
  });

  it('lets nobody in by a decision that comes too late', async () => {
    let decide = (_: AccessDecision) => {};
    const { transport, scheduler } = await relayWith(
      () =>
        new Promise((resolve) => {
          decide = resolve;
        }),
    );
    const answer = ask(transport, LIST);
    await scheduler.advanceAsync(30_000);
    decide({ access: 'granted' });
    expect((await answer).status).toBe(503);
  });
});
