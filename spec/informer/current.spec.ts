import { expect, it } from '@jest/globals';
import { Current } from '../../lib/informer/current.js';

it('tells a late subscriber the current value, then every later one', () => {
  const current = new Current(1);
  const heard: number[] = [];
  current.set(2);
  current.values$.subscribe((value) => heard.push(value));
  current.set(3);
  expect(heard).toEqual([2, 3]);
});

it('tells everybody the values in one order, also when one is set from within a subscriber', () => {
  const current = new Current(0);
  const heard: string[] = [];
  current.values$.subscribe((value) => {
    heard.push(`first ${value}`);
    if (value === 1) current.set(2);
  });
  current.values$.subscribe((value) => heard.push(`second ${value}`));
  heard.length = 0;
  current.set(1);
  expect(heard).toEqual(['first 1', 'second 1', 'first 2', 'second 2']);
});

it('tells one who subscribes from within a subscriber each value once', () => {
  const current = new Current(0);
  const heard: number[] = [];
  let joined = false;
  current.values$.subscribe((value) => {
    if (value === 0 || joined) return;
    joined = true;
    current.values$.subscribe((late) => heard.push(late));
  });
  current.set(1);
  current.set(2);
  expect(heard).toEqual([1, 2]);
});

it('completes after what is queued has been told, and at once for those who come later', () => {
  const current = new Current(0);
  const heard: unknown[] = [];
  current.values$.subscribe({
    next: (value) => {
      if (value !== 1) return;
      current.set(2);
      current.complete();
    },
  });
  current.values$.subscribe({ next: (value) => heard.push(value), complete: () => heard.push('complete') });
  current.set(1);
  current.values$.subscribe({
    next: (value) => heard.push(`late ${value}`),
    complete: () => heard.push('late complete'),
  });
  expect(heard).toEqual([0, 1, 2, 'complete', 'late 2', 'late complete']);
});

it('tells one who sets a value while it is told the current one that value too, after that', () => {
  const current = new Current(0);
  const heard: string[] = [];
  current.values$.subscribe((value) => heard.push(`before ${value}`));
  current.values$.subscribe((value) => {
    heard.push(`late ${value} begins`);
    if (value === 0) current.set(1);
    heard.push(`late ${value} ends`);
  });
  expect(heard).toEqual(['before 0', 'late 0 begins', 'late 0 ends', 'before 1', 'late 1 begins', 'late 1 ends']);
});

it('completes one who completes it while it is told the current value', () => {
  const current = new Current(0);
  const heard: unknown[] = [];
  current.values$.subscribe({
    next: (value) => {
      heard.push(value);
      current.complete();
    },
    complete: () => heard.push('complete'),
  });
  expect(heard).toEqual([0, 'complete']);
});
