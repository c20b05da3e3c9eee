import { describe, expect, it } from '@jest/globals';
import { of } from 'rxjs';
import { type Transport, TransportError } from '../../lib/transport/index.js';
import { bookmark, errorEvent, event, pod, podList } from '../support/scripted-server.js';
import { ReflectorBench } from './bench.js';

/** Lists one pod at version 10; the watch is asked for. */
function listed(): ReflectorBench {
  const bench = new ReflectorBench();
  bench.server.last.json(podList(10, [pod('a', 1)]));
  return bench;
}

describe('a list without a resourceVersion', () => {
  const unversioned = () => {
    const bench = new ReflectorBench();
    bench.server.last.json({ kind: 'PodList', metadata: {}, items: [pod('a', 1)] });
    return bench;
  };

  it('L7: is published, and the status says what may show late', () => {
    const { server, events, status } = unversioned();
    expect(events).toEqual(['replace a@1 @']);
    server.last.open();
    expect(status()).toMatchObject({
      phase: 'live',
      synced: true,
      failure: { kind: 'protocol', message: expect.stringContaining('no resourceVersion') },
    });
  });

  it('L1: is listed again soon, since its watch ends soon', () => {
    const { server, clock } = unversioned();
    expect(server.last.url.searchParams.get('timeoutSeconds')).toBe('45');
    server.last.open();
    clock.advance(45_000);
    server.last.end();
    expect(server.log.at(-1)).toBe('list?limit=500&resourceVersion=0');
  });

  it('is forgotten when the next list has one', () => {
    const { server, clock, status } = unversioned();
    server.last.open();
    clock.advance(45_000);
    server.last.end();
    server.last.json(podList(10, []));
    server.last.open();
    expect(status()?.failure).toBeUndefined();
  });
});

describe('an answer that is no watch', () => {
  it.each([
    ['a page', '<html><body>Sign in</body></html>', 'begins with \\"<html><body>Sign in'],
    ['a page with lines', '<!doctype html>\n<html>\n', 'begins with \\"<!doctype html>'],
    ['half an event', '{"type":"ADDED","object":{"metadata":{"name":"sec', 'not valid JSON (49 characters)'],
  ])('L7: %s is told for what it is, under backoff, and no empty watch', (_, body, said) => {
    const { server, clock, status } = listed();
    server.last.open().send(body).end();
    expect(status()).toMatchObject({ phase: 'retrying', failure: { kind: 'protocol' } });
    expect(JSON.stringify(status()?.failure)).toContain(said);
    expect(JSON.stringify(status()?.failure)).not.toContain('sec"');
    clock.advance(1200);
    expect(server.log.at(-1)).toBe('list?resourceVersion=10');
  });

  it('half an event behind whole ones is no fault: the next watch brings it whole', () => {
    const { server, status } = listed();
    server.last
      .open()
      .send(event('MODIFIED', pod('a', 11)), '{"type":"ADD')
      .end();
    expect(server.log.at(-1)).toBe('watch?resourceVersion=11');
    expect(status()?.failure).toBeUndefined();
  });

  it('a page in the place of a list is told for what it is', () => {
    const { server, status } = new ReflectorBench();
    server.last.open().send('<html>').end();
    expect(status()).toMatchObject({ failure: { kind: 'protocol', message: expect.stringContaining('<html>') } });
  });

  it.each([
    [429, '429 without an explanation', ''],
    [404, '404 page not found', '404 page not found\n'],
    [502, '502 Bad Gateway', `<html><head><title>502 Bad Gateway</title></head>${'<hr>'.repeat(400)}`],
  ])('a refusal that is no Status is told in short, and its code once: %i as %j', (code, said, body) => {
    const { server, status } = new ReflectorBench();
    server.last.open(code).send(body).end();
    expect(status()?.failure?.message).toMatch(new RegExp(`^list \\S+: ${said}$`));
  });

  it('a redirect is told with where it leads, and without what may be a secret', () => {
    const { server, status } = new ReflectorBench();
    server.last.open(302, { location: 'https://login.example/?token=hunter2' }).end();
    expect(status()?.failure).toMatchObject({ kind: 'protocol', code: 302 });
    expect(status()?.failure?.message).toMatch(/302 a redirect to https:\/\/login\.example\/$/);
  });
});

describe('a list without end', () => {
  it('L8: a hundred pages in a row with nothing in them are enough', () => {
    const { server, status } = new ReflectorBench();
    for (let i = 0; i < 101; i++) server.last.json(podList(10, [], { continue: `c${i}` }));
    expect(status()).toMatchObject({ phase: 'retrying', failure: { kind: 'protocol' } });
    expect(server.exchanges).toHaveLength(101);
  });

  it('an empty page among others is none of them', () => {
    const { server, events } = new ReflectorBench();
    for (let i = 0; i < 300; i++) server.last.json(podList(10, i % 2 ? [] : [pod(`p${i}`, 1)], { continue: `c${i}` }));
    server.last.json(podList(10, []));
    expect(events).toHaveLength(1);
  });

  it('L8: a list that expires in the middle, asked for in one piece and again in pages, waits', () => {
    const { server, status } = new ReflectorBench();
    for (let i = 0; i < 2; i++) {
      server.last.json(podList(10, [pod('a', 1)], { continue: `c${i}` }));
      server.last.refuse(410, 'Expired');
    }
    expect(server.log).toEqual([
      'list?limit=500&resourceVersion=0',
      'list?limit=500&continue=c0',
      'list?resourceVersion=0',
      'list?continue=c1',
      'list?limit=500',
    ]);
    for (let i = 2; i < 4; i++) {
      server.last.json(podList(10, [pod('a', 1)], { continue: `c${i}` }));
      server.last.refuse(410, 'Expired');
    }
    expect(server.log.slice(5)).toEqual(['list?limit=500&continue=c2', 'list', 'list?continue=c3']);
    expect(status()).toMatchObject({ phase: 'retrying', failure: { kind: 'expired' } });
  });
});

describe('waits', () => {
  it('the first 410 after an outage waits as any first failure; more of them do not', () => {
    const { server, clock, status } = listed();
    server.last.open();
    clock.advance(20_000);
    server.last.send(bookmark(11)).end();
    for (let i = 0; i < 5; i++) {
      server.last.reset('ECONNREFUSED');
      clock.advance((status()?.retryAt ?? 0) - clock.now());
    }
    server.last.open().send(errorEvent(410, 'Expired'));
    expect(status()).toMatchObject({ phase: 'retrying', attempt: 1, retryAt: clock.now() + 1200 });
    clock.advance(1200);
    server.last.json(podList(90, []));
    server.last.open().send(errorEvent(410, 'Expired'));
    expect(status()).toMatchObject({ attempt: 2 });
  });

  it('are whole milliseconds', () => {
    const { server, status } = new ReflectorBench({ random: () => 0.123456789 });
    server.last.refuse(500, 'InternalError');
    expect(status()?.retryAt).toBe(899);
  });

  it('L1: a list that fails four times by the server’s fault is asked for at the newest state (kubernetes#119616)', () => {
    const { server, clock } = listed();
    server.last.refuse(410, 'Expired');
    clock.advance(1200);
    for (let i = 0; i < 3; i++) {
      expect(server.log.at(-1)).toBe('list?resourceVersion=10');
      server.last.refuse(500, 'InternalError');
      clock.advance(60_000);
    }
    expect(server.log.at(-1)).toBe('list?limit=500');
  });
});

describe('a transport that is none', () => {
  const asked = (request: () => unknown) =>
    new ReflectorBench({ transport: { url: 'http://server', request } as Transport }).status();

  it.each([
    [
      'throws',
      () => {
        throw new Error('boom');
      },
      'threw Error: boom',
    ],
    ['returns nothing', () => undefined, 'returned undefined instead of an Observable'],
    ['returns a promise', async () => ({ status: 200 }), 'instead of an Observable'],
    ['answers nothing', () => of(undefined), 'answered without a body$'],
    ['answers without a body', () => of({ status: 200, headers: {} }), 'answered without a body$'],
  ])('L7: that %s is told, and asked again under backoff', (_, request, said) => {
    expect(asked(request)).toMatchObject({
      phase: 'retrying',
      attempt: 1,
      failure: {
        kind: 'protocol',
        message: expect.stringContaining(said),
        advice: expect.stringContaining('transport'),
      },
    });
  });

  it('L7: that throws what a transport tells is taken at its word', () => {
    const status = asked(() => {
      throw new TransportError('timeout', 'no tunnel in time');
    });
    expect(status).toMatchObject({
      failure: { kind: 'timeout', message: expect.stringContaining('no tunnel in time') },
    });
  });
});

it('L7: until the watch of the first list is open, nothing vouches for what the list said', () => {
  const bench = new ReflectorBench();
  bench.clock.advance(5000);
  bench.server.last.json(podList(10, [pod('a', 1)]));
  bench.clock.advance(20_000);
  expect(bench.status()).toMatchObject({ phase: 'listing', synced: true, staleSince: 5000 });
  bench.server.last.open();
  expect(bench.status()).toMatchObject({ phase: 'live' });
  expect(bench.status()?.staleSince).toBeUndefined();
});
