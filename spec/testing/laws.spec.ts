import { describe, expect, it } from '@jest/globals';
import { added, type Change, type Commit, Indexer, synced } from '../../lib/store/index.js';
import { Chronicle, checkRequests, type RequestRecord, Story } from '../../lib/testing/index.js';
import { type Thing, thing } from '../support/things.js';

const a1 = thing('a', 1);
const a2 = thing('a', 2);
const b3 = thing('b', 3);

const add = (object: Thing, isInInitialList = false) => added(`n/${object.metadata.name}`, object, isInInitialList);
const update = (previous: Thing, object: Thing) =>
  ({ ...add(object), type: 'update', previous }) as unknown as Change<Thing>;
const remove = (previous: Thing, more: object = {}) =>
  ({ ...add(previous), type: 'delete', previous, ...more }) as unknown as Change<Thing>;

function told(...changes: readonly Change<Thing>[]): string[] {
  const story = new Story<Thing>();
  for (const change of changes) story.next(change);
  return story.errors.map(({ message }) => message);
}

function snapshotOf(...objects: readonly Thing[]) {
  const indexer = new Indexer<Thing>();
  indexer.replace(objects, '9');
  return indexer.snapshot;
}

describe('Story', () => {
  it('believes what can be', () => {
    expect(told(add(a1, true), add(b3), update(a1, a2), synced('n/a', a2), remove(a2), add(a1))).toEqual([]);
  });

  it.each([
    ['L3: an add of n/a, which was there', [add(a1), add(a2)]],
    ['L3: an update of n/a, which was not there', [update(a1, a2)]],
    ['L3: an update of n/a whose previous is not what was told', [add(thing('a', 1)), update(a1, a2)]],
    ['L3: a delete of n/a, which was not there', [remove(a1)]],
    ['L3: a delete of n/a whose previous is not what was told', [add(a1), remove(a2)]],
    ['L3: a sync of n/a, which is not what was told', [add(a1), synced('n/a', a2)]],
    ['L5: an initial add of n/b after what came later than the initial list', [add(a1), add(b3, true)]],
    ['L13: an update of n/a to the version that it has, 1', [add(a1), update(a1, thing('a', 1))]],
    ['L14: an update of n/a to another uid', [add(a1), update(a1, thing('a', 2, { uid: 'other' }))]],
  ])('%s', (message, changes) => expect(told(...changes)).toEqual([message]));

  it('L5: events add up to the snapshot, to the same objects', () => {
    const story = new Story<Thing>();
    for (const object of [a1, b3]) story.next(add(object, true));
    story.check(snapshotOf(a1, b3));
    const missed = () => {
      const other = new Story<Thing>();
      other.next(add(a1));
      return other;
    };
    expect(() => missed().check(snapshotOf(a1, b3))).toThrow('L5: events and snapshot at 9: n/b was never told');
    expect(() => missed().check(snapshotOf())).toThrow('n/a was told and is not there');
    expect(() => missed().check(snapshotOf(thing('a', 1)))).toThrow('n/a was told as another object');
    missed().check();
  });
});

/** What a chronicle says of these commits. */
function noted(
  commits: readonly Commit<Thing>[],
  oracle?: ConstructorParameters<typeof Chronicle<Thing>>[0],
): string[] {
  const chronicle = new Chronicle<Thing>(oracle);
  for (const commit of commits) chronicle.next(commit);
  return chronicle.errors.map(({ message }) => message);
}

/** Commits of one indexer, each made of deltas. */
function commits(
  ...steps: readonly { rv: string; list?: readonly Thing[]; watch?: readonly Thing[] }[]
): Commit<Thing>[] {
  const indexer = new Indexer<Thing>();
  let sequence = 0;
  return steps.map(({ rv, list = [], watch = [] }) => {
    const item = (type: 'Replaced' | 'Updated') => (object: Thing) => ({
      key: `n/${object.metadata.name}`,
      deltas: [{ type, object, sequence: sequence++ }],
    });
    const items = [...list.map(item('Replaced')), ...watch.map(item('Updated'))];
    return indexer.apply({
      items,
      resourceVersion: rv,
      isInInitialList: false,
      replaced: list.length > 0,
      resync: false,
    });
  });
}

describe('Chronicle', () => {
  const b9 = thing('b', 9);
  const c8 = thing('c', 8);

  it('believes what can be', () => {
    const all = commits({ rv: '5', list: [b3, a2] }, { rv: '9', watch: [c8, b9] }, { rv: '9', list: [thing('c', 10)] });
    expect(noted(all)).toEqual([]);
  });

  it('L5: commits without a gap, whose changes lead from one snapshot to the next', () => {
    const [first, second, third] = commits({ rv: '1', list: [a1] }, { rv: '2', watch: [a2] }, { rv: '3', watch: [b3] });
    if (first === undefined || second === undefined || third === undefined) throw new Error('three commits');
    expect(noted([first, third])).toEqual(['L5: the commit to 3 begins at 2, and the one before ended at 1']);
    const say = (changes: readonly Change<Thing>[]) => noted([first, { ...second, changes }]);
    expect(say([])).toEqual([]); // The sizes agree, and what is not named is not looked at.
    expect(say([add(b3)])).toEqual(['L5: the commit to 2: its changes lead to 2 objects, and the snapshot has 1']);
    expect(say([update(b3, a2)])).toEqual(['L5: the commit to 2: a change of n/a does not begin with what was there']);
    expect(say([update(a1, thing('a', 2))])).toEqual(['L5: the commit to 2: n/a is not what its changes lead to']);
  });

  it('L4: a watch in the order of versions; a list in the order of keys, deletions first', () => {
    const inWatch = commits({ rv: '5', list: [a1] }, { rv: '9', watch: [b9, c8] });
    expect(noted(inWatch)).toEqual(['L4: the commit to 9: add n/b, add n/c is not the order of the server']);
    const [list] = commits({ rv: '9', list: [a1, b9, c8] });
    if (list === undefined) throw new Error('one commit');
    const [a, b, c] = list.changes;
    if (a === undefined || b === undefined || c === undefined) throw new Error('three changes');
    expect(noted([{ ...list, changes: [b, c, a] }])).toEqual([expect.stringContaining('L4')]);
    // What a watch said before the list, in its own order.
    expect(noted([{ ...list, changes: [c, a, b] }])).toEqual([]);
  });

  it('L17: no version that is empty, and none that goes back unless the server did', () => {
    const back = commits({ rv: '5', list: [a1] }, { rv: '4', list: [a1] });
    expect(noted(commits({ rv: '', watch: [a1] }))).toEqual(['L17: a commit without a resourceVersion']);
    expect(noted(back.map((commit) => ({ ...commit, cause: 'watch' })))).toEqual([
      'L17: the commit to 4 goes back from 5',
    ]);
    const checkSnapshot = () => {};
    expect(noted(back)).toEqual([]);
    expect(noted(back, { oracle: { checkSnapshot, restores: 0 } })).toEqual(['L17: the commit to 4 goes back from 5']);
    const restored = { checkSnapshot, restores: 0 };
    const chronicle = new Chronicle<Thing>({ oracle: restored });
    restored.restores = 1;
    for (const commit of back) chronicle.next(commit);
    chronicle.check();
    // Two of them, seen one after the other.
    const twice = commits({ rv: '5', list: [a1] }, { rv: '4', list: [a1] }, { rv: '3', list: [a1] });
    const late = { checkSnapshot, restores: 0 };
    const reader = new Chronicle<Thing>({ oracle: late });
    late.restores = 2;
    for (const commit of twice) reader.next(commit);
    reader.check();
    for (const commit of back) reader.next(commit);
    expect(() => reader.check()).toThrow('L5');
    expect(reader.errors.map(({ law }) => law)).toContain('L17');
  });
});

describe('checkRequests', () => {
  const at = (times: readonly number[], kind: RequestRecord['kind'] = 'watch'): RequestRecord[] =>
    times.map((time, i) => ({ number: i, at: time, client: 'c', kind, method: 'GET', path: '/' }));
  const everyMs = (ms: number, count: number, from = 0) => Array.from({ length: count }, (_, i) => from + i * ms);

  it('L8: 12 in the first minute, pages and writes not counted', () => {
    checkRequests(at(everyMs(100, 12)));
    checkRequests([...at(everyMs(100, 12)), ...at(everyMs(10, 100), 'page'), ...at(everyMs(10, 100), 'write')]);
    expect(() => checkRequests(at(everyMs(100, 13)))).toThrow(
      'L8: 13 lists and watches were started in its first minute; 12 may be',
    );
    expect(() => checkRequests(at(everyMs(100, 13), 'list'))).toThrow('L8');
  });

  it('L8: 6 in any minute after that', () => {
    checkRequests(at([0, ...everyMs(10_000, 20, 60_000)]));
    checkRequests(at([...everyMs(100, 12), ...everyMs(100, 6, 61_101)]));
    expect(() => checkRequests(at([0, ...everyMs(9_999, 7, 60_000)]))).toThrow(
      'L8: 7 lists and watches were started in the minute before 119994 ms; 6 may be',
    );
  });

  it('L8: Retry-After is a floor, where the client was told of it', () => {
    const requests = at([0, 4000]);
    const refused = { at: 0, request: 0, client: 'c', kind: 'watch', fault: { type: 'refuse', code: 429 } } as const;
    const waiting = (retryAfterSeconds: number) => ({ ...refused, fault: { ...refused.fault, retryAfterSeconds } });
    checkRequests(requests, [refused]);
    checkRequests(requests, [waiting(4)]);
    checkRequests(requests, [waiting(5), { ...refused, fault: { type: 'loseAnswer' } }]);
    expect(() => checkRequests(requests, [waiting(5)])).toThrow(
      'L8: the request at 4000 ms came after 4000 ms, and Retry-After was 5 s',
    );
  });
});
