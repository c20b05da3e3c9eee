import { afterEach, describe, expect, it } from '@jest/globals';
import { expectTypeOf } from 'expect-type';
import fc from 'fast-check';
import { from, Observable, Subject, take } from 'rxjs';
import { DeltaFIFO } from '../../lib/delta/index.js';
import type { Informer } from '../../lib/informer/index.js';
import { type Commit, Indexer } from '../../lib/store/index.js';
import { coalesce, orderBy, project, slice, type ViewCommit, where } from '../../lib/views/index.js';
import { commitsOf, history, inShort, Reader, stateOf } from '../support/histories.js';
import type { Pod } from '../support/informer-bench.js';
import { runs } from '../support/runs.js';
import { type Thing, thing } from '../support/things.js';
import { TestClock } from '../support/virtual-time.js';
import { Collection, latest } from './support/collection.js';

const frames: (FrameRequestCallback | undefined)[] = [];

/** A browser whose frames come when a test says so. */
function provideFrames(): void {
  globalThis.requestAnimationFrame = (callback) => frames.push(callback);
  globalThis.cancelAnimationFrame = (id) => {
    frames[id - 1] = undefined;
  };
}

function nextFrame(): void {
  for (const callback of frames.splice(0)) callback?.(0);
}

afterEach(() => {
  frames.length = 0;
  Reflect.deleteProperty(globalThis, 'requestAnimationFrame');
  Reflect.deleteProperty(globalThis, 'cancelAnimationFrame');
});

/** A stream of commits that a test brings about, and what is heard of them. */
class Bench {
  readonly clock = new TestClock();
  readonly heard: string[] = [];
  readonly #commits$ = new Subject<Commit<Thing>>();
  readonly #indexer = new Indexer<Thing>();
  readonly #fifo = this.#newQueue();
  #version = 0;

  listen(interval: number | 'frame', withClock = true) {
    const operator = withClock ? coalesce<Thing, string>(interval, this.clock) : coalesce<Thing, string>(interval);
    return this.#commits$.pipe(operator).subscribe({
      next: ({ changes }) => this.heard.push(`${this.clock.now()}: ${changes.map(inShort).join(', ')}`),
      error: (error) => this.heard.push(`${this.clock.now()}: ${error}`),
      complete: () => this.heard.push(`${this.clock.now()}: complete`),
    });
  }

  get commits$(): Observable<Commit<Thing>> {
    return this.#commits$;
  }

  put(...names: string[]): void {
    for (const name of names) this.#fifo.update(thing(name, ++this.#version));
    this.#commit();
  }

  delete(name: string): void {
    this.#fifo.delete(thing(name, ++this.#version));
    this.#commit();
  }

  complete(): void {
    this.#commits$.complete();
  }

  error(): void {
    this.#commits$.error('error');
  }

  #commit(): void {
    this.#commits$.next(this.#indexer.apply(this.#fifo.drain()));
  }

  #newQueue() {
    return new DeltaFIFO<Thing>({ knownObjects: this.#indexer });
  }
}

describe('coalesce(ms)', () => {
  it('gives the first commit at once, and then at most one an interval, merged', () => {
    const bench = new Bench();
    bench.listen(100);
    bench.put('a');
    bench.clock.advance(30);
    bench.put('a');
    bench.put('b');
    bench.clock.advance(69);
    expect(bench.heard).toEqual(['0: add a@1']);
    bench.clock.advance(1);
    bench.put('b');
    bench.clock.advance(99);
    expect(bench.heard).toEqual(['0: add a@1', '100: update a@1→2, add b@3']);
    bench.clock.advance(1);
    expect(bench.heard.at(-1)).toBe('200: update b@3→4');
  });

  it('gives a commit at once when none came for an interval, and has no timer while nothing comes', () => {
    const bench = new Bench();
    bench.listen(100);
    bench.put('a');
    bench.clock.advance(100);
    expect(bench.clock.actions).toEqual([]);
    bench.clock.advance(50);
    bench.put('b');
    expect(bench.heard).toEqual(['0: add a@1', '150: add b@2']);
  });

  it('tells of each key once, also what one commit alone tells more than once', () => {
    const bench = new Bench();
    bench.listen(100);
    bench.put('b');
    bench.clock.advance(100);
    bench.put('a', 'a', 'b', 'a');
    expect(bench.heard[1]).toBe('100: update b@1→4, add a@5');
  });

  it('also tells that only the resourceVersion moved, or that what came is gone', () => {
    const bench = new Bench();
    bench.listen(100);
    bench.put('a');
    bench.put('b');
    bench.delete('b');
    bench.clock.advance(100);
    expect(bench.heard).toEqual(['0: add a@1', '100: ']);
  });

  it('gives what waits before it completes, and nothing more where the source fails', () => {
    const completing = new Bench();
    completing.listen(100);
    completing.put('a');
    completing.put('b');
    completing.complete();
    expect(completing.heard).toEqual(['0: add a@1', '0: add b@2', '0: complete']);
    expect(completing.clock.actions).toEqual([]);
    const failing = new Bench();
    failing.listen(100);
    failing.put('a');
    failing.put('b');
    failing.error();
    expect(failing.heard).toEqual(['0: add a@1', '0: error']);
    expect(failing.clock.actions).toEqual([]);
  });

  it('L9: leaves no timer behind', () => {
    const bench = new Bench();
    const subscription = bench.listen(100);
    bench.put('a');
    bench.put('b');
    subscription.unsubscribe();
    expect(bench.clock.actions).toEqual([]);
    bench.clock.advance(1000);
    expect(bench.heard).toEqual(['0: add a@1']);
  });

  it.each([100, 'frame'] as const)('L9: leaves no timer behind a source that says all at once (%s)', (interval) => {
    const clock = new TestClock();
    const commits = commitsOf([
      { op: 'put', name: 'a', seen: true },
      { op: 'commit' },
      { op: 'put', name: 'a', seen: true },
      { op: 'commit' },
    ]);
    let heard = 0;
    from(commits)
      .pipe(coalesce(interval, clock), take(1))
      .subscribe(() => heard++);
    expect(heard).toBe(1);
    expect(clock.actions).toEqual([]);
  });

  it('L9: is gone from a source that says something at once before that goes on', () => {
    const closed: boolean[] = [];
    new Observable<Commit<Thing>>((subscriber) => {
      subscriber.next(new Indexer<Thing>().apply(new DeltaFIFO<Thing>().drain()));
      closed.push(subscriber.closed);
    })
      .pipe(coalesce(100, new TestClock()), take(1))
      .subscribe();
    expect(closed).toEqual([true]);
  });

  it('lets whoever is told bring about the next commit', () => {
    const bench = new Bench();
    bench.commits$.pipe(coalesce(100, bench.clock), take(3)).subscribe(({ changes }) => {
      bench.heard.push(`${bench.clock.now()}: ${changes.map(inShort).join(', ')}`);
      bench.put('a');
    });
    bench.put('a');
    bench.clock.advance(1000);
    expect(bench.heard).toEqual(['0: add a@1', '100: update a@1→2', '200: update a@2→3']);
  });

  it.each([
    [-1, '-1'],
    [Number.NaN, 'NaN'],
    [2 ** 31, '2147483648'],
    ['fram', '"fram"'],
    ['5', '"5"'],
    [null, 'null'],
    [undefined, 'undefined'],
    [[5], 'a list'],
  ])('refuses %j at the call, and says what may be', (interval, said) => {
    expect(() => coalesce(interval as number)).toThrow(
      new TypeError(
        `coalesce: the interval is ${said}, neither a number of milliseconds, 0 to 2147483647 (24 days), nor 'frame'`,
      ),
    );
  });

  it('L3, L4: whatever comes when, a reader of merged commits knows in the end what the snapshot holds', () => {
    fc.assert(
      fc.property(history, fc.infiniteStream(fc.nat({ max: 80 })), (steps, pauses) => {
        const clock = new TestClock();
        const source$ = new Subject<Commit<Thing>>();
        const reader = new Reader();
        const times: number[] = [];
        source$.pipe(coalesce(100, clock)).subscribe(({ changes, snapshot }) => {
          times.push(clock.now());
          for (const change of changes) reader.hear(change);
          expect([...reader.known].sort()).toEqual([...snapshot].map(([key, object]) => [key, stateOf(object)]));
        });
        const commits = commitsOf(steps);
        for (const commit of commits) {
          source$.next(commit);
          clock.advance(Number(pauses.next().value ?? 0));
        }
        clock.advance(100);
        expect([...reader.known.keys()].sort()).toEqual([...(commits.at(-1)?.snapshot.keys() ?? [])]);
        for (const [i, time] of times.entries())
          if (i > 0) expect(time - (times[i - 1] ?? 0)).toBeGreaterThanOrEqual(100);
      }),
      runs,
    );
  });
});

describe('coalesce, of a view', () => {
  it('L3: tells of each row that became another, also where only its place is another', () => {
    const items = new Collection();
    items.list({ a: 1, b: 2, c: 3 });
    const clock = new TestClock();
    const view$ = items.commits$.pipe(orderBy(({ n }) => n));
    const name$ = view$.pipe(
      project(({ metadata }) => metadata.name),
      coalesce(100, clock),
      where(() => true),
    );
    const view = latest(name$);
    items.put('a', 4);
    items.put('a', 5);
    clock.advance(100);
    expect(view.value.snapshot.list()).toEqual(['b', 'c', 'a']);
  });
});

describe("coalesce('frame')", () => {
  it('gives the first commit at once, and then one a frame', () => {
    provideFrames();
    const bench = new Bench();
    bench.listen('frame', false);
    bench.put('a');
    expect(frames).toEqual([]);
    bench.put('a');
    bench.put('b');
    expect(bench.heard).toEqual(['0: add a@1']);
    nextFrame();
    expect(bench.heard.slice(1)).toEqual(['0: update a@1→2, add b@3']);
    expect(frames).toEqual([]);
    bench.put('b');
    expect(bench.heard).toHaveLength(2);
    nextFrame();
    expect(bench.heard[2]).toBe('0: update b@3→4');
  });

  it('L18: a hidden tab, which has no frames, holds one merged commit of the size of what changed', () => {
    provideFrames();
    const bench = new Bench();
    bench.listen('frame', false);
    bench.put('a', 'b');
    for (let i = 0; i < 1000; i++) bench.put('a', 'b');
    expect(frames).toHaveLength(1);
    nextFrame();
    expect(bench.heard.slice(1)).toEqual(['0: update a@1→2001, update b@2→2002']);
  });

  it('L9: asks for no frame any more when it is unsubscribed', () => {
    provideFrames();
    const bench = new Bench();
    const subscription = bench.listen('frame', false);
    bench.put('a');
    bench.put('b');
    subscription.unsubscribe();
    expect(frames).toEqual([undefined]);
  });

  it('takes 16 ms for a frame where there are none, or where a scheduler is given', () => {
    const bench = new Bench();
    bench.listen('frame');
    bench.put('a');
    bench.clock.advance(5);
    bench.put('b');
    bench.clock.advance(5);
    bench.put('c');
    bench.clock.advance(11);
    expect(bench.heard).toEqual(['0: add a@1', '21: add b@2, add c@3']);
    expect(bench.clock.actions).toEqual([]);
  });
});

it('coalesce keeps the types of objects, indexes and snapshots', () => {
  (pods: Informer<Pod, 'node'>) => {
    const window$ = pods.changes$.pipe(slice(0, 10));
    expectTypeOf(window$.pipe(coalesce('frame'))).toEqualTypeOf<Observable<ViewCommit<Pod>>>();
    expectTypeOf(pods.changes$.pipe(coalesce('frame'))).toEqualTypeOf<Observable<Commit<Pod, 'node'>>>();
    expectTypeOf(pods.changes$.pipe(coalesce(100))).toEqualTypeOf<Observable<Commit<Pod, 'node'>>>();
  };
});
