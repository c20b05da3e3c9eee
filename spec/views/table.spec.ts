import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Order } from '../../lib/views/order.js';
import { type Row, rowOf } from '../../lib/views/row.js';
import { compareValues } from '../../lib/views/sort-key.js';
import { Table } from '../../lib/views/table.js';
import { runs } from '../support/runs.js';

type Content = ReadonlyMap<string, Row<number>>;

const orders = [new Order([]), new Order([compareValues])];

/** A key gets another value, or another place, or goes. */
const edit = fc.record({ key: fc.nat(60), first: fc.nat(5), goes: fc.boolean() });

/** After each commit, or only now and then, so that edits pile up that nobody looked at. */
const commit = fc.record({
  edits: fc.array(edit, { minLength: 1, maxLength: 3 }),
  times: fc.oneof({ weight: 9, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.integer({ min: 2, max: 300 }) }),
  looks: fc.boolean(),
});

interface Held {
  readonly table: Table<number>;
  readonly content: Content;
}

it('L11: a table that nobody looked at is what it was, however much later somebody does', () => {
  fc.assert(
    fc.property(
      fc.array(commit, { maxLength: 12 }),
      fc.constantFrom(...orders),
      fc.array(fc.nat(2000), { maxLength: 20 }),
      (commits, order, lookups) => {
        let content: Content = new Map(
          Array.from({ length: 30 }, (_, i) => [`k-${i}`, rowOf(`k-${i}`, -1, i % 5)] as const),
        );
        let table = Table.of([...content.values()], order);
        const held: Held[] = [{ table, content }];
        for (const { edits, times, looks } of commits) {
          for (let time = 0; time < times; time++) {
            const next = new Map(content);
            const steps = edits.map(({ key, first, goes }) => {
              const name = `k-${key}`;
              const before = next.get(name);
              const after = goes ? undefined : rowOf(name, held.length, (first + time) % 6);
              if (after === undefined) next.delete(name);
              else next.set(name, after);
              return { before, after };
            });
            table = table.edited(steps, order);
            content = next;
            held.push({ table, content });
          }
          if (looks) check({ table, content }, order);
        }
        // Not in their order: what a later one has made must not matter to an earlier one.
        for (const i of lookups) check(held[i % held.length] ?? { table, content }, order);
        check({ table, content }, order);
      },
    ),
    runs,
  );
});

function check({ table, content }: Held, order: Order): void {
  const expected = [...content.values()].sort((a, b) => order.compare(a, b));
  expect(table.size).toBe(expected.length);
  for (let key = 0; key < 61; key++)
    if (table.row(`k-${key}`) !== content.get(`k-${key}`)) throw new Error(`k-${key} is another row`);
  const rows = [...table];
  if (rows.length !== expected.length || rows.some((row, i) => row !== expected[i])) throw new Error('other rows');
  for (const [i, row] of expected.entries())
    if (table.at(i) !== row || table.position(row) !== i) throw new Error(`${row.key} is not at ${i}`);
}

it('refuses a comparator that contradicts itself when it is found out, not when somebody looks', () => {
  let sign = 1;
  const fickle = new Order([(a, b) => sign * (Number(a) - Number(b))]);
  const rows = Array.from({ length: 50 }, (_, i) => rowOf(`k-${i}`, i, i));
  const table = Table.of(rows, fickle);
  sign = -1;
  expect(() => table.edited([{ before: rows[1], after: undefined }], fickle)).toThrow('contradicts itself');
  expect(table.row('k-1')).toBe(rows[1]);
});

it('L12: stays the same table where rows are only told again', () => {
  const order = new Order([compareValues]);
  const rows = Array.from({ length: 50 }, (_, i) => rowOf(`k-${i}`, i, i));
  const table = Table.of(rows, order);
  expect(
    table.edited(
      rows.map((row) => ({ before: row, after: row })),
      order,
    ),
  ).toBe(table);
});
