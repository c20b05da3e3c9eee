import { describe, expect, it } from '@jest/globals';
import {
  asyncScheduler,
  concat,
  EMPTY,
  map,
  NEVER,
  Observable,
  of,
  queueScheduler,
  range,
  type SchedulerLike,
  Subject,
  take,
  throwError,
} from 'rxjs';
import { type RunHelpers, TestScheduler } from 'rxjs/testing';
import {
  DeletedFinalStateUnknown,
  type DeltaBatch,
  DeltaFIFO,
  type DeltaFIFOOperatorOptions,
  deltaFIFO,
} from '../../lib/delta/index.js';
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

type Cold = Observable<Event> & Pick<ReturnType<RunHelpers['cold']>, 'subscriptions'>;

interface Marbles {
  /** A source: letters are events by name, `#` is the error 'broken'. */
  cold(marbles: string): Cold;
  /** What the operator makes of it: letters are batches in short, `#` is the given error. */
  expectBatches(
    source: Observable<Event>,
    marbles: string,
    batches: Record<string, string>,
    options?: DeltaFIFOOperatorOptions<Thing> & { error?: string; until?: string },
  ): void;
  expectSubscriptions(source: Cold, marbles: string): void;
}

function marbles(test: (helpers: Marbles) => void) {
  const events: Record<string, Event> = {
    a: added('a', 1),
    b: added('b', 2),
    d: deleted('a', 3),
    m: { type: 'modified', object: thing('a', 4) },
    k: { type: 'bookmark', resourceVersion: '5' },
    r: { type: 'replace', objects: [thing('x', 6)], resourceVersion: '6' },
    n: bad,
  };
  new TestScheduler((actual, expected) => expect(actual).toEqual(expected)).run((helpers) => {
    const batches = (source: Observable<Event>, options: DeltaFIFOOperatorOptions<Thing>) =>
      new Observable<string>((subscriber) =>
        source.pipe(deltaFIFO(options)).subscribe({
          next: (batch) => subscriber.next(shown(batch)),
          error: (error) => subscriber.error(error instanceof Error ? error.name : error),
          complete: () => subscriber.complete(),
        }),
      );
    test({
      cold: (text) => helpers.cold(text, events, 'broken'),
      expectBatches: (source, text, expected, { error, until, ...options } = {}) =>
        helpers.expectObservable(batches(source, options), until).toBe(text, expected, error),
      expectSubscriptions: (source, text) => helpers.expectSubscriptions(source.subscriptions).toBe(text),
    });
  });
}

/** A burst that lasts for some frames after its first event, so that marbles can show what happens within. */
const slow = (frames: number): SchedulerLike => ({
  now: () => asyncScheduler.now(),
  // The operator gives a function of nothing, and no delay.
  schedule: ((work: () => void) => asyncScheduler.schedule(work, frames)) as SchedulerLike['schedule'],
});

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

  it('passes an error of the source on, after what is queued', () => {
    marbles(({ cold, expectBatches }) => {
      expectBatches(cold('-(ab#)'), '-(x#)', { x: 'Added n/a@1, Added n/b@2 | 2' }, { error: 'broken' });
      expectBatches(cold('-a----#'), '-x----#', { x: 'Added n/a@1 | 1' }, { error: 'broken' });
      expectBatches(cold('--#'), '--#', {}, { error: 'broken' });
    });
  });

  it('hands over what is queued before it passes on the error of a source that emits at once', () => {
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

describe('deltaFIFO() and somebody who asks', () => {
  it('hands over at once what is queued when the notifier emits, and the rest at the end of its own burst', () => {
    marbles(({ cold, expectBatches }) => {
      const notifier = cold('---a');
      expectBatches(
        cold('-ab-m------d--'),
        '---x-----y------z',
        { x: 'Added n/a@1, Added n/b@2 | 2', y: 'Updated n/a@4 | 4', z: ' | 3' },
        { notifier, scheduler: slow(5) },
      );
    });
  });

  it('says nothing when nothing is queued', () => {
    marbles(({ cold, expectBatches }) => {
      expectBatches(cold('---a--'), '---x--', { x: 'Added n/a@1 | 1' }, { notifier: cold('aa--aa') });
    });
  });

  it('gives a whole burst in one batch to somebody who asks in the same moment, and nothing twice', () => {
    marbles(({ cold, expectBatches }) => {
      const burst = { x: 'Added n/a@1, Added n/b@2 | 2' };
      expectBatches(cold('-(ab)'), '--x', burst, { notifier: cold('--(aa)'), scheduler: slow(5) });
    });
  });

  it('goes on when the notifier completes, and ends with its error, after what is queued', () => {
    marbles(({ cold, expectBatches, expectSubscriptions }) => {
      expectBatches(cold('-a-'), '-x-', { x: 'Added n/a@1 | 1' }, { notifier: cold('|') });
      const source = cold('-a---b');
      const options = { notifier: cold('---#'), scheduler: slow(9), error: 'broken' };
      expectBatches(source, '---(x#)', { x: 'Added n/a@1 | 1' }, options);
      expectSubscriptions(source, '^--!');
    });
  });

  it('L9: leaves source and notifier when it is unsubscribed, with what is queued', () => {
    marbles(({ cold, expectBatches, expectSubscriptions }) => {
      const source = cold('-a-b-');
      const notifier = cold('-----a');
      expectBatches(source, '------', {}, { notifier, scheduler: slow(9), until: '^---!' });
      expectSubscriptions(source, '^---!');
      expectSubscriptions(notifier, '^---!');
    });
  });

  it('hands the next batch over directly upon the one that is being handled, not within it', () => {
    const source = new Subject<Event>();
    const notifier = new Subject<void>();
    const heard: string[] = [];
    source.pipe(deltaFIFO({ notifier })).subscribe((batch) => {
      heard.push(`begin ${shown(batch)}`);
      if (heard.length === 1) {
        source.next(added('b', 2));
        notifier.next();
        source.next(added('c', 3));
      }
      heard.push('end');
    });
    source.next(added('a', 1));
    notifier.next();
    expect(heard).toEqual(['begin Added n/a@1 | 1', 'end', 'begin Added n/b@2, Added n/c@3 | 3', 'end']);
  });

  it('leaves nothing for the end of the burst to hand over again', async () => {
    const source = new Subject<Event>();
    const notifier = new Subject<void>();
    const heard: string[] = [];
    source.pipe(deltaFIFO({ notifier })).subscribe((batch) => heard.push(shown(batch)));
    source.next(added('a', 1));
    notifier.next();
    source.next(added('b', 2));
    await microtask();
    expect(heard).toEqual(['Added n/a@1 | 1', 'Added n/b@2 | 2']);
    await microtask();
    expect(heard).toHaveLength(2);
  });
});

describe('deltaFIFO() and a source that emits while it is subscribed', () => {
  it('L9: lets one go that never ends by itself, once its reader has enough', () => {
    const heard: string[] = [];
    let made = 0;
    range(0, 1_000_000)
      .pipe(
        map((version) => {
          made++;
          return added('a', version);
        }),
        deltaFIFO({ scheduler: queueScheduler }),
        take(2),
      )
      .subscribe((batch) => heard.push(shown(batch)));
    expect(heard).toEqual(['Added n/a@0 | 0', 'Added n/a@1 | 1']);
    expect(made).toBeLessThan(5);
  });

  it('L9: is gone from it before it goes on', () => {
    const closed: boolean[] = [];
    new Observable<Event>((subscriber) => {
      subscriber.next(added('a', 1));
      closed.push(subscriber.closed);
    })
      .pipe(deltaFIFO({ scheduler: queueScheduler }), take(1))
      .subscribe();
    expect(closed).toEqual([true]);
  });

  it('L9: queues and schedules nothing after it ended with an error', async () => {
    const queue = new DeltaFIFO<Thing>();
    const heard: string[] = [];
    concat(of(bad, added('a', 1)), NEVER)
      .pipe(deltaFIFO({ queue }))
      .subscribe({ next: (batch) => heard.push(shown(batch)), error: (error) => heard.push(error.name) });
    expect(heard).toEqual([' | ', 'KeyError']);
    expect(queue.size).toBe(0);
    await microtask();
    expect(heard).toHaveLength(2);
  });

  it('L9: queues nothing of what was held once the end of the batch before it was an error', () => {
    const queue = new DeltaFIFO<Thing>();
    const source = new Subject<Event>();
    const heard: string[] = [];
    source.pipe(deltaFIFO({ queue, scheduler: queueScheduler })).subscribe({
      next: (batch) => {
        heard.push(shown(batch));
        if (heard.length === 1) for (const event of [bad, added('b', 2)]) source.next(event);
      },
      error: (error) => heard.push(error.name),
    });
    source.next(added('a', 1));
    expect(heard).toEqual(['Added n/a@1 | 1', ' | ', 'KeyError']);
    expect(queue.size).toBe(0);
    expect(source.observed).toBe(false);
  });
});

describe('deltaFIFO() and what cannot be queued', () => {
  it('L16: ends with the error, after what came before it, unless somebody listens', () => {
    marbles(({ cold, expectBatches }) =>
      expectBatches(cold('-(anb)'), '-(x#)', { x: 'Added n/a@1 | 1' }, { error: 'KeyError' }),
    );
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
