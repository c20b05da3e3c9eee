import { describe, expect, it } from '@jest/globals';
import type { RequestFault } from '../../lib/testing/index.js';
import { Bench, frames, LIST, listed, watchFrom } from './support/heard.js';

function benchWith(...faults: readonly RequestFault[]): Bench {
  const bench = new Bench();
  for (const fault of faults) bench.server.inflict(fault);
  return bench;
}

it('a server on which nothing is inflicted is a server', () => {
  const bench = benchWith();
  expect(listed(bench.ask(LIST))).toEqual(['a', 'b', 'at 4']);
  const heard = bench.ask(watchFrom(3));
  bench.write('a');
  expect(frames(heard)).toEqual(['ADDED b@4', 'MODIFIED a@5']);
  expect(bench.server.log).toEqual([]);
});

describe('refused', () => {
  it.each([429, 500, 503, 504, 401, 403, 404])('refuse: %i, with and without Retry-After', (code) => {
    const bench = benchWith({ type: 'refuse', code }, { type: 'refuse', code, retryAfterSeconds: 7 });
    const [status, body, ...end] = bench.ask(LIST);
    expect([status, ...end]).toEqual([String(code), 'end', 'over']);
    expect(JSON.parse(body ?? '')).toMatchObject({ kind: 'Status', code });
    expect(bench.ask(LIST)[0]).toBe(`${code} after 7 s`);
    expect(bench.ask(LIST)[0]).toBe('200');
  });

  it('expire: 410 as the HTTP status, and as an ERROR in the stream', () => {
    const bench = benchWith(
      { type: 'expire', as: 'status', reason: 'Gone' },
      { type: 'expire', as: 'event', reason: 'Expired' },
    );
    expect(bench.ask(watchFrom(3))).toEqual(['410', expect.stringContaining('"reason":"Gone"'), 'end', 'over']);
    const heard = bench.ask(watchFrom(3));
    expect([heard[0], ...frames(heard), ...heard.slice(2)]).toEqual(['200', 'ERROR 410', 'end', 'over']);
  });

  it('errorEvent: an ERROR in a stream that went well until then', async () => {
    const bench = benchWith({ type: 'errorEvent', code: 500, afterMs: 3000 });
    const heard = bench.ask(watchFrom(3));
    await bench.clock.advanceAsync(3000);
    expect(frames(heard)).toEqual(['ADDED b@4', 'ERROR 500']);
    expect(heard.slice(-2)).toEqual(['end', 'over']);
  });

  it.each([true, false])('expireToken: a later page gets 410; with a token that goes on: %s', (inconsistent) => {
    const bench = benchWith({ type: 'expireToken', inconsistent });
    const token = JSON.parse(bench.ask(`${LIST}?limit=1`)[1] ?? '').metadata.continue;
    const [status, body = ''] = bench.ask(`${LIST}?limit=1&continue=${token}`);
    expect(status).toBe('410');
    const again = JSON.parse(body).metadata.continue;
    bench.write('c');
    if (inconsistent) expect(listed(bench.ask(`${LIST}?continue=${again}`))).toEqual(['b', 'c', 'at 5']);
    else expect(again).toBeUndefined();
  });
});

describe('cut', () => {
  it('refuseConnection and loseAnswer: no answer; but the second request was carried out', () => {
    const bench = benchWith({ type: 'refuseConnection' }, { type: 'loseAnswer' });
    const create = (name: string) =>
      bench.ask({ method: 'POST', path: LIST, body: JSON.stringify({ metadata: { name } }) });
    expect(create('c')).toEqual(['failed: ECONNREFUSED']);
    expect(create('d')).toEqual(['failed: ECONNRESET']);
    expect(listed(bench.ask(LIST))).toEqual(['a', 'b', 'd', 'at 5']);
  });

  it('hang: nothing is ever said, until it is healed', async () => {
    const bench = benchWith({ type: 'hang' });
    const heard = bench.ask(LIST);
    await bench.clock.advanceAsync(3_600_000);
    bench.server.calm();
    expect(heard).toEqual([]);
    expect(bench.server.open).toBe(1);
    bench.server.heal();
    expect(heard).toEqual(['failed: ECONNRESET']);
    expect(bench.server.open).toBe(0);
  });

  it('reset and truncate: just so many bytes, then a break or a proper end', () => {
    const bench = benchWith({ type: 'reset', afterBytes: 10 }, { type: 'truncate', afterBytes: 10 });
    const torn = '{"kind":"C';
    expect(bench.ask(LIST)).toEqual(['200', torn, 'broken: ECONNRESET', 'over']);
    expect(bench.ask(LIST)).toEqual(['200', torn, 'end', 'over']);
  });

  it('a body that is shorter than the cut is whole', () => {
    const bench = benchWith({ type: 'reset', afterBytes: 100_000 });
    expect(listed(bench.ask(LIST))).toEqual(['a', 'b', 'at 4']);
  });

  it('blackHole: what comes later is lost, and nobody says so', async () => {
    const bench = benchWith({ type: 'blackHole', afterBytes: 5 });
    const heard = bench.ask(watchFrom(4));
    bench.write('a');
    bench.write('b');
    await bench.clock.advanceAsync(3_600_000);
    expect(heard).toEqual(['200', '{"typ']);
    bench.server.heal();
    expect(heard.slice(2)).toEqual(['broken: ECONNRESET', 'over']);
  });

  it('endWatch: a proper end, after a time', async () => {
    const bench = benchWith({ type: 'endWatch', afterMs: 2000 });
    const heard = bench.ask(watchFrom(4));
    await bench.clock.advanceAsync(1999);
    bench.write('a');
    await bench.clock.advanceAsync(1);
    expect(frames(heard)).toEqual(['MODIFIED a@5']);
    expect(heard.slice(-2)).toEqual(['end', 'over']);
  });
});

describe('late', () => {
  it('delay and lag: the answer later, each byte later', async () => {
    const bench = benchWith({ type: 'delay', ms: 1000 }, { type: 'lag', ms: 2000 });
    const delayed = bench.ask(LIST);
    const lagging = bench.ask(LIST);
    await bench.clock.advanceAsync(999);
    expect([delayed, lagging]).toEqual([[], ['200']]);
    await bench.clock.advanceAsync(1);
    expect(listed(delayed)).toEqual(['a', 'b', 'at 4']);
    await bench.clock.advanceAsync(1000);
    expect(listed(lagging)).toEqual(['a', 'b', 'at 4']);
  });

  it('slow: so many bytes a second', async () => {
    const bench = benchWith({ type: 'slow', bytesPerSecond: 100 });
    const heard = bench.ask(LIST);
    await bench.clock.advanceAsync(2000);
    expect(heard.slice(1).join('')).toHaveLength(200);
    await bench.clock.advanceAsync(60_000);
    expect(listed(heard)).toEqual(['a', 'b', 'at 4']);
  });
});

describe('cut up', () => {
  it('tear: pieces, and nothing is lost', async () => {
    const bench = benchWith(...Array.from({ length: 20 }, (_, seed) => ({ type: 'tear', seed }) as const));
    const all = Array.from({ length: 20 }, () => bench.ask(LIST));
    await bench.clock.advanceAsync(5000);
    for (const heard of all) expect(listed(heard)).toEqual(['a', 'b', 'at 4']);
    expect(new Set(all.map(({ length }) => length)).size).toBeGreaterThan(2);
  });

  it('merge: several frames in one chunk, and a last one before the end', async () => {
    const bench = benchWith({ type: 'merge', ms: 1000 });
    const heard = bench.ask(watchFrom(4, '&timeoutSeconds=1'));
    for (const name of ['a', 'b', 'c']) bench.write(name);
    expect(heard).toEqual(['200']);
    await bench.clock.advanceAsync(1000);
    expect(heard).toHaveLength(4);
    expect(frames(heard)).toEqual(['MODIFIED a@5', 'MODIFIED b@6', 'ADDED c@7']);
  });
});

describe('wrong', () => {
  it.each(['html', 'json', 'unknownType', 'noName'] as const)('garble: one frame is none: %s', (nonsense) => {
    const bench = benchWith({ type: 'garble', frame: 2, with: nonsense });
    const heard = bench.ask(watchFrom(4));
    for (const name of ['a', 'b', 'c']) bench.write(name);
    expect(heard).toHaveLength(4);
    expect(frames([heard[1] ?? '', heard[3] ?? ''])).toEqual(['MODIFIED a@5', 'ADDED c@7']);
    expect(heard[2]).not.toContain('"b"');
  });

  it('repeat: every second frame twice', () => {
    const bench = benchWith({ type: 'repeat', every: 2 });
    const heard = bench.ask(watchFrom(2));
    bench.write('a');
    expect(frames(heard)).toEqual(['ADDED a@3', 'ADDED b@4', 'ADDED b@4', 'MODIFIED a@5']);
  });

  it('rewind: what is known is told again', () => {
    const bench = benchWith({ type: 'rewind', versions: 1 });
    expect(frames(bench.ask(watchFrom(4)))).toEqual(['ADDED b@4']);
  });

  it('dropBookmarks: none for this watch, but for the one that ends a streamed list', async () => {
    const bench = benchWith({ type: 'dropBookmarks' }, { type: 'dropBookmarks' });
    const dry = bench.ask(watchFrom(4, '&allowWatchBookmarks=true'));
    const streamed = bench.ask(STREAMED);
    const other = bench.ask(watchFrom(4, '&allowWatchBookmarks=true'));
    await bench.clock.advanceAsync(120_000);
    expect(frames(dry)).toEqual([]);
    expect(frames(streamed)).toEqual(['ADDED a@3', 'ADDED b@4', 'BOOKMARK @4']);
    expect(frames(other)).toEqual(['BOOKMARK @4', 'BOOKMARK @4']);
  });

  it('stale: a replica that is behind, as one may be', () => {
    const bench = benchWith(...Array.from({ length: 4 }, () => ({ type: 'stale', versions: 1 }) as const));
    expect(listed(bench.ask(`${LIST}?resourceVersion=0`))).toEqual(['a', 'at 3']);
    expect(listed(bench.ask(`${LIST}?resourceVersion=3`))).toEqual(['a', 'at 3']);
    const [status, body] = bench.ask(`${LIST}?resourceVersion=4`);
    expect([status, body]).toEqual(['504 after 1 s', expect.stringContaining('Too large resource version')]);
    expect(listed(bench.ask(LIST))).toEqual(['a', 'b', 'at 4']);
  });

  it('shortPages: fewer than asked for, and pages where none were asked for', () => {
    const bench = benchWith(...Array.from({ length: 3 }, () => ({ type: 'shortPages', limit: 1 }) as const));
    for (const query of ['?limit=500', '?resourceVersion=3', '?resourceVersion=0&limit=500'])
      expect(listed(bench.ask(LIST + query))).toEqual(['a', 'at 4']);
  });
});

const STREAMED = watchFrom('', '&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true');

describe('streamedList', () => {
  it.each([
    ['ignored', '200', ['ADDED a@3', 'ADDED b@4']],
    ['noBookmark', '200', ['ADDED a@3', 'ADDED b@4']],
    ['unmarked', '200', ['ADDED a@3', 'ADDED b@4', 'BOOKMARK @4']],
    ['endsBefore', '200', ['ADDED a@3', 'ADDED b@4']],
  ] as const)('%s', (trap, status, expected) => {
    const bench = benchWith({ type: 'streamedList', trap });
    const heard = bench.ask(STREAMED);
    expect([heard[0], frames(heard)]).toEqual([status, expected]);
    expect(heard.includes('over')).toBe(trap === 'endsBefore');
    expect(heard.join()).not.toContain('initial-events-end');
  });

  it.each([400, 422])('refused%i', (code) => {
    const bench = benchWith({ type: 'streamedList', trap: code === 400 ? 'refused400' : 'refused422' });
    expect(bench.ask(STREAMED)[0]).toBe(String(code));
  });

  it('without a fault it ends with the marked bookmark', () => {
    expect(benchWith().ask(STREAMED).join()).toContain('"k8s.io/initial-events-end":"true"');
  });
});

it('a fault waits for a request that can have it; several of one request come to bear in the order of the way', async () => {
  const bench = benchWith({ type: 'dropBookmarks' });
  bench.ask(LIST);
  expect(bench.server.log).toEqual([]);
  bench.ask(watchFrom(4));
  expect(bench.server.log).toEqual([
    { at: 0, request: 2, client: 'client', kind: 'watch', fault: { type: 'dropBookmarks' } },
  ]);
});
