import { jest } from '@jest/globals';

/** Counts the steps that are taken over Maps and Sets while something is done: what walks all of a collection shows. */
export async function stepsOver(work: () => Promise<void>): Promise<number> {
  const iterators: Iterator<unknown>[] = [new Map().values(), new Set().values()];
  const spies = iterators.map((iterator) => jest.spyOn(Object.getPrototypeOf(iterator) as typeof iterator, 'next'));
  await work();
  const steps = spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
  for (const spy of spies) spy.mockRestore();
  return steps;
}
