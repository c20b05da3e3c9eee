import type { Observable, Observer, Subscription } from 'rxjs';
import { Subject, takeUntil } from 'rxjs';
import type { Informer } from '../../../lib/informer/index.js';
import type { InformerStatus } from '../../../lib/reflector/index.js';
import type { Change, Commit, Snapshot } from '../../../lib/store/index.js';
import { coalesce } from '../../../lib/views/index.js';
import { type Pod, told } from '../../support/informer-bench.js';
import type { TestClock } from '../../support/virtual-time.js';
import { canonical, type ExpectedCommit, initialAdds, shownState, syncs } from './cache-model.js';
import type { StreamName } from './plans.js';
import { Story } from './story.js';
import type { PlainPod } from './world.js';

type PodInformer = Informer<Pod, 'node'>;

/** The interval of those who coalesce. */
export const COALESCE_MS = 500;

/** One who listens: to a stream, or as a handler. Writes down what it hears, in words that the model can say too. */
export class Reader {
  readonly heard: string[] = [];
  /** What it has to hear, as far as the model has come. */
  readonly expected: string[] = [];
  readonly stream: StreamName;
  /** Its own period, where the stream has one. */
  readonly resyncMs: number;
  /** It is being subscribed, and hears of the present. */
  isJoining = true;
  /** It left by itself or was made to: what it heard by then is all. */
  hasLeft = false;
  isComplete = false;
  nextSyncAt: number;
  synced: 'pending' | 'resolved' | 'rejected' = 'pending';
  /** Of the streams that leave something out. */
  readonly story = new Story();
  wrong: string | undefined;
  readonly #clock: TestClock;
  readonly #left = new Subject<void>();
  #subscription: Subscription | undefined;
  #last: Snapshot<Pod, 'node'> | undefined;
  /** Called in each callback. */
  readonly #hear: (reader: Reader, status: InformerStatus | undefined) => void;

  constructor(
    stream: StreamName,
    resyncMs: number,
    clock: TestClock,
    hear: (reader: Reader, status?: InformerStatus) => void,
  ) {
    this.stream = stream;
    this.resyncMs = resyncMs;
    this.nextSyncAt = clock.now() + resyncMs;
    this.#clock = clock;
    this.#hear = hear;
  }

  subscribe(informer: PodInformer): void {
    switch (this.stream) {
      case 'handler':
        this.#handle(informer);
        break;
      case 'consume':
      case 'latest':
        this.#consume(informer, this.stream === 'consume' ? 'all' : 'latest');
        break;
      default:
        this.#listen(informer, this.stream);
    }
    this.isJoining = false;
  }

  leave(): void {
    if (this.isComplete || (this.#isRegistered && this.#subscription === undefined)) return;
    this.hasLeft = true;
    this.#left.next();
    this.#subscription?.unsubscribe();
  }

  /** By a call that gives a subscription, which it does not have while it is told the present. */
  get #isRegistered(): boolean {
    return this.stream === 'handler' || this.stream === 'consume' || this.stream === 'latest';
  }

  get isThere(): boolean {
    return !this.hasLeft && !this.isComplete;
  }

  expectPresent(present: ExpectedCommit): void {
    const { state, version } = present;
    this.#expect(initialAdds(state), shownState(state), `replace 0→${state.size} at ${version}`);
  }

  expectCommit({ changes, state, previousSize, version, cause }: ExpectedCommit): void {
    this.#expect(changes, shownState(state), `${cause} ${previousSize}→${state.size} at ${version}`);
  }

  /** The ticks of its resync until now. */
  expectSyncs(state: ReadonlyMap<string, PlainPod>, now: number): void {
    if (this.resyncMs === 0) return;
    for (; this.nextSyncAt <= now; this.nextSyncAt += this.resyncMs) this.#expect(syncs(state), undefined, undefined);
  }

  #expect(changes: readonly string[], state: string | undefined, commit: string | undefined): void {
    switch (this.stream) {
      case 'snapshot$':
        if (state !== undefined) this.expected.push(state);
        break;
      case 'changes$':
        if (commit !== undefined) this.expected.push(`${commit}: ${canonical(changes).join(', ')}`);
        break;
      case 'added$':
      case 'updated$':
      case 'deleted$': {
        const type = { added$: 'add', updated$: 'update', deleted$: 'delete' }[this.stream];
        this.expected.push(...changes.filter((word) => word.startsWith(type)));
        break;
      }
      case 'events$':
      case 'handler':
      case 'consume':
        this.expected.push(...changes);
        break;
      case 'status$':
      case 'latest':
      case 'coalesce':
        break;
    }
  }

  #say(word: string, status?: InformerStatus): void {
    this.heard.push(word);
    this.#hear(this, status);
  }

  #listen(informer: PodInformer, stream: Exclude<StreamName, 'handler' | 'consume' | 'latest'>): void {
    const listening = <V>(next: (value: V) => void): Observer<V> => ({
      next,
      error: (error) => this.heard.push(`error ${error}`),
      complete: () => {
        this.isComplete = true;
      },
    });
    const change = listening((value: Change<Pod>) => this.#say(told(value)));
    switch (stream) {
      case 'snapshot$':
        informer.snapshot$
          .pipe(takeUntil(this.#left))
          .subscribe(listening((snapshot) => this.#say(`${this.#identity(snapshot)}${shownSnapshot(snapshot)}`)));
        break;
      case 'changes$':
        informer.changes$.pipe(takeUntil(this.#left)).subscribe(listening((commit) => this.#say(shownCommit(commit))));
        break;
      case 'coalesce':
        informer.changes$
          .pipe(coalesce(COALESCE_MS, this.#clock), takeUntil(this.#left))
          .subscribe(listening(({ changes }) => this.#tell(changes.map(told))));
        break;
      case 'status$':
        informer.status$
          .pipe(takeUntil(this.#left))
          .subscribe(listening((status) => this.#say(JSON.stringify(status), status)));
        break;
      case 'events$':
      case 'added$':
      case 'updated$':
      case 'deleted$':
        changesOf(informer, stream).pipe(takeUntil(this.#left)).subscribe(change);
        break;
    }
  }

  /** Says nothing as long as what did not change is the same object, and frozen. */
  #identity(snapshot: Snapshot<Pod, 'node'>): string {
    const before = this.#last;
    this.#last = snapshot;
    for (const [key, object] of snapshot) {
      const old = before?.get(key);
      if (!Object.isFrozen(object)) return `L11: ${key} can be written to; `;
      if (old !== undefined && old !== object && shownPod(old) === shownPod(object)) return `L12: ${key} is another; `;
    }
    return '';
  }

  #consume(informer: PodInformer, keep: 'all' | 'latest'): void {
    const work = (change: Change<Pod>) => {
      if (keep === 'latest') this.#tell([told(change)]);
      else this.#say(told(change));
    };
    this.#subscription = informer.consume(work, { keep, resyncPeriod: this.resyncMs });
    this.#subscription.add(() => {
      this.isComplete = true;
    });
  }

  /** Words that need not be all that there were. */
  #tell(words: readonly string[]): void {
    for (const word of words) this.wrong ??= this.story.hear(word);
    this.#say(words.join(', '));
  }

  #handle(informer: PodInformer): void {
    const registration = informer.addEventHandler(
      {
        onAdd: (object, isInInitialList) => this.#say(`add ${shownPod(object)}${isInInitialList ? ' initially' : ''}`),
        onUpdate: (previous, object) =>
          this.#say(
            previous === object
              ? `sync ${shownPod(object)}`
              : `update ${shownPod(previous)}→${object.metadata.resourceVersion}`,
          ),
        onDelete: (object) =>
          this.#say(
            'metadata' in object
              ? `delete ${shownPod(object)}`
              : `delete ${object.object === undefined ? object.key : shownPod(object.object)} (unknown)`,
          ),
      },
      { resyncPeriod: this.resyncMs },
    );
    this.#subscription = registration;
    registration.add(() => {
      this.isComplete = true;
    });
    registration.synced.then(
      () => {
        this.synced = 'resolved';
      },
      () => {
        this.synced = 'rejected';
      },
    );
  }
}

function changesOf(
  informer: PodInformer,
  stream: 'events$' | 'added$' | 'updated$' | 'deleted$',
): Observable<Change<Pod>> {
  return informer[stream];
}

const shownPod = ({ metadata }: Pod) => `${metadata.name}@${metadata.resourceVersion}`;

export function shownSnapshot(snapshot: Snapshot<Pod, 'node'>): string {
  return [...snapshot.values()].map(shownPod).join(' ');
}

function shownCommit({ previous, snapshot, changes, cause }: Commit<Pod, 'node'>): string {
  const sizes = `${previous.size}→${snapshot.size}`;
  return `${cause} ${sizes} at ${snapshot.resourceVersion}: ${canonical(changes.map(told)).join(', ')}`;
}
