import type { Run, Told, Wait } from './run.js';

/** Both runs in a form in which they are equal where they may be: groups without order, waits within what was expected. */
export function comparable(expected: Run, observed: Run): { readonly expected: object; readonly observed: object } {
  return {
    expected: {
      ...expected,
      requests: expected.requests.map(({ wait, ...request }) => ({ ...request, wait: shownWait(wait) })),
      told: mapValues(expected.told, (told) => sortedGroups(told, told)),
    },
    observed: {
      ...observed,
      requests: observed.requests.map(({ wait, ...request }, i) => {
        const wanted = expected.requests[i]?.wait;
        return { ...request, wait: shownWait(wanted !== undefined && isWithin(wait, wanted) ? wanted : wait) };
      }),
      told: mapValues(observed.told, (told, id) => sortedGroups(told, expected.told[id] ?? [])),
    },
  };
}

function isWithin(wait: Wait, wanted: Wait): boolean {
  return wait.from >= wanted.from && wait.to <= wanted.to;
}

function shownWait({ from, to }: Wait): string {
  return from === to ? `${from} ms` : `${from} to ${to} ms`;
}

/** What was told, with those neighbours sorted by key that are one group in the expectation. */
function sortedGroups(told: readonly Told[], expected: readonly Told[]): readonly Told[] {
  const result = told.map(withoutGroup);
  for (let start = 0; start < expected.length; ) {
    const end = endOfGroup(expected, start);
    const group = result.slice(start, end).sort((a, b) => (shown(a) < shown(b) ? -1 : 1));
    result.splice(start, group.length, ...group);
    start = end;
  }
  return result;
}

function endOfGroup(told: readonly Told[], start: number): number {
  const group = groupOf(told[start]);
  let end = start + 1;
  while (group !== undefined && groupOf(told[end]) === group) end++;
  return end;
}

export function groupOf(told: Told | undefined): number | undefined {
  return told === undefined || 'mark' in told ? undefined : told.group;
}

function withoutGroup(told: Told): Told {
  if ('mark' in told) return told;
  const { group, ...rest } = told;
  return rest;
}

/** By key, then by what happened to it: a group tells each key once, but for the two halves of a rebirth. */
function shown(told: Told): string {
  return 'mark' in told ? '' : `${told.key} ${told.type}`;
}

function mapValues<V, R>(record: Readonly<Record<string, V>>, change: (value: V, key: string) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]));
}
