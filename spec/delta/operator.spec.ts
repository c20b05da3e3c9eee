import { describe, expect, it } from '@jest/globals';
import { concat, EMPTY, Observable, of, queueScheduler, Subject, take, throwError } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { DeletedFinalStateUnknown, type DeltaBatch, DeltaFIFO, deltaFIFO } from '../../lib/delta/index.js';
import type { ReflectorEvent } from '../../lib/reflector/index.js';
import { keyless, type Thing, thing } from '../support/things.js';

type Event = ReflectorEvent<Thing>;

const added = (name: string, version: number): Event => ({ type: 'added', object: thing(name, version) });
const deleted = (name: string, version: number): Event => ({ type: 'deleted', object: thing(name, version) });
const bad: Event = { type: 'added', object: keyless };

/** A batch in short: its deltas in order of arrival, and its version. */
const shown = ({ items, resourceVersion }: DeltaBatch<Thing>) => {
  const deltas = items.flatMap(({ key, deltas }) =>
    deltas.map(({ type, object, sequence }) => ({ key, type, object, sequence })),
  );
  deltas.sort((a, b) => a.sequence - b.sequence);
  const words = deltas.map(({ key, type, object }) =>
    object instanceof DeletedFinalStateUnknown
      ? `${type} ${key}?`
      : `${type} ${key}@${object.metadata.resourceVersion}`,
  );
  return `${words.join(', ')} | ${resourceVersion}`;
};

/** Runs marbles: letters in the source are events by name, those expected are batches in short. */
function marbles(
  test: (helpers: {
    cold: (marbles: string) => Observable<Event>;
    batches: (source: Observable<Event>) => Observable<string>;
    expectBatches: (source: Observable<Event>, marbles: string, batches: Record<string, string>) => void;
  }) => void,
) {
  const events: Record<string, Event> = {
    a: added('a', 1),
    b: added('b', 2),
    d: deleted('a', 3),
    m: { type: 'modified', object: thing('a', 4) },
    k: { type: 'bookmark', resourceVersion: '5' },
    r: { type: 'replace', objects: [thing('x', 6)], resourceVersion: '6' },
    n: bad,
  };
  new TestScheduler((actual, expected) => expect(actual).toEqual(expected)).run(({ cold, expectObservable }) => {
    const batches = (source: Observable<Event>) =>
      new Observable<string>((subscriber) =>
        source.pipe(deltaFIFO()).subscribe({
          next: (batch) => subscriber.next(shown(batch)),
          error: (error) => subscriber.error(error.name),
          complete: () => subscriber.complete(),
        }),
      );
    test({
      cold: (text) => cold(text, events),
      batches,
      expectBatches: (source, text, expected) => expectObservable(batches(source)).toBe(text, expected, 'KeyError'),
    });
  });
}

const microtask = () => Promise.resolve();

describe('deltaFIFO()', () => {
  it('gives one batch for each burst', () => {
    marbles(({ cold, expectBatches }) => {
      expectBatches(cold('-(ab)-----d-m'), '-x--------y-z', {
        x: 'Added n/a@1, Added n/b@2 | 2',
        y: ' | 3',
        z: 'Updated n/a@4 | 4',
      });
    });
  });

  it('gives a batch for a bookmark alone, without items', () => {
    marbles(({ cold, expectBatches }) => expectBatches(cold('-k-'), '-x-', { x: ' | 5' }));
  });

  it('says Replaced unless told otherwise', () => {
    marbles(({ cold, expectBatches }) => expectBatches(cold('-r-'), '-x-', { x: 'Replaced n/x@6 | 6' }));
    const types: unknown[] = [];
    of<Event>({ type: 'replace', objects: [thing('x', 6)], resourceVersion: '6' })
      .pipe(deltaFIFO({ emitReplaced: false }))
      .subscribe(({ items }) => types.push(items[0]?.deltas[0]?.type));
    expect(types).toEqual(['Sync']);
  });

  it('hands over what is queued before it completes', () => {
    marbles(({ cold, expectBatches }) => {
      expectBatches(cold('-(ab|)'), '-(x|)', { x: 'Added n/a@1, Added n/b@2 | 2' });
      expectBatches(cold('--|'), '--|', {});
    });
  });

  it('hands over what is queued before it passes an error on', () => {
    const heard: unknown[] = [];
    concat(
      of(added('a', 1)),
      throwError(() => 'broken'),
    )
      .pipe(deltaFIFO())
      .subscribe({ next: (batch) => heard.push(shown(batch)), error: (error) => heard.push(error) });
    expect(heard).toEqual(['Added n/a@1 | 1', 'broken']);
  });

  it('L9: emits nothing after it was unsubscribed in the middle of a burst', async () => {
    const source = new Subject<Event>();
    const heard: unknown[] = [];
    const subscription = source.pipe(deltaFIFO()).subscribe((batch) => heard.push(batch));
    source.next(added('a', 1));
    subscription.unsubscribe();
    source.next(added('b', 2));
    await microtask();
    expect(heard).toEqual([]);
    expect(source.observed).toBe(false);
  });

  it('L9: leaves no drain behind when it is unsubscribed', async () => {
    const queue = new DeltaFIFO<Thing>();
    const source = new Subject<Event>();
    const subscription = source.pipe(deltaFIFO({ queue })).subscribe();
    source.next(added('a', 1));
    subscription.unsubscribe();
    await microtask();
    expect(queue.size).toBe(1);
  });

  it('L9: emits nothing more once a batch made its reader leave', async () => {
    const source = new Subject<Event>();
    const heard: string[] = [];
    source.pipe(deltaFIFO(), take(1)).subscribe((batch) => {
      heard.push(shown(batch));
      source.next(added('b', 2));
    });
    source.next(added('a', 1));
    await microtask();
    await microtask();
    expect(heard).toEqual(['Added n/a@1 | 1']);
    expect(source.observed).toBe(false);
  });

  it('drains in a microtask, before any timer', async () => {
    const source = new Subject<Event>();
    const heard: string[] = [];
    source.pipe(deltaFIFO()).subscribe((batch) => heard.push(shown(batch)));
    source.next(added('a', 1));
    expect(heard).toEqual([]);
    await microtask();
    expect(heard).toEqual(['Added n/a@1 | 1']);
  });

  it('drains at once for somebody who brings a scheduler that does', () => {
    const source = new Subject<Event>();
    const heard: string[] = [];
    source.pipe(deltaFIFO({ scheduler: queueScheduler })).subscribe((batch) => heard.push(shown(batch)));
    source.next(added('a', 1));
    source.next(added('b', 2));
    expect(heard).toEqual(['Added n/a@1 | 1', 'Added n/b@2 | 2']);
  });

  it.each([
    ['asap', undefined],
    ['queue', queueScheduler],
  ] as const)(
    'judges a deletion that comes while a batch is handled by what is known after that (%s)',
    async (_name, scheduler) => {
      const known = new Map<string, Thing>();
      const knownObjects = { listKeys: () => known.keys(), getByKey: (key: string) => known.get(key) };
      const source = new Subject<Event>();
      const heard: string[] = [];
      source.pipe(deltaFIFO({ knownObjects, scheduler })).subscribe((batch) => {
        heard.push(shown(batch));
        if (heard.length === 1) source.next(deleted('a', 2));
        for (const { key } of batch.items) known.set(key, thing('a', 1));
      });
      source.next(added('a', 1));
      await microtask();
      await microtask();
      expect(heard).toEqual(['Added n/a@1 | 1', 'Deleted n/a@2 | 2']);
    },
  );

  it('finishes the batch that is handled before what comes and ends meanwhile', async () => {
    const source = new Subject<Event>();
    const heard: string[] = [];
    source.pipe(deltaFIFO()).subscribe({
      next: (batch) => {
        if (heard.length === 0) {
          source.next(added('b', 2));
          source.complete();
        }
        heard.push(shown(batch));
      },
      complete: () => heard.push('complete'),
    });
    source.next(added('a', 1));
    await microtask();
    expect(heard).toEqual(['Added n/a@1 | 1', 'Added n/b@2 | 2', 'complete']);
  });

  it('starts anew with each subscription', () => {
    const heard: string[] = [];
    const batches$ = of(added('a', 1)).pipe(deltaFIFO());
    batches$.subscribe((batch) => heard.push(shown(batch)));
    batches$.subscribe((batch) => heard.push(shown(batch)));
    expect(heard).toEqual(['Added n/a@1 | 1', 'Added n/a@1 | 1']);
  });

  it('uses a queue that is given', async () => {
    const queue = new DeltaFIFO<Thing>();
    const source = new Subject<Event>();
    source.pipe(deltaFIFO({ queue })).subscribe();
    source.next(added('a', 1));
    expect([...queue.keys()]).toEqual(['n/a']);
    await microtask();
    expect(queue.size).toBe(0);
  });

  it('ends with a source that is empty', () => {
    const heard: string[] = [];
    EMPTY.pipe(deltaFIFO()).subscribe({ complete: () => heard.push('complete') });
    expect(heard).toEqual(['complete']);
  });
});

describe('deltaFIFO() and what cannot be queued', () => {
  it('L16: ends with the error, after what came before it, unless somebody listens', () => {
    marbles(({ cold, expectBatches }) => expectBatches(cold('-(anb)'), '-(x#)', { x: 'Added n/a@1 | 1' }));
  });

  it('L16: tells onError, with the event, and goes on', async () => {
    const errors: unknown[] = [];
    const heard: string[] = [];
    const source = new Subject<Event>();
    source
      .pipe(deltaFIFO({ onError: (error, event) => errors.push([error instanceof Error && error.name, event]) }))
      .subscribe((batch) => heard.push(shown(batch)));
    source.next(added('a', 1));
    source.next(bad);
    source.next(added('b', 2));
    await microtask();
    expect(errors).toEqual([['KeyError', bad]]);
    expect(heard).toEqual(['Added n/a@1, Added n/b@2 | 2']);
  });

  it('L16: lets no other object of a list suffer', async () => {
    const list: Event = {
      type: 'replace',
      objects: [thing('a', 1), keyless, thing('b', 2)],
      resourceVersion: '3',
    };
    const errors: unknown[] = [];
    const heard: string[] = [];
    const source = new Subject<Event>();
    source
      .pipe(deltaFIFO({ onError: (_error, event) => errors.push(event) }))
      .subscribe((batch) => heard.push(shown(batch)));
    source.next(list);
    await microtask();
    expect(errors).toEqual([list]);
    expect(heard).toEqual(['Replaced n/a@1, Replaced n/b@2 | 3']);
  });
});
