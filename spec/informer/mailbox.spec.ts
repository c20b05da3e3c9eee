import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Line } from '../../lib/informer/line.js';
import { Mailbox } from '../../lib/informer/mailbox.js';
import { added, type Change, synced } from '../../lib/store/index.js';
import { commitsOf, history, inShort, Reader, stateOf } from '../support/histories.js';
import { runs } from '../support/runs.js';
import { type Thing, thing } from '../support/things.js';

/** What every mailbox must do, the plain way. */
interface Model {
  post(change: Change<Thing>): void;
  /** In short. */
  take(): string | undefined;
  done(key: string): void;
  readonly size: number;
}

/** Everything waits in one array. */
class AllModel implements Model {
  readonly #waiting: Change<Thing>[] = [];
  readonly #busy = new Set<string>();

  post(change: Change<Thing>): void {
    if (change.type !== 'sync' || !this.#waiting.some(({ key }) => key === change.key)) this.#waiting.push(change);
  }

  take(): string | undefined {
    const index = this.#waiting.findIndex(({ key }) => !this.#busy.has(key));
    const change = index < 0 ? undefined : this.#waiting.splice(index, 1)[0];
    if (change === undefined) return undefined;
    this.#busy.add(change.key);
    return inShort(change);
  }

  done(key: string): void {
    this.#busy.delete(key);
  }

  get size(): number {
    return this.#waiting.length;
  }
}

/** Knows of each key what its reader was given last, what is now, and since when the two differ. No change is kept. */
class LatestModel implements Model {
  readonly #given = new Map<string, Thing>();
  readonly #now = new Map<string, Thing>();
  /** Keys in the order in which they began to wait, with whether it is only for a sync. */
  readonly #waiting = new Map<string, 'change' | 'sync'>();
  readonly #busy = new Set<string>();

  post({ type, key, object }: Change<Thing>): void {
    if (type === 'sync') {
      if (!this.#waiting.has(key)) this.#waiting.set(key, 'sync');
      return;
    }
    if (type === 'delete') this.#now.delete(key);
    else this.#now.set(key, object);
    if (this.#isGiven(key)) this.#waiting.delete(key);
    else this.#waiting.set(key, 'change');
  }

  take(): string | undefined {
    const key = [...this.#waiting.keys()].find((each) => !this.#busy.has(each));
    if (key === undefined) return undefined;
    this.#busy.add(key);
    const given = this.#given.get(key);
    const now = this.#now.get(key);
    if (given !== undefined && now?.metadata.uid !== given.metadata.uid) {
      this.#given.delete(key);
      if (now === undefined) this.#waiting.delete(key);
      return `delete ${given.metadata.uid}`;
    }
    const isSync = this.#waiting.get(key) === 'sync';
    this.#waiting.delete(key);
    if (now === undefined) throw new Error('nothing is to be told of this key');
    this.#given.set(key, now);
    if (isSync) return `sync ${stateOf(now)}`;
    return given === undefined ? `add ${stateOf(now)}` : `update ${stateOf(given)}→${now.metadata.resourceVersion}`;
  }

  done(key: string): void {
    this.#busy.delete(key);
  }

  get size(): number {
    return this.#waiting.size;
  }

  #isGiven(key: string): boolean {
    const given = this.#given.get(key);
    const now = this.#now.get(key);
    return given === undefined || now === undefined ? given === now : stateOf(given) === stateOf(now);
  }
}

/** What the model of `latest` knows of a change: not the last state of what is gone, nor what was there initially. */
function withoutDetails(text: string | undefined): string | undefined {
  return text?.replace(' initially', '').replace(/^(delete [^@]*).*/, '$1');
}

/** What happens to a mailbox: how many changes are posted, whether one is taken, and which of those taken, if any, is done. */
const turn = fc.record({
  post: fc.nat({ max: 3 }),
  take: fc.boolean(),
  done: fc.option(fc.nat({ max: 2 }), { nil: undefined }),
});

describe.each(['all', 'latest'] as const)('Mailbox (keep: %s)', (keep) => {
  it('L3, L4, L13, L14: does what a plain model does, whatever is posted, taken and done, and tells a story', () => {
    fc.assert(
      fc.property(history, fc.array(turn, { maxLength: 80, size: 'max' }), (steps, turns) => {
        const changes = commitsOf(steps).flatMap((commit) => commit.changes);
        const reader = new Reader();
        const mailbox = new Mailbox<Thing>(keep);
        const model = keep === 'all' ? new AllModel() : new LatestModel();
        const busy: string[] = [];
        // Plain comparisons: there are too many for `expect`.
        const same = (a: unknown, b: unknown) => {
          if (a !== b) throw new Error(`${a} instead of ${b}`);
        };
        const take = () => {
          const change = mailbox.take();
          const expected = model.take();
          const told = change === undefined ? undefined : inShort(change);
          if (keep === 'all') same(told, expected);
          else same(withoutDetails(told), withoutDetails(expected));
          if (change === undefined) return;
          same(busy.includes(change.key), false);
          busy.push(change.key);
          reader.hear(change);
        };
        const done = (index: number) => {
          for (const key of busy.splice(index, 1)) {
            mailbox.done(key);
            model.done(key);
          }
        };
        for (const { post, take: isTaken, done: index } of turns) {
          for (const change of changes.splice(0, post)) {
            mailbox.post(change);
            model.post(change);
          }
          if (isTaken) take();
          if (index !== undefined) done(index);
          same(mailbox.size, model.size);
          if (keep === 'latest') same(mailbox.size <= 3, true); // L18: there are three keys
        }
        while (busy.length > 0) done(0);
        while (mailbox.size > 0) {
          take();
          done(0);
        }
        same(model.take(), undefined);
      }),
      runs,
    );
  });
});

describe('Mailbox', () => {
  it('lets others pass while a key is being handled, and then goes on with what has waited longest', () => {
    const mailbox = new Mailbox<Thing>('all');
    for (const [version, name] of ['a', 'a', 'b', 'a', 'c'].entries())
      mailbox.post(added(name, thing(name, version), false));
    const taken = () => {
      const change = mailbox.take();
      return change === undefined ? undefined : stateOf(change.object);
    };
    expect([taken(), taken(), taken()]).toEqual(['a@0', 'b@2', 'c@4']);
    expect(taken()).toBeUndefined();
    mailbox.done('a');
    mailbox.done('b');
    expect([taken(), taken()]).toEqual(['a@1', undefined]);
    mailbox.done('a');
    expect(taken()).toBe('a@3');
  });

  it('tells what became free first of what has waited longest', () => {
    const mailbox = new Mailbox<Thing>('all');
    for (const [version, name] of ['a', 'b', 'a', 'b'].entries())
      mailbox.post(added(name, thing(name, version), false));
    mailbox.take();
    mailbox.take();
    mailbox.take(); // nothing: both are being handled, and what waits for them is set aside
    mailbox.done('b');
    mailbox.done('a');
    expect(mailbox.take()?.object).toEqual(thing('a', 2));
  });

  it('L18: keeps one sync for a key, however often it is told while it waits', () => {
    const mailbox = new Mailbox<Thing>('all');
    for (let i = 0; i < 100; i++) mailbox.post(synced('a', thing('a', 1)));
    expect(mailbox.size).toBe(1);
  });
});

it('Line: takes in order, also what is appended meanwhile, and after it was empty; what is deleted is not taken', () => {
  const line = new Line<number>();
  line.append(1);
  line.append(2);
  line.append(3);
  expect(line.delete(2)).toBe(true);
  expect(line.delete(2)).toBe(false);
  expect(line.takeFirst()).toBe(1);
  line.append(4);
  expect([line.takeFirst(), line.takeFirst(), line.takeFirst(), line.takeFirst()]).toEqual([
    3,
    4,
    undefined,
    undefined,
  ]);
  line.append(5);
  expect(line.takeFirst()).toBe(5);
});
