import { describe, expect, it } from '@jest/globals';
import { makeStatus } from '../../../lib/kubernetes/index.js';
import type { BodySink, BodySource } from '../../../lib/server/http/exchange.js';
import { rechecked } from '../../../lib/server/http/recheck.js';
import { ApiError } from '../../../lib/server/store/api-error.js';
import { TestClock } from '../../support/virtual-time.js';
import { operator } from '../support/operator.js';

const reports = operator();

type Says = 'may' | 401 | 403 | 503 | 'throws';

/** A watch that is asked about each minute, and goes on for two more when nobody knows. */
function setUp() {
  const clock = new TestClock(1_000_000);
  const says = { now: 'may' as Says, roomy: true };
  const told: string[] = [];
  const asked: number[] = [];
  let inner: BodySink | undefined;
  const sink: BodySink = {
    write(chunk) {
      told.push(new TextDecoder().decode(chunk));
      return says.roomy;
    },
    end: () => told.push('end'),
    abort: () => told.push('abort'),
  };
  const body = (given: BodySink): BodySource => {
    inner = given;
    return { resume: () => told.push('resumed'), stop: () => told.push('stopped') };
  };
  const ask = async () => {
    asked.push((clock.now() - 1_000_000) / 1000);
    if (says.now === 'throws') throw new Error('no idea');
    if (says.now !== 'may') throw new ApiError(makeStatus(says.now, '', `no: ${says.now}`));
  };
  const times = { everyMs: 60_000, graceMs: 120_000, scheduler: clock, random: () => 0 };
  const source = rechecked(body, ask, times)(sink);
  const write = (text: string) => inner?.write(new TextEncoder().encode(text));
  return { clock, says, told, asked, source, write, end: () => inner?.end(), abort: () => inner?.abort() };
}

describe('an open watch', () => {
  it('is asked about again and again, and goes on while it may', async () => {
    const { clock, told, asked, write } = setUp();
    await clock.advanceAsync(200_000);
    write('event');
    expect(asked).toEqual([60, 120, 180]);
    expect(told).toEqual(['event']);
  });

  it.each([401, 403] as const)('ends, saying why, when it is refused with %d', async (code) => {
    const { clock, says, told, asked } = setUp();
    await clock.advanceAsync(60_000);
    says.now = code;
    await clock.advanceAsync(600_000);
    expect(told[0]).toBe('stopped');
    expect(JSON.parse(told[1] ?? '')).toMatchObject({
      type: 'ERROR',
      object: { kind: 'Status', code, message: `no: ${code}` },
    });
    expect(told.slice(2)).toEqual(['end']);
    expect(asked).toEqual([60, 120]);
    expect(clock.pending).toBe(0);
  });

  it.each([503, 'throws'] as const)(
    'goes on for a while when nobody knows (%s), is asked about sooner, and then ends',
    async (trouble) => {
      const { clock, says, told, asked } = setUp();
      says.now = trouble;
      await clock.advanceAsync(119_000);
      expect(told).toEqual([]);
      expect(asked.slice(0, 3)).toEqual([60, 65, 70]);
      await clock.advanceAsync(1_000);
      expect(told[1]).toMatch(
        trouble === 503 ? /"code":503/ : /"Internal error occurred: this server made a mistake of its own/,
      );
      expect(told.at(-1)).toBe('end');
      expect((await reports()).length).toBe(trouble === 503 ? 0 : asked.length);
    },
  );

  it('goes on when it is known again in time', async () => {
    const { clock, says, told } = setUp();
    says.now = 503;
    await clock.advanceAsync(115_000);
    says.now = 'may';
    await clock.advanceAsync(5_000);
    says.now = 503;
    await clock.advanceAsync(115_000);
    expect(told).toEqual([]);
  });

  it('is broken off, when its reader does not read', async () => {
    const { clock, says, told, write, source } = setUp();
    says.roomy = false;
    expect(write('event')).toBe(false);
    source.resume();
    says.now = 403;
    says.roomy = true;
    expect(write('more')).toBe(true);
    says.roomy = false;
    write('last');
    await clock.advanceAsync(60_000);
    expect(told).toEqual(['event', 'resumed', 'more', 'last', 'stopped', 'abort']);
  });

  it.each(['end', 'abort', 'stop'] as const)('is asked about no more after its end: %s', async (how) => {
    const { clock, asked, source, ...watch } = setUp();
    if (how === 'stop') source.stop();
    else watch[how]();
    expect(clock.pending).toBe(0);
    await clock.advanceAsync(600_000);
    expect(asked).toEqual([]);
  });

  it('is told nothing of an answer that comes after its end', async () => {
    const { clock, says, told, source } = setUp();
    says.now = 403;
    clock.advance(60_000);
    source.stop();
    await clock.advanceAsync(60_000);
    expect(told).toEqual(['stopped']);
  });

  it('is asked about up to a fifth sooner, by chance', async () => {
    const clock = new TestClock();
    const asked: number[] = [];
    const ask = async () => void asked.push(clock.now());
    const times = { everyMs: 60_000, graceMs: 0, scheduler: clock, random: () => 0.999999 };
    rechecked(() => ({ resume() {}, stop() {} }), ask, times)({ write: () => true, end() {}, abort() {} });
    await clock.advanceAsync(50_000);
    expect(asked.map(Math.round)).toEqual([48_000]);
  });
});
