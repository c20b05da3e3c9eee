import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decodeUpstream, encodeUpstream, encodeUpstreamHeader, type Upstream } from '../../lib/reflector/index.js';
import { runs } from '../support/runs.js';
import { bookmark, initialEventsEnd, podList } from '../support/scripted-server.js';
import { ReflectorBench } from './bench.js';

const upstream: Upstream = {
  staleSince: 1000,
  failure: { kind: 'network', message: 'list https://10.0.0.1:6443/api/v1/pods: refused', advice: 'Start the server.' },
};

type Bookmark = ReturnType<typeof bookmark>;

/** A bookmark of a relay that is cut off. */
function saying(text: unknown, { type, object }: Bookmark = bookmark(11)): object {
  const { metadata } = object;
  const annotations = {
    ...('annotations' in metadata && Object(metadata.annotations)),
    'rxinformer.dev/upstream': text,
  };
  return { type, object: { ...object, metadata: { ...metadata, annotations } } };
}

/** A reflector whose watch is open, at 5 s. */
function watching(): ReflectorBench {
  const bench = new ReflectorBench({ watchList: 'never' });
  bench.clock.advance(5000);
  bench.server.last.json(podList(10, []));
  bench.server.last.open();
  return bench;
}

describe('a relay that is cut off itself', () => {
  it('L7: is told, with what is wrong there and since when, while the connection to it goes on', () => {
    const { server, status, statuses, stop } = watching();
    expect(status()).toMatchObject({ phase: 'live' });
    const told = statuses.length;
    server.last.send(saying(encodeUpstream(upstream)));
    expect(status()).toEqual({
      ...{ phase: 'retrying', synced: true, since: 5000, staleSince: 1000, resourceVersion: '11' },
      failure: {
        kind: 'network',
        message:
          'watch http://server/api/v1/pods: the relay is not well connected itself: list https://10.0.0.1:6443/api/v1/pods: refused',
        advice: 'At the relay: Start the server.',
      },
    });
    server.last.send(saying(encodeUpstream(upstream), bookmark(12)));
    expect(statuses).toHaveLength(told + 1);
    expect([server.exchanges.length, server.last.aborted]).toEqual([2, false]);
    stop();
  });

  it('is live again when a bookmark says nothing of it', () => {
    const { server, clock, status, stop } = watching();
    server.last.send(saying(encodeUpstream(upstream)));
    clock.advance(1000);
    server.last.send(bookmark(12));
    expect(status()).toEqual({ phase: 'live', synced: true, since: 6000, resourceVersion: '12' });
    stop();
  });

  it('says when another thing is wrong there', () => {
    const { server, status, stop } = watching();
    server.last.send(saying(encodeUpstream(upstream)));
    server.last.send(saying(encodeUpstream({ ...upstream, failure: { ...upstream.failure, kind: 'forbidden' } })));
    expect(status()?.failure?.kind).toBe('forbidden');
    stop();
  });

  it('stays stale since then when the connection to it breaks too', () => {
    const { server, clock, status, stop } = watching();
    server.last.send(saying(encodeUpstream(upstream)));
    clock.advance(1000);
    server.last.reset();
    expect(status()).toMatchObject({ phase: 'retrying', staleSince: 1000 });
    server.last.reset('ECONNREFUSED');
    expect(status()).toMatchObject({ phase: 'retrying', staleSince: 1000, failure: { kind: 'network' } });
    expect(status()?.failure?.message).not.toMatch(/relay/);
    stop();
  });

  it('L7: has never been live where the head of its watch says it, before any bookmark does', () => {
    const { server, clock, status, statuses, stop } = new ReflectorBench({ watchList: 'never' });
    clock.advance(5000);
    server.last.json(podList(10, []));
    server.last.open(200, { 'rxinformer-upstream': encodeUpstreamHeader(upstream) });
    expect(statuses.map(({ phase }) => phase)).not.toContain('live');
    expect(status()).toMatchObject({ phase: 'retrying', synced: true, staleSince: 1000, failure: { kind: 'network' } });
    const told = statuses.length;
    server.last.send(saying(encodeUpstream(upstream)));
    expect(statuses).toHaveLength(told);
    server.last.send(bookmark(12));
    expect(status()).toMatchObject({ phase: 'live' });
    stop();
  });

  it('says so in a header that every proxy lets through, however long its words', () => {
    const { server, clock, status, stop } = new ReflectorBench({ watchList: 'never' });
    clock.advance(5000);
    const long = {
      staleSince: 1000,
      failure: { kind: 'network', message: '😀'.repeat(900), advice: '"'.repeat(900) },
    } as const;
    const header = encodeUpstreamHeader(long);
    expect(header).toMatch(/^[!-~]{1,4096}$/);
    server.last.json(podList(10, []));
    server.last.open(200, { 'rxinformer-upstream': header });
    expect(status()).toMatchObject({ phase: 'retrying', staleSince: 1000 });
    stop();
  });

  it.each(['%', '', 'no'])('L16: is told also where its header cannot be understood: %j', (header) => {
    const { server, clock, status, stop } = new ReflectorBench({ watchList: 'never' });
    clock.advance(5000);
    server.last.json(podList(10, []));
    server.last.open(200, { 'rxinformer-upstream': header });
    expect(status()).toMatchObject({ phase: 'retrying', failure: { kind: 'protocol' } });
    stop();
  });

  it('is told from the mark of a streamed list on', () => {
    const { server, clock, status, events, stop } = new ReflectorBench({}, { watchList: true });
    clock.advance(3000);
    server.last.open().send(saying(encodeUpstream(upstream), initialEventsEnd(10)));
    expect(events).toEqual(['replace  @10']);
    expect(status()).toMatchObject({ phase: 'retrying', synced: true, staleSince: 1000 });
    stop();
  });

  it('is not stale since a time that is still to come, where its clock is ahead', () => {
    const { server, status, stop } = watching();
    server.last.send(saying(encodeUpstream({ ...upstream, staleSince: 1e12 })));
    expect(status()).toMatchObject({ phase: 'retrying', staleSince: 5000 });
    stop();
  });

  it.each<[string, unknown]>([
    ['no JSON', '{'],
    ['no object', '7'],
    ['empty', ''],
    ['no text', 7],
    ['of another kind of failure', JSON.stringify({ ...upstream, failure: { ...upstream.failure, kind: 'flood' } })],
    [
      'of a kind that every object has',
      JSON.stringify({ ...upstream, failure: { ...upstream.failure, kind: 'toString' } }),
    ],
    ['without a time', JSON.stringify({ failure: upstream.failure })],
    ['at no time', JSON.stringify({ ...upstream, staleSince: -1 })],
    ['without an advice', JSON.stringify({ ...upstream, failure: { kind: 'network', message: 'no' } })],
    ['too long', JSON.stringify({ ...upstream, failure: { ...upstream.failure, message: 'x'.repeat(2001) } })],
    ['far too long', JSON.stringify({ ...upstream, more: 'x'.repeat(20_000) })],
  ])('L16: is told also in words that nobody understands here: %s', (_, text) => {
    const { server, status, stop } = watching();
    server.last.send(saying(text));
    expect(status()).toMatchObject({ phase: 'retrying', staleSince: 5000, failure: { kind: 'protocol' } });
    expect(status()?.failure?.message).toMatch(/the relay says .* not understood here$/);
    server.last.send(bookmark(12));
    expect(status()).toMatchObject({ phase: 'live' });
    stop();
  });
});

it('what a relay says of itself is read as it was written, without what a terminal would obey', () => {
  fc.assert(
    fc.property(
      fc.record({ staleSince: fc.nat(), message: fc.string({ unit: 'binary', maxLength: 3000 }), advice: fc.string() }),
      ({ staleSince, message, advice }) => {
        const read = decodeUpstream(encodeUpstream({ staleSince, failure: { kind: 'server', message, advice } }));
        expect(read).toMatchObject({ staleSince, failure: { kind: 'server' } });
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
        expect(read?.failure.message).not.toMatch(/[\u0000-\u001f]/);
      },
    ),
    runs,
  );
});

it('garbage is read as nothing', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      expect(decodeUpstream(text)).toBeUndefined();
    }),
    runs,
  );
});
