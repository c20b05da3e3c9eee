import fc from 'fast-check';
import { BehaviorSubject, map, type OperatorFunction } from 'rxjs';
import type { Commit, Snapshot } from '../../../lib/store/index.js';
import { ascending, coalesce, descending, orderBy, project, search, slice, where } from '../../../lib/views/index.js';
import type { Thing } from '../../support/things.js';
import { TestClock } from '../../support/virtual-time.js';

/** What a view holds, in its order. */
export type Content = readonly (readonly [key: string, object: Thing])[];

/** A view, and what it is to hold, computed plainly. */
export interface Link {
  readonly operator: OperatorFunction<Commit<Thing>, Commit<Thing>>;
  /** What it holds where its source holds this. */
  expected(source: Content): Content;
  /** Another setting, if it has one. */
  readonly set?: (seed: number) => void;
  /** Has it tell what it holds back. */
  readonly flush?: () => void;
}

const versionOf = ({ metadata }: Thing) => Number(metadata.resourceVersion);

/** The object with another version: the same uid, but another remainder. */
function reduced(object: Thing, divisor: number): Thing {
  const resourceVersion = String(Math.floor(versionOf(object) / divisor));
  return { metadata: { ...object.metadata, resourceVersion } };
}

const keyFunctions = [
  (object: Thing) => versionOf(object) % 3,
  (object: Thing) => (versionOf(object) % 2 === 0 ? undefined : object.metadata.name),
  (object: Thing) => String(versionOf(object)),
];

function orderKeys(seed: number) {
  const key = keyFunctions[seed % 3] ?? versionOf;
  return seed % 2 === 0 ? [ascending(key)] : [descending(key), keyFunctions[(seed >> 1) % 3] ?? versionOf];
}

/** Array.sort, which is stable, by the same keys; what is missing is last. */
function sorted(content: Content, seed: number): Content {
  const first = keyFunctions[seed % 3] ?? versionOf;
  const second = keyFunctions[(seed >> 1) % 3] ?? versionOf;
  return content.toSorted(([, a], [, b]) =>
    seed % 2 === 0
      ? plainly(first(a), first(b), 1)
      : plainly(first(a), first(b), -1) || plainly(second(a), second(b), 1),
  );
}

function plainly(a: string | number | undefined, b: string | number | undefined, sign: number): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return a < b ? -sign : a > b ? sign : 0;
}

const texts = ['', 'n/', 'a', 'B', 'c 1', ' 2 ', 'A-1 @1'];
const fields = ({ metadata }: Thing) => [metadata.uid, `@${metadata.resourceVersion}`];
const found = (object: Thing, text: string) =>
  text
    .toLowerCase()
    .split(' ')
    .every((word) => fields(object).some((field) => field?.toLowerCase().includes(word)));

const windowOf = (seed: number) => ({ start: seed % 3, end: (seed % 3) + (seed % 5) });

const links: Record<string, (seed: number) => Link> = {
  where: (seed) => ({
    operator: where((object) => versionOf(object) % 4 !== seed % 4),
    expected: (source) => source.filter(([, object]) => versionOf(object) % 4 !== seed % 4),
  }),
  'where, steered': (first) => {
    const seed$ = new BehaviorSubject(first);
    const is = (seed: number) => (object: Thing) => versionOf(object) % 3 !== seed % 3;
    return {
      operator: where(seed$.pipe(map(is))),
      expected: (source) => source.filter(([, object]) => is(seed$.value)(object)),
      set: (seed) => seed$.next(seed),
    };
  },
  project: (seed) => ({
    operator: project((object) => reduced(object, 1 + (seed % 4))),
    expected: (source) => source.map(([key, object]) => [key, reduced(object, 1 + (seed % 4))]),
  }),
  orderBy: (seed) => ({
    operator: orderBy(...orderKeys(seed)),
    expected: (source) => sorted(source, seed),
  }),
  'orderBy, steered': (first) => {
    const seed$ = new BehaviorSubject(first);
    return {
      operator: orderBy(seed$.pipe(map(orderKeys))),
      expected: (source) => sorted(source, seed$.value),
      set: (seed) => seed$.next(seed),
    };
  },
  slice: (seed) => ({
    operator: slice(windowOf(seed).start, windowOf(seed).end),
    expected: (source) => source.slice(windowOf(seed).start, windowOf(seed).end),
  }),
  'slice, steered': (first) => {
    const seed$ = new BehaviorSubject(first);
    return {
      operator: slice(seed$.pipe(map(windowOf))),
      expected: (source) => source.slice(windowOf(seed$.value).start, windowOf(seed$.value).end),
      set: (seed) => seed$.next(seed),
    };
  },
  search: (first) => {
    const text = (seed: number) => texts[seed % texts.length] ?? '';
    const seed$ = new BehaviorSubject(first);
    return {
      operator: search(seed$.pipe(map(text)), fields),
      expected: (source) => source.filter(([, object]) => found(object, text(seed$.value))),
      set: (seed) => seed$.next(seed),
    };
  },
};

/** Holds commits back, and merges them. */
function coalescing(): Link {
  const clock = new TestClock();
  return { operator: coalesce(100, clock), expected: (source) => source, flush: () => clock.advance(100) };
}

/** One link, by name and seed: made anew for each run, since it has a state. */
export interface Planned {
  readonly name: string;
  readonly seed: number;
}

export const linkNames = Object.keys(links);

const planned = (...names: string[]): fc.Arbitrary<Planned> =>
  fc.record({ name: fc.constantFrom(...names), seed: fc.nat(59) });

export const chain: fc.Arbitrary<Planned[]> = fc.array(planned(...linkNames), { minLength: 1, maxLength: 4 });

/** The same, with `coalesce` between some of them. */
export const coalescedChain: fc.Arbitrary<Planned[]> = fc
  .tuple(
    planned(...linkNames),
    fc.array(planned(...linkNames, 'coalesce', 'coalesce', 'coalesce'), { minLength: 1, maxLength: 4 }),
  )
  .map(([first, others]) => [first, ...others]);

export function linkOf({ name, seed }: Planned): Link {
  if (name === 'coalesce') return coalescing();
  const make = links[name];
  if (make === undefined) throw new Error(`no link is named ${name}`);
  return make(seed);
}

export const contentOf = (snapshot: Snapshot<Thing>): Content => [...snapshot];
