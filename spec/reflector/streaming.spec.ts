import { describe, expect, it } from '@jest/globals';
import { bookmark, errorEvent, event, initialEventsEnd, pod, podList } from '../support/scripted-server.js';
import { ReflectorBench } from './bench.js';

const STREAM = 'watch?sendInitialEvents=true&resourceVersionMatch=NotOlderThan';
const LIST = 'list?limit=500&resourceVersion=0';
const bench = (...args: ConstructorParameters<typeof ReflectorBench>) => new ReflectorBench(...args);

const streaming = (options: ConstructorParameters<typeof ReflectorBench>[0] = {}) =>
  bench(options, { watchList: true });

describe('reflector: streamed lists', () => {
  it('asks as client-go does: the newest state, with bookmarks and a random end', () => {
    const { server } = streaming();
    expect(Object.fromEntries(server.last.url.searchParams)).toEqual({
      watch: 'true',
      allowWatchBookmarks: 'true',
      timeoutSeconds: '330',
      sendInitialEvents: 'true',
      resourceVersionMatch: 'NotOlderThan',
    });
  });

  it('L2, L15: publishes the list at its mark, folded, as one; the stream goes on as the watch', () => {
    const { server, events, status } = streaming();
    server.last.open().send(event('ADDED', pod('a', 1)), event('ADDED', pod('b', 2)), event('ADDED', pod('c', 3)));
    server.last.send(event('MODIFIED', pod('a', 4)), event('DELETED', pod('c', 5)));
    expect(events).toEqual([]);
    expect(status()).toMatchObject({ phase: 'listing', synced: false });
    server.last.send(initialEventsEnd(10), event('MODIFIED', pod('a', 11)));
    expect(events).toEqual(['replace a@4,b@2 @10', 'modified a@11']);
    expect(status()).toMatchObject({ phase: 'live', synced: true });
    expect(server.log).toEqual([STREAM]);
  });

  it('goes on with a plain watch when the stream ends later', () => {
    const { server, clock } = streaming();
    server.last.open().send(initialEventsEnd(10));
    clock.advance(20_000);
    server.last.send(event('ADDED', pod('a', 11))).end();
    expect(server.log.at(-1)).toBe('watch?resourceVersion=11');
  });

  it('L15: an empty list is whole too', () => {
    const { server, events } = streaming();
    server.last.open().send(initialEventsEnd(10));
    expect(events).toEqual(['replace  @10']);
  });

  it('lists again as a stream, not older than what it knows, after 410', () => {
    const { server, clock, events } = streaming();
    server.last.open().send(event('ADDED', pod('a', 1)), initialEventsEnd(10));
    server.last.send(event('ADDED', pod('b', 11)), errorEvent(410, 'Expired'));
    clock.advance(1200);
    expect(server.log.at(-1)).toBe(`${STREAM}&resourceVersion=11`);
    server.last.open().send(event('ADDED', pod('b', 11)), initialEventsEnd(20));
    expect(events.at(-1)).toBe('replace b@11 @20');
  });

  it('tells how far it is', () => {
    const { server, status } = streaming();
    server.last.open();
    for (let i = 0; i < 1000; i++) server.last.send(event('ADDED', pod(`p${i}`, i + 1)));
    expect(status()).toMatchObject({ phase: 'listing', received: 1000 });
  });

  it('L12: tells the list listener while objects come, and takes it back when the stream is cut', () => {
    const told: string[] = [];
    const { server } = streaming({
      listListener: {
        collected: (objects) => told.push(`${objects.length} more`),
        discarded: () => told.push('none of them'),
      },
    });
    for (let i = 0; i < 300; i++) {
      if (i === 0) server.last.open();
      server.last.send(event('ADDED', pod(`p${i}`, i + 1)));
    }
    server.last.reset();
    expect(told).toEqual(['none of them', '250 more', 'none of them']);
    server.last.open().send(event('ADDED', pod('a', 1)), initialEventsEnd(10));
    expect(told.at(-1)).toBe('1 more');
  });

  it('L16: leaves an object out that the transform refuses, and says so while all else is well', () => {
    const { server, events, status } = streaming({
      transform: (draft) => {
        if (draft.metadata.name === 'bad') throw new Error('bad one');
      },
    });
    server.last.open().send(event('ADDED', pod('a', 1)), event('ADDED', pod('bad', 2)), initialEventsEnd(10));
    expect(events).toEqual(['replace a@1 @10']);
    expect(status()).toMatchObject({ phase: 'live', failure: { message: expect.stringContaining('shop/bad') } });
  });
});

describe('reflector: servers that do not stream lists', () => {
  type Bench = ReturnType<typeof streaming>;
  const partial = [event('ADDED', pod('a', 1)), event('ADDED', pod('ghost', 2))];

  it.each<[string, (bench: Bench) => void]>([
    ['answers 400', ({ server }) => server.last.refuse(400, 'BadRequest')],
    ['answers 422', ({ server }) => server.last.refuse(422, 'Invalid')],
    ['answers 403, when listing may be allowed', ({ server }) => server.last.refuse(403, 'Forbidden')],
    ['answers 500', ({ server }) => server.last.refuse(500, 'InternalError')],
    ['sends an error', ({ server }) => server.last.open().send(...partial, errorEvent(500, 'InternalError'))],
    [
      'ends before the mark, twice',
      ({ server }) => {
        for (let i = 0; i < 2; i++)
          server.last
            .open()
            .send(...partial)
            .end();
      },
    ],
    ['ends at once', ({ server }) => server.last.open().end()],
    [
      'breaks off before the mark, twice',
      ({ server }) => {
        for (let i = 0; i < 2; i++)
          server.last
            .open()
            .send(...partial)
            .reset();
      },
    ],
    ['sends what cannot be read', ({ server }) => server.last.open().send(...partial, '{"type":"AD\n')],
    [
      'sends objects and never the mark',
      ({ server, clock }) => {
        server.last.open().send(...partial);
        clock.advance(5000);
      },
    ],
    [
      'sends a bookmark without the mark',
      ({ server, clock }) => {
        server.last.open().send(...partial, bookmark(10));
        clock.advance(5000);
      },
    ],
    [
      'sends changes for ever',
      ({ server, clock }) => {
        const { last } = server;
        last.open().send(...partial);
        for (let i = 3; i < 10; i++) {
          clock.advance(1000);
          last.send(event('MODIFIED', pod('a', i)));
        }
      },
    ],
    ['says nothing', ({ clock }) => clock.advance(5000)],
  ])('L15: lists in pages, at once, and drops what came, when the server %s', (_, behave) => {
    const bench = streaming();
    const { server, events, status, statuses } = bench;
    behave(bench);
    expect([...new Set(server.log)]).toEqual([STREAM, LIST]);
    expect(server.exchanges.at(-2)?.aborted).toBe(true);
    expect(events).toEqual([]);
    server.last.json(podList(10, [pod('a', 1)]));
    server.last.open();
    expect(events).toEqual(['replace a@1 @10']);
    expect(status()).toMatchObject({ phase: 'live', synced: true });
    expect(statuses.some(({ failure }) => failure !== undefined)).toBe(false);
  });

  it('remembers for an hour, for all that use the same transport and resource, that a server cannot', () => {
    const { server, clock } = streaming();
    server.last.refuse(422, 'Invalid');
    const again = bench({}, server, clock);
    expect(server.log.slice(1)).toEqual([LIST, LIST]);
    again.stop();
    clock.advance(60 * 60 * 1000);
    bench({}, server, clock);
    expect(server.log.at(-1)).toBe(STREAM);
  });

  it('remembers it for each transport', () => {
    streaming().server.last.refuse(422, 'Invalid');
    expect(streaming().server.log).toEqual([STREAM]);
  });

  it('tries a stream that was cut once more where streams have worked, and then lists in pages', () => {
    const { server, clock, events } = streaming();
    server.last.open().send(initialEventsEnd(10));
    bench({}, server, clock);
    server.last
      .open()
      .send(event('ADDED', pod('a', 1)))
      .reset();
    expect(server.log).toEqual([STREAM, STREAM, STREAM]);
    server.last
      .open()
      .send(event('ADDED', pod('a', 1)))
      .reset();
    expect(server.log.at(-1)).toBe(LIST);
    expect(events).toEqual(['replace  @10']);
  });

  it('never asks for a stream when told so, and at every list when told to', () => {
    expect(streaming({ watchList: 'never' }).server.log).toEqual([LIST]);
    const { server, clock } = streaming({ watchList: 'always' });
    server.last.refuse(422, 'Invalid');
    server.last.json(podList(10, []));
    server.last.open().send(errorEvent(410, 'Expired'));
    clock.advance(1200);
    expect(server.log.at(-1)).toBe(`${STREAM}&resourceVersion=10`);
    server.last.refuse(422, 'Invalid');
    expect(server.log.at(-1)).toBe('list?resourceVersion=10');
  });

  it('repeats, when told to stream, a list in pages that broke or is to be asked for later, and begins anew after any other failure', () => {
    const { server, clock } = streaming({ watchList: 'always' });
    server.last.refuse(422, 'Invalid');
    server.last.reset();
    clock.advance(1200);
    expect(server.log.at(-1)).toBe(LIST);
    server.last.refuse(503, 'ServiceUnavailable', { 'retry-after': '1' });
    clock.advance(2400);
    expect(server.log.at(-1)).toBe(LIST);
    server.last.refuse(500, 'InternalError');
    clock.advance(4800);
    expect(server.log.at(-1)).toBe(STREAM);
  });

  it('says what is wrong when the list in pages fails too', () => {
    const { server, status } = streaming();
    server.last.refuse(403, 'Forbidden');
    server.last.refuse(403, 'Forbidden');
    expect(status()).toMatchObject({ phase: 'retrying', failure: { kind: 'forbidden' } });
  });

  it('L8: a server that cuts every stream gets no more requests than any other', () => {
    const { server, clock } = streaming({ watchList: 'always' });
    let answered = 0;
    for (let tick = 0; tick < 600; tick++) {
      for (; answered < server.exchanges.length; answered++) {
        const exchange = server.exchanges[answered];
        if (exchange?.query.watch)
          exchange
            .open()
            .send(event('ADDED', pod('a', 1)))
            .reset();
        else exchange?.refuse(500, 'InternalError');
      }
      clock.advance(100);
    }
    expect(server.exchanges.length).toBeLessThanOrEqual(12);
  });
});
