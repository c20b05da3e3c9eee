import process from 'node:process';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { config } from 'rxjs';
import { WebSocket } from 'ws';
import { makeStatus } from '../../../lib/kubernetes/index.js';
import { type AccessDecision, ApiError, type Authorize } from '../../../lib/server/index.js';
import { relayTransport } from '../../../lib/transport/index.js';
import { settled } from '../../support/virtual-time.js';
import { setUp } from '../relay/support.js';
import { ask, WatchReader } from '../support/ask.js';

const LIST = '/api/v1/configmaps';
const PATHS = [LIST, `${LIST}?watch=1`, '/api/v1/namespaces/default/configmaps/a', '/version'];
const MESSAGE =
  'Internal error occurred: there is no decision about this request; the operator of the server is told why';

const reported: unknown[] = [];

beforeEach(() => {
  reported.length = 0;
  config.onUnhandledError = (error) => reported.push(error);
});

/** They come in a task of their own. */
const reports = () => new Promise<void>((resolve) => setTimeout(resolve));

afterEach(async () => {
  await reports();
  config.onUnhandledError = null;
});

async function relayWith(authorize: Authorize) {
  return setUp({ relay: { authorize, recheckMs: 60_000, recheckGraceMs: 0, random: () => 0 } });
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
    await reports();
    expect(reported).toHaveLength(2 * PATHS.length);
    expect(reported[0]).toMatchObject({ message: expect.stringContaining('give { access: "granted" }') });
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
    await reports();
    expect(reported).toEqual([new Error('secret-detail')]);
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
    await reports();
    expect(reported).toEqual([new Error('secret-detail')]);
  });

  it('answers with the status of an ApiError, which is no mistake', async () => {
    const { transport } = await relayWith(() => {
      throw new ApiError(makeStatus(429, 'TooManyRequests', 'slowly'));
    });
    expect(await ask(transport, LIST)).toMatchObject({ status: 429, json: { message: 'slowly' } });
    await reports();
    expect(reported).toEqual([]);
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
    await reports();
    expect(reported).toEqual([
      new Error(`authorize: no decision within 30 s about list ${LIST}; it was answered with 503`),
    ]);
  });

  it('L9: leaves no timer behind when it has decided', async () => {
    const { transport, scheduler } = await relayWith(async () => ({ access: 'unauthenticated' }));
    const before = scheduler.pending;
    expect((await ask(transport, LIST)).status).toBe(401);
    expect(scheduler.pending).toBe(before);
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
