import { describe, expect, it } from '@jest/globals';
import { Recent } from '../../../lib/server/authorizer/recent.js';

function setUp({ keepMs = 10, maxEntries = 3, maxPending = 2 } = {}) {
  const time = { now: 1000 };
  const asked: string[] = [];
  const recent = new Recent<string>({
    keepMs,
    maxEntries,
    maxPending,
    now: () => time.now,
    isKept: (value) => value !== 'unknown',
  });
  const get = (key: string, value = key) =>
    recent.get(key, async () => {
      asked.push(key);
      return value;
    });
  return { time, asked, recent, get };
}

describe('answers of a moment ago', () => {
  it('hold for their time, from when they were asked for', async () => {
    const { time, asked, get } = setUp();
    await get('a');
    time.now += 9;
    expect(get('a')).toBe('a');
    time.now += 1;
    expect(await get('a', 'b')).toBe('b');
    expect(asked).toEqual(['a', 'a']);
  });

  it('hold no longer when the clock is set back', async () => {
    const { time, asked, get } = setUp();
    await get('a');
    time.now -= 5000;
    await get('a');
    expect(asked).toEqual(['a', 'a']);
  });

  it('are waited for by all who ask the same at one time', async () => {
    const { asked, get } = setUp();
    expect(await Promise.all([get('a'), get('a'), get('b')])).toEqual(['a', 'a', 'b']);
    expect(asked).toEqual(['a', 'b']);
  });

  it('are not kept when there is none, or when nothing is to be kept', async () => {
    const { asked, recent, get } = setUp();
    await get('a', 'unknown');
    await get('a', 'unknown');
    const without = setUp({ keepMs: 0 });
    await without.get('a');
    await without.get('a');
    expect([asked.length, without.asked.length, recent.size]).toEqual([2, 2, 0]);
  });

  it('are so many at most, and the one that was used longest ago makes room', async () => {
    const { asked, recent, get } = setUp();
    for (const key of ['a', 'b', 'c']) await get(key);
    await get('a');
    await get('d');
    expect(recent.size).toBe(3);
    await get('a');
    await get('b');
    expect(asked).toEqual(['a', 'b', 'c', 'd', 'b']);
  });

  it('are asked for so many at a time, and what fails makes room', async () => {
    const { recent, get } = setUp();
    const refused = recent.get('x', () => Promise.reject(new Error('no')));
    const waiting = get('a');
    expect(get('b')).toBeUndefined();
    expect(get('a')).toBe(waiting);
    await expect(refused).rejects.toThrow('no');
    expect(await get('b')).toBe('b');
  });
});
