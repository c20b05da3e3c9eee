import { defer, map, type OperatorFunction } from 'rxjs';
import type { Commit } from '../store/index.js';
import { type Accumulator, type Aggregate, count } from './aggregates.js';
import { checkFunction, shown } from './checks.js';
import { commitsOf } from './commits-of.js';
import { type Heard, Inlet } from './inlet.js';
import { KEY_ORDER } from './order.js';
import { Present } from './present.js';
import { type Row, rowOf } from './row.js';
import { RowEdits } from './row-edits.js';
import { Table } from './table.js';
import { originsOf, type ViewCommit } from './view-snapshot.js';

/** What is kept of a group beside its key: by name, an aggregate each. */
export type Aggregates<T> = Readonly<Record<string, Aggregate<T, unknown>>>;

/** A row of `groupBy`: the key that the group's objects share, and the value of each aggregate. */
export type Group<A> = {
  readonly key: string;
} & { readonly [N in keyof A]: A[N] extends Aggregate<never, infer R> ? R : never };

/**
 * A view with a row for each group of objects, by the key that a function gives, in the order of these keys: pods by node, with how many they are and how
 * often they restarted. A group is there as long as an object is in it. Its row is a frozen object: the key of the group as `key`, and the value of
 * each aggregate under its name; it is the same object until one of these changes (L12).
 *
 * Objects for which the function gives undefined are in no group. The functions are asked once for each changed object; what they gave is what is taken
 * back when it changes. If one throws, the stream fails with that error, as RxJS's operators do (L6).
 *
 * A commit costs O(its changes x log size), however large the groups are.
 *
 * @param aggregates by name; default: `{ count: count() }`
 * @throws TypeError when there is no function, or an aggregate is none
 * @example
 * pods.changes$.pipe(groupBy((pod) => pod.spec?.nodeName, { pods: count(), restarts: sum(restartsOf) }));   // { key: 'worker-1', pods: 3, restarts: 7 }
 */
export function groupBy<T>(
  keyFn: (object: T, key: string) => string | undefined,
): OperatorFunction<Commit<T>, ViewCommit<{ readonly key: string; readonly count: number }>>;
export function groupBy<T, A extends Aggregates<T>>(
  keyFn: (object: T, key: string) => string | undefined,
  aggregates: A,
): OperatorFunction<Commit<T>, ViewCommit<Group<A>>>;
export function groupBy<T>(
  keyFn: (object: T, key: string) => string | undefined,
  aggregates: Aggregates<T> = { count: count() },
): OperatorFunction<Commit<T>, ViewCommit<Values>> {
  checkFunction('groupBy', 'what gives the key of the group', keyFn);
  const named = Object.entries(aggregates);
  for (const [name, aggregate] of named) checkAggregate(name, aggregate);
  return (source$) =>
    defer(() => {
      const view = new Grouping(keyFn, named);
      return commitsOf('groupBy', source$).pipe(map((commit) => view.take(commit)));
    });
}

/** A group's row, before its names are known to the compiler. */
type Values = { readonly key: string } & Readonly<Record<string, unknown>>;

/** What an object brought into its group. */
interface Membership<T> {
  readonly object: T;
  readonly group: GroupState | undefined;
  readonly values: readonly unknown[];
}

interface GroupState {
  readonly key: string;
  readonly accumulators: readonly Accumulator<unknown>[];
  size: number;
}

class Grouping<T> {
  readonly #keyFn: (object: T, key: string) => string | undefined;
  readonly #aggregates: readonly (readonly [name: string, aggregate: Aggregate<T, unknown>])[];
  /** A row without values, of which rows are copies: cheaper than to add the properties one by one. */
  readonly #blank: Readonly<Record<string, unknown>>;
  readonly #inlet = new Inlet<T>();
  readonly #present = new Present<Values>();
  readonly #members = new Map<string, Membership<T>>();
  readonly #groups = new Map<string, GroupState>();
  /** The groups that the commit at hand touches. */
  readonly #touched = new Set<string>();
  #table: Table<Values> | undefined;

  constructor(
    keyFn: (object: T, key: string) => string | undefined,
    aggregates: readonly (readonly [name: string, aggregate: Aggregate<T, unknown>])[],
  ) {
    this.#keyFn = keyFn;
    this.#aggregates = aggregates;
    this.#blank = Object.fromEntries(aggregates.map(([name]) => [name, undefined]));
  }

  take(commit: Commit<T>): ViewCommit<Values> {
    const { resourceVersion, cause } = commit;
    const about = { resourceVersion, cause, origins: originsOf(commit) };
    this.#follow(this.#inlet.take(commit));
    const before = this.#table;
    const edits = new RowEdits(before ?? Table.of<Values>([], KEY_ORDER));
    for (const key of this.#touched) {
      const row = before?.row(key);
      edits.become(key, row, this.#rowOf(key, row));
    }
    this.#touched.clear();
    if (before !== undefined) {
      this.#table = before.edited(edits.steps, KEY_ORDER);
      return this.#present.next(this.#table, edits.steps, about);
    }
    const rows = edits.steps.flatMap(({ after }) => after ?? []);
    this.#table = Table.of(rows, KEY_ORDER);
    return this.#present.begin(this.#table, about);
  }

  #follow({ source, steps }: Heard<T>): void {
    if (steps !== undefined) {
      for (const { change, after } of steps) this.#move(change.key, after);
      return;
    }
    for (const key of this.#members.keys()) if (source.row(key) === undefined) this.#move(key, undefined);
    for (const row of source) this.#move(row.key, row);
  }

  /** Takes an object out of its group, and puts it, as it is now, into the one where it belongs. */
  #move(key: string, row: Row<T> | undefined): void {
    const before = this.#members.get(key);
    if (before !== undefined && row !== undefined && Object.is(before.object, row.object)) return;
    const after = row === undefined ? undefined : this.#membership(row);
    if (before?.group !== undefined) this.#leave(key, before.group, before.values);
    if (after?.group !== undefined) this.#enter(key, after.group, after.values);
    if (after === undefined) this.#members.delete(key);
    else this.#members.set(key, after);
  }

  #membership({ key, object }: Row<T>): Membership<T> {
    const name: unknown = this.#keyFn(object, key);
    if (name === undefined) return { object, group: undefined, values: [] };
    if (typeof name !== 'string')
      throw new TypeError(`groupBy: the key of ${key}'s group is ${shown(name)}, not a text`);
    const values = this.#aggregates.map(([, { by }]) => by(object, key));
    return { object, group: this.#groups.get(name) ?? this.#newGroup(name), values };
  }

  #newGroup(key: string): GroupState {
    const group = { key, accumulators: this.#aggregates.map(([, each]) => each.accumulator()), size: 0 };
    this.#groups.set(key, group);
    return group;
  }

  #leave(key: string, group: GroupState, values: readonly unknown[]): void {
    for (const [i, accumulator] of group.accumulators.entries()) accumulator.remove(values[i], key);
    group.size--;
    this.#touch(group);
  }

  #enter(key: string, group: GroupState, values: readonly unknown[]): void {
    for (const [i, accumulator] of group.accumulators.entries()) accumulator.add(values[i], key);
    group.size++;
    this.#touch(group);
  }

  /** It stands in the order of the newest changes (L4). */
  #touch({ key }: GroupState): void {
    this.#touched.delete(key);
    this.#touched.add(key);
  }

  #rowOf(key: string, before: Row<Values> | undefined): Row<Values> | undefined {
    const group = this.#groups.get(key);
    if (group === undefined || group.size === 0) {
      this.#groups.delete(key);
      return undefined;
    }
    const values = group.accumulators.map(({ value }) => value);
    const isSame = ([name]: readonly [string, unknown], i: number) => Object.is(before?.object[name], values[i]);
    if (before !== undefined && this.#aggregates.every(isSame)) return before;
    const object: { key: string; [name: string]: unknown } = { ...this.#blank, key };
    for (const [i, [name]] of this.#aggregates.entries()) object[name] = values[i];
    Object.freeze(object);
    return rowOf(key, object);
  }
}

function checkAggregate(name: string, aggregate: unknown): void {
  if (name === 'key') throw new TypeError('groupBy: an aggregate cannot be named "key", which is that of the group');
  const isOne = typeof aggregate === 'object' && aggregate !== null && 'accumulator' in aggregate && 'by' in aggregate;
  if (!isOne)
    throw new TypeError(
      `groupBy: the aggregate "${name}" is ${shown(aggregate)}; give what count(), sum(), min() or max() made`,
    );
}
