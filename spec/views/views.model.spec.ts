import { isDeepStrictEqual } from 'node:util';
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { filter, type Observable, Subject } from 'rxjs';
import type { Commit } from '../../lib/store/index.js';
import { commitsOf, historyOf } from '../support/histories.js';
import { runs } from '../support/runs.js';
import type { Thing } from '../support/things.js';
import {
  type Content,
  chain,
  coalescedChain,
  contentOf,
  type Link,
  linkNames,
  linkOf,
  type Planned,
} from './support/chain.js';
import { Follower } from './support/follower.js';

const history = historyOf('a', 'b', 'c', 'd', 'e');

/** What a user does between two commits: gives a link another setting. */
const settings = fc.array(fc.record({ link: fc.nat(3), seed: fc.nat(59) }), { maxLength: 2 });

interface Play {
  readonly steps: Parameters<typeof commitsOf>[0];
  readonly plan: readonly Planned[];
  readonly settings: readonly (readonly { link: number; seed: number }[])[];
  /** Which commits an operator before each link lets through. */
  readonly passes: readonly boolean[];
  /** After which commits links tell what they hold back; absent: they hold nothing back. */
  readonly flushes?: readonly boolean[];
}

function expectedOf(links: readonly Link[], source: Content): Content {
  return links.reduce((content, link) => link.expected(content), source);
}

function piped(source$: Observable<Commit<Thing>>, links: readonly Link[]): Observable<Commit<Thing>> {
  return links.reduce((commits$, { operator }) => commits$.pipe(operator), source$);
}

/** Lets nothing pass where `passes` is false: a view then has to find out by itself what it missed. */
function gaps(passes: readonly boolean[]) {
  return filter<Commit<Thing>>((_commit, i) => i === 0 || (passes[i % Math.max(passes.length, 1)] ?? true));
}

function play({ steps, plan, settings: all, passes, flushes }: Play): void {
  const links = plan.map(linkOf);
  const source$ = new Subject<Commit<Thing>>();
  const follower = new Follower<Thing>();
  let error: unknown;
  piped(source$.pipe(gaps(passes)), links).subscribe({
    next: (commit) => {
      try {
        follower.hear(commit);
      } catch (reason) {
        error ??= reason;
      }
    },
    error: (reason) => {
      error ??= reason;
    },
  });
  const held: Commit<Thing>[] = [];
  const compare = (count: number) => {
    if (error !== undefined) throw error;
    const last = follower.last;
    const source = held.at(-1);
    if (last === undefined || source === undefined) return;
    const [content, expected] = [contentOf(last.snapshot), expectedOf(links, contentOf(source.snapshot))];
    // `expect` takes long: it is asked for its words only.
    if (!isDeepStrictEqual(content, expected)) expect(content).toEqual(expected);
    if (flushes === undefined && follower.commits !== count)
      throw new Error(`${follower.commits} commits, not ${count}`);
    if (last.resourceVersion !== source.resourceVersion) throw new Error('another resourceVersion than the source');
  };
  const flush = () => {
    for (const link of links) link.flush?.();
  };
  for (const [i, commit] of commitsOf(steps).entries()) {
    if (flushes !== undefined && flushes[i] !== true) {
      held.push(commit);
      source$.next(commit);
      for (const { link, seed } of all[i] ?? []) links[link % links.length]?.set?.(seed);
      continue;
    }
    flush();
    const before = follower.commits;
    const isHeard = i === 0 || (passes[i % Math.max(passes.length, 1)] ?? true);
    if (isHeard) held.push(commit);
    source$.next(commit);
    flush();
    compare(before + (isHeard ? 1 : 0));
    for (const { link, seed } of all[i] ?? []) {
      const { set } = links[link % links.length] ?? {};
      const count = follower.commits;
      set?.(seed);
      flush();
      compare(count + (set === undefined ? 0 : 1));
    }
  }
  follower.checkHeld();
}

const anything = {
  steps: history,
  settings: fc.array(settings, { maxLength: 30 }),
  passes: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: fc.array(fc.boolean()) }),
};

it.each(linkNames)(
  'L1, L3, L5, L11, L12: %s is what is computed from the snapshot, and tells how it came to be',
  (name) => {
    const plan = fc.tuple(fc.record({ name: fc.constant(name), seed: fc.nat(59) }));
    fc.assert(fc.property(fc.record({ ...anything, plan }), play), runs);
  },
);

it('L1, L3, L5, L11, L12: any chain of views is what is computed from the snapshot, and tells how it came to be', () => {
  fc.assert(fc.property(fc.record({ ...anything, plan: chain }), play), runs);
});

it('L1, L3, L5, L11, L12: a chain of views with coalesce between them is what is computed from the snapshot', () => {
  const passes = fc.constant([]);
  const flushes = fc.array(fc.boolean(), { maxLength: 30 });
  fc.assert(fc.property(fc.record({ ...anything, plan: coalescedChain, passes, flushes }), play), runs);
});
