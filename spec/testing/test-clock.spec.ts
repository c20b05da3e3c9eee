import { expect, it } from '@jest/globals';
import { asapScheduler, interval, scheduled } from 'rxjs';
import { settled, TestClock } from '../../lib/testing/index.js';

function noted(clock: TestClock, ...delays: readonly number[]): string[] {
  const notes: string[] = [];
  for (const delay of delays) clock.schedule(() => notes.push(`${delay} at ${clock.now()}`), delay);
  return notes;
}

it('lets what is due happen in order, at its time, and no more', () => {
  const clock = new TestClock(1000);
  const notes = noted(clock, 300, 100, 500);
  clock.advance(400);
  expect(notes).toEqual(['100 at 1100', '300 at 1300']);
  expect(clock.now()).toBe(1400);
  expect(clock.pending).toBe(1);
  clock.advance(100);
  expect(notes.at(-1)).toBe('500 at 1500');
});

it('runs timers that a timer sets within the time that passes', () => {
  const clock = new TestClock();
  const ticks: number[] = [];
  const subscription = interval(10, clock).subscribe(() => ticks.push(clock.now()));
  clock.advance(35);
  expect(ticks).toEqual([10, 20, 30]);
  subscription.unsubscribe();
  expect(clock.pending).toBe(0);
});

it('advanceAsync lets microtasks happen after each timer', async () => {
  const told = async (advance: (clock: TestClock) => unknown) => {
    const clock = new TestClock();
    const notes: string[] = [];
    for (const delay of [10, 20]) {
      clock.schedule(() => {
        notes.push(`timer ${delay}`);
        scheduled([delay], asapScheduler).subscribe(() => notes.push(`task ${delay} at ${clock.now()}`));
      }, delay);
    }
    await advance(clock);
    await settled();
    return notes;
  };
  expect(await told((clock) => clock.advanceAsync(30))).toEqual([
    ...['timer 10', 'task 10 at 10'],
    ...['timer 20', 'task 20 at 20'],
  ]);
  expect(await told((clock) => clock.advance(30))).toEqual([
    ...['timer 10', 'timer 20'],
    ...['task 10 at 30', 'task 20 at 30'],
  ]);
});

it('jump: what fell due meanwhile happens late, all at the new time', () => {
  const clock = new TestClock();
  const notes = noted(clock, 10, 20, 5000);
  clock.jump(1000);
  expect(notes).toEqual(['10 at 1000', '20 at 1000']);
  clock.advance(4000);
  expect(notes.at(-1)).toBe('5000 at 5000');
});

it('set: the time of day leaps, and no timer cares', () => {
  const clock = new TestClock(1_000_000);
  const notes = noted(clock, 10, 20);
  clock.advance(10);
  clock.set(5);
  expect(notes).toEqual(['10 at 1000010']);
  clock.advance(10);
  expect(notes.at(-1)).toBe('20 at 15');
});

it.each([-1, Number.NaN])('refuses to go back: %p', async (ms) => {
  const clock = new TestClock();
  expect(() => clock.advance(ms)).toThrow(`advance: ${ms} is no number of milliseconds`);
  expect(() => clock.jump(ms)).toThrow('jump');
  await expect(clock.advanceAsync(ms)).rejects.toThrow('advanceAsync');
});

it('a timer that throws ends the run, with its error', () => {
  const clock = new TestClock();
  clock.schedule(() => {
    throw new Error('no');
  }, 10);
  noted(clock, 20);
  expect(() => clock.advance(30)).toThrow('no');
  expect(clock.pending).toBe(0);
});
