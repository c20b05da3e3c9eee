import { expect, it } from '@jest/globals';
import { InformerBench } from '../support/informer-bench.js';
import { errorEvent, event, pod, type ScriptedExchange } from '../support/scripted-server.js';
import { settled } from '../support/virtual-time.js';

const faults: Readonly<Record<string, (exchange: ScriptedExchange) => void>> = {
  'connection refused': (exchange) => exchange.reset('ECONNREFUSED'),
  'connection reset in the body': (exchange) => exchange.open().reset(),
  '401': (exchange) => exchange.refuse(401, 'Unauthorized'),
  '403': (exchange) => exchange.refuse(403, 'Forbidden'),
  '404': (exchange) => exchange.refuse(404, 'NotFound'),
  '410': (exchange) => exchange.refuse(410, 'Expired'),
  '429': (exchange) => exchange.refuse(429, 'TooManyRequests'),
  '500': (exchange) => exchange.refuse(500, 'InternalError'),
  'a page of HTML': (exchange) => exchange.open().send('<html>').end(),
  'an error in the stream': (exchange) => exchange.open().send(errorEvent(500, 'InternalError')),
  garbage: (exchange) => exchange.open().send('\u0000\n'),
  'an empty body': (exchange) => exchange.open().end(),
};

it.each(Object.keys(faults))(
  'L10: %s neither errors nor completes a stream; it is a value of status$',
  async (name) => {
    const bench = new InformerBench();
    const ended: unknown[] = [];
    const failures: unknown[] = [];
    const observer = { error: (error: unknown) => ended.push(error), complete: () => ended.push('complete') };
    bench.informer.snapshot$.subscribe(observer);
    bench.informer.changes$.subscribe(observer);
    bench.informer.events$.subscribe(observer);
    bench.informer.status$.subscribe({
      ...observer,
      next: ({ failure }) => failure !== undefined && failures.push(failure),
    });
    faults[name]?.(bench.server.last); // on the list
    const isTriedAgain = () => bench.server.exchanges.length > 1 && bench.server.open.length === 1;
    for (let tries = 0; tries < 200 && !isTriedAgain(); tries++) bench.clock.advance(500);
    expect(bench.server.open).toHaveLength(1);
    await bench.goLive(10, pod('a', 1));
    await bench.send(event('MODIFIED', pod('a', 11)));
    bench.clock.advance(20_000);
    bench.server.last.end();
    faults[name]?.(bench.server.last); // on a watch
    bench.clock.advance(60_000);
    await settled();
    expect(ended).toEqual([]);
    expect(bench.informer.snapshot.resourceVersion).toBe('11');
    expect(['retrying', 'listing', 'live']).toContain(bench.informer.status.phase);
    expect(bench.server.open.length + bench.clock.actions.length).toBeGreaterThan(0);
    expect(failures.length).toBeGreaterThan(0);
    for (const failure of failures) {
      expect(failure).toEqual({
        kind: expect.any(String),
        message: expect.stringContaining('http://server/api/v1/pods'),
        advice: expect.stringMatching(/\w.+[.\])]$/),
        ...(Object.hasOwn(failure as object, 'code') && { code: expect.any(Number) }),
      });
    }
  },
);
