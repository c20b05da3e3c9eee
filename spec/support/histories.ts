import fc from 'fast-check';
import { DeltaFIFO } from '../../lib/delta/index.js';
import { type Change, type Commit, Indexer } from '../../lib/store/index.js';
import { type Thing, thing } from './things.js';

const seen = fc.oneof({ weight: 6, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) });

/** What may happen to a collection, and what a reader of it may miss. */
const stepOf = (name: fc.Arbitrary<string>) =>
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ op: fc.constant('put' as const), name, seen }) },
    { weight: 4, arbitrary: fc.record({ op: fc.constant('delete' as const), name, seen }) },
    // It leaves the selection, and comes back as it was or changed, with the uid that it had.
    { weight: 2, arbitrary: fc.record({ op: fc.constantFrom('leave' as const, 'return' as const), name }) },
    // The server is set back to what it was.
    { weight: 1, arbitrary: fc.record({ op: fc.constant('restore' as const), name }) },
    {
      weight: 2,
      arbitrary: fc.record({ op: fc.constantFrom('list' as const, 'resync' as const, 'bookmark' as const) }),
    },
    { weight: 4, arbitrary: fc.record({ op: fc.constant('commit' as const) }) },
  );

export type HistoryStep = ReturnType<typeof stepOf> extends fc.Arbitrary<infer S> ? S : never;

/** A history of objects of these names. */
export function historyOf(...names: string[]): fc.Arbitrary<HistoryStep[]> {
  return fc.array(stepOf(fc.constantFrom(...names)), { maxLength: 60, size: 'max' });
}

export const history = historyOf('a', 'b', 'c');

/** The commits that an indexer makes of a history: any that the laws allow, and no others. */
export function commitsOf(steps: readonly HistoryStep[]): readonly Commit<Thing>[] {
  const indexer = new Indexer<Thing>();
  const fifo = new DeltaFIFO<Thing>({ knownObjects: indexer, emitReplaced: true });
  const objects = new Map<string, Thing>();
  const before = new Map<string, Thing>();
  const commits: Commit<Thing>[] = [];
  let version = 0;
  let lives = 0;
  /** Something was missed: then all is, up to the next list. */
  let isMissing = false;
  const act = (each: HistoryStep) => {
    const old = 'name' in each ? objects.get(each.name) : undefined;
    if ('seen' in each && !each.seen) isMissing = true;
    switch (each.op) {
      case 'put': {
        const object = thing(each.name, ++version, { uid: old?.metadata.uid ?? `${each.name}-${++lives}` });
        if (old !== undefined) before.set(each.name, old);
        objects.set(each.name, object);
        if (!isMissing) fifo.update(object);
        break;
      }
      case 'delete':
        objects.delete(each.name);
        before.delete(each.name);
        if (old !== undefined && !isMissing) fifo.delete(thing(each.name, ++version, { uid: old.metadata.uid ?? '' }));
        break;
      case 'leave':
        if (old !== undefined && !isMissing) fifo.delete(old);
        break;
      case 'return':
        if (old !== undefined && !isMissing) fifo.add({ ...old });
        break;
      case 'restore': {
        const older = before.get(each.name);
        if (older === undefined) break;
        objects.set(each.name, older);
        if (!isMissing) fifo.update({ ...older });
        break;
      }
      case 'list':
        isMissing = false;
        fifo.replace([...objects.values()].reverse(), String(version));
        break;
      case 'resync':
        fifo.resync();
        break;
      case 'bookmark':
        fifo.bookmark(String(version));
        break;
      case 'commit':
        commits.push(indexer.apply(fifo.drain()));
        break;
    }
  };
  for (const each of steps) act(each);
  act({ op: 'commit' });
  return commits;
}

/** A state in short: `a-1@5`, uid and version. */
export const stateOf = ({ metadata }: Thing) => `${metadata.uid}@${metadata.resourceVersion}`;

/** A change in short: `add a-1@5`, `update a-1@5→6`, `delete a-1@6 (unknown)`, of an add with `initially` behind it. */
export function inShort(change: Change<Thing>): string {
  const state = stateOf(change.object);
  switch (change.type) {
    case 'add':
      return `add ${state}${change.isInInitialList ? ' initially' : ''}`;
    case 'update':
      return `update ${stateOf(change.previous)}→${change.object.metadata.resourceVersion}${change.isInInitialList ? ' initially' : ''}`;
    case 'sync':
      return `sync ${state}`;
    case 'delete':
      return `delete ${state}${change.finalStateUnknown ? ' (unknown)' : ''}`;
  }
}

/**
 * A reader that knows nothing but what it was told, and takes offence at what is no story (L3), at a `previous` that it does not
 * know, at an update to another life (L14), and at what it knows already (L13).
 */
export class Reader {
  readonly known = new Map<string, string>();

  hear(change: Change<Thing>): void {
    const { key, type, object } = change;
    const known = this.known.get(key);
    const offence = this.#offence(change, known);
    if (offence !== undefined) throw new Error(`${inShort(change)}: ${offence}; known: ${known ?? 'nothing'}`);
    if (type === 'delete') this.known.delete(key);
    else this.known.set(key, stateOf(object));
  }

  #offence(change: Change<Thing>, known: string | undefined): string | undefined {
    const { previous, type, object } = change;
    if (type === 'add') return known === undefined && previous === undefined ? undefined : 'an add of what is there';
    if (known === undefined) return `${type} of what is not there`;
    if (previous === undefined || stateOf(previous) !== known) return 'previous is not what the reader knows';
    if (type === 'sync') return stateOf(object) === known ? undefined : 'a sync that changes something';
    if (type === 'delete') return undefined;
    if (stateOf(object) === known) return 'an update that changes nothing';
    return object.metadata.uid === previous.metadata.uid ? undefined : 'an update to another life';
  }
}
