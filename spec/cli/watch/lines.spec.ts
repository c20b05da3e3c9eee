import { describe, expect, it } from '@jest/globals';
import type { Column } from '../../../lib/cli/columns/column.js';
import { eventLine, jsonLine } from '../../../lib/cli/watch/event-line.js';
import { keysOf, scrolled } from '../../../lib/cli/watch/keys.js';
import type { Change } from '../../../lib/store/index.js';

interface Thing {
  readonly metadata: { readonly name: string; readonly resourceVersion: string };
  readonly phase: string;
}

const columns: readonly Column<Thing>[] = [
  { title: 'NAMESPACE', value: () => 'shop' },
  { title: 'NAME', value: ({ metadata }) => metadata.name },
  { title: 'STATUS', value: ({ phase }) => phase },
  { title: 'AGE', value: () => '5s' },
  { title: 'NODE', value: () => 'n1' },
];
const thing = (phase: string, resourceVersion = '1'): Thing => ({ metadata: { name: 'web', resourceVersion }, phase });
const common = { key: 'shop/web', isInInitialList: false, finalStateUnknown: false } as const;
const add: Change<Thing> = {
  ...common,
  type: 'add',
  object: thing('Pending'),
  previous: undefined,
  isInInitialList: true,
};
const update: Change<Thing> = { ...common, type: 'update', object: thing('Running', '2'), previous: thing('Pending') };
const lost: Change<Thing> = {
  ...common,
  type: 'delete',
  object: thing('Running'),
  previous: thing('Running'),
  finalStateUnknown: true,
};
const sync: Change<Thing> = { ...common, type: 'sync', object: thing('Running'), previous: thing('Running') };

describe('eventLine', () => {
  it('says what happened to whom, and what a table would show of it', () => {
    expect([add, update, lost, sync].map((change) => eventLine(change, columns, 1500))).toEqual([
      '1970-01-01T00:00:01.500Z ADDED    shop/web Pending n1',
      '1970-01-01T00:00:01.500Z MODIFIED shop/web Pending→Running n1',
      '1970-01-01T00:00:01.500Z DELETED  shop/web Running n1 (its end was not seen)',
      '1970-01-01T00:00:01.500Z SYNC     shop/web Running n1',
    ]);
  });

  it('does not let an object steer the terminal, or break its line', () => {
    const line = eventLine({ ...add, key: 'a\u001b]0;x\u0007', object: thing('\u001b[31mRed\n') }, columns, 0);
    expect(line).toMatch(/ADDED {4}a␛\]0;x␇ ␛\[31mRed␊ n1$/);
  });
});

describe('jsonLine', () => {
  it('is one line of JSON, with the object and the versions', () => {
    expect(JSON.parse(jsonLine(update, 1500))).toEqual({
      time: '1970-01-01T00:00:01.500Z',
      type: 'MODIFIED',
      key: 'shop/web',
      resourceVersion: '2',
      previousResourceVersion: '1',
      isInInitialList: false,
      finalStateUnknown: false,
      object: update.object,
    });
    expect(JSON.parse(jsonLine(add, 0))).not.toHaveProperty('previousResourceVersion');
    expect(jsonLine({ ...add, object: thing('a\nb\u2028\u009b') }, 0)).not.toMatch(/[\n\u2028\u009b]/);
  });
});

describe('keys', () => {
  it('are read from what terminals send, several at a time, whatever else is typed', () => {
    expect(keysOf('\u001b[A\u001bOB\u001b[5~x\u001b[6~ \u001b[1;5CjkgGq')).toEqual([
      ...['up', 'down', 'pageUp', 'pageDown', 'pageDown', 'down', 'up', 'top', 'bottom', 'quit'],
    ]);
    expect(keysOf('\u0003')).toEqual(['quit']);
    expect(keysOf('constructor')).toEqual([]);
  });

  it('move what is shown by a row, a page or all', () => {
    expect([scrolled(0, 'up', 10), scrolled(5, 'up', 10), scrolled(5, 'down', 10)]).toEqual([0, 4, 6]);
    expect([scrolled(5, 'pageUp', 10), scrolled(25, 'pageUp', 10), scrolled(5, 'pageDown', 10)]).toEqual([0, 15, 15]);
    expect(scrolled(5, 'top', 10)).toBe(0);
    expect(scrolled(5, 'bottom', 10)).toBeGreaterThan(1e9);
  });
});
