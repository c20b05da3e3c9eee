import { asapScheduler, asyncScheduler, isObservable, type Observable, type SchedulerLike, Subscription } from 'rxjs';
import { Commons } from '../codec/index.js';
import { type Plain, type Resource, resourcePath } from '../kubernetes/index.js';
import {
  type Failure,
  type InformerStatus,
  isSameStatus,
  type ReflectorOptions,
  SharedBudget,
} from '../reflector/index.js';
import type { Feed, Partition } from './cache.js';
import { isRefused, MergedStatus } from './merged-status.js';
import type { PartitionedCache } from './partitioned-cache.js';
import { type FeedListener, Pipeline, type PipelineListener } from './pipeline.js';

/** One namespace of the set. */
interface Member<K, I extends string> {
  readonly pipeline: Pipeline<K, I>;
  readonly partition: Partition<Plain<K>, I>;
  readonly budget: SharedBudget;
  status: InformerStatus | undefined;
}

/** Fills a cache from many namespaces, each with a pipeline of its own, and follows the set of them while it changes. */
export class Namespaces<K, I extends string> implements Feed {
  readonly #options: Omit<ReflectorOptions<K>, 'namespace'>;
  readonly #cache: PartitionedCache<Plain<K>, I>;
  readonly #listener: FeedListener<Plain<K>, I>;
  readonly #scheduler: SchedulerLike;
  readonly #set$: Observable<readonly string[]> | undefined;
  readonly #members = new Map<string, Member<K, I>>();
  /** The objects of one namespace are like those of another. */
  readonly #commons = new Commons();
  /** What they say, as one. */
  readonly #merged = new MergedStatus();
  /** Those that have not had a whole list. */
  readonly #unlisted = new Set<Member<K, I>>();
  /** Those of them whose list may still come: the server does not refuse it. */
  readonly #awaited = new Set<Member<K, I>>();
  /** What was asked for, of namespaces that left less than a minute ago: one that comes back has no new budget (L8). */
  readonly #left = new Map<string, SharedBudget>();
  /** The set as it is to be; undefined until it is known. */
  #wanted: readonly string[] | undefined;
  /** What is wrong with the set itself. */
  #failure: Failure | undefined;
  #connection: Subscription | undefined;
  #settling = false;
  /** Whether the members may not be those that are wanted. */
  #moved = true;
  #status: InformerStatus | undefined;

  /** @throws TypeError when a namespace is malformed, or the resource has none */
  constructor(
    options: Omit<ReflectorOptions<K>, 'namespace'>,
    set: readonly string[] | Observable<readonly string[]>,
    cache: PartitionedCache<Plain<K>, I>,
    listener: FeedListener<Plain<K>, I>,
  ) {
    this.#options = options;
    this.#cache = cache;
    this.#listener = listener;
    this.#scheduler = options.scheduler ?? asyncScheduler;
    requireNamespaced(options.resource);
    if (isObservable(set)) this.#set$ = set;
    else this.#wanted = checkedSet(options.resource, set);
  }

  get missing(): string | undefined {
    const isAwaited = this.#wanted === undefined && this.#failure === undefined;
    return isAwaited ? 'the Observable given as namespace has not given a set of namespaces yet' : undefined;
  }

  isListed(namespace: string): boolean {
    return this.#members.get(namespace)?.partition.synced ?? false;
  }

  versionOf(namespace: string): string {
    return this.#members.get(namespace)?.partition.resourceVersion ?? '';
  }

  connect(): void {
    if (this.#connection !== undefined) return;
    const connection = new Subscription();
    this.#connection = connection;
    this.#status = undefined;
    for (const { pipeline } of [...this.#members.values()]) {
      // Whoever is told of the first one's status may stop everything, and come back to a connection that is another.
      if (this.#connection !== connection) return;
      pipeline.connect();
    }
    if (this.#connection !== connection) return;
    connection.add(
      this.#set$?.subscribe({
        next: (set) => this.#want(set),
        error: (error) => this.#fail(sourceFailure(error)),
        complete: () => this.#ended(),
      }),
    );
    this.#settleSoon();
  }

  disconnect(): void {
    this.#connection?.unsubscribe();
    this.#connection = undefined;
    this.#settling = false;
    for (const member of this.#members.values()) {
      member.pipeline.disconnect();
      this.#heard(member, undefined);
    }
  }

  /** A set that cannot be is reported, and the one before it stays. */
  #want(set: readonly string[]): void {
    try {
      this.#wanted = checkedSet(this.#options.resource, set);
      this.#moved = true;
      this.#failure = undefined;
    } catch (error) {
      this.#failure = setFailure(error);
    }
    this.#settleSoon();
  }

  #ended(): void {
    if (this.#wanted === undefined && this.#failure === undefined) this.#fail(EMPTY_SOURCE);
  }

  #fail(failure: Failure): void {
    this.#failure = failure;
    this.#settleSoon();
  }

  /** The set may change from within a commit that is being told: what follows from it is a commit of its own, after that one. */
  #settleSoon(): void {
    if (this.#settling || this.#connection === undefined) return;
    this.#settling = true;
    this.#connection.add(asapScheduler.schedule(() => this.#settle()));
  }

  #settle(): void {
    this.#settling = false;
    if (this.#moved) this.#follow();
    if (this.#isComplete()) this.#listener.commit(this.#cache.publish());
    this.#report();
  }

  /** Lets go of the namespaces that are not wanted any more, and takes in the new ones. */
  #follow(): void {
    this.#moved = false;
    const wanted = new Set(this.#wanted);
    const leaving = [...this.#members.keys()].filter((namespace) => !wanted.has(namespace));
    for (const namespace of leaving) if (this.#isConnected()) this.#leave(namespace);
    const joining = [...wanted].filter((namespace) => !this.#members.has(namespace));
    for (const namespace of joining) if (this.#isConnected()) this.#join(namespace);
    if (!this.#isConnected()) this.#moved = true;
    const now = this.#scheduler.now();
    for (const [namespace, budget] of this.#left) if (budget.isFresh(now)) this.#left.delete(namespace);
  }

  /** Not any more, when a subscriber left or stopped everything while it was told of a commit. */
  #isConnected(): boolean {
    return this.#connection !== undefined;
  }

  #leave(namespace: string): void {
    const member = this.#members.get(namespace);
    if (member !== undefined) {
      this.#forget(member);
      this.#left.set(namespace, member.budget);
    }
    this.#members.delete(namespace);
    const commit = this.#cache.remove(namespace);
    if (commit !== undefined) this.#listener.commit(commit);
  }

  #forget(member: Member<K, I>): void {
    member.pipeline.disconnect();
    this.#heard(member, undefined);
    this.#unlisted.delete(member);
    this.#awaited.delete(member);
  }

  #join(namespace: string): void {
    const partition = this.#cache.add(namespace);
    const budget = this.#left.get(namespace) ?? new SharedBudget();
    this.#left.delete(namespace);
    const listener: PipelineListener<Plain<K>, I> = {
      applied: (commit) => {
        this.#await(member);
        if (commit !== undefined) this.#listener.commit(commit);
        else this.#settleSoon();
      },
      status: (status) => {
        this.#heard(member, status);
        if (!this.#cache.synced) this.#settleSoon();
        this.#report();
      },
    };
    const pipeline = new Pipeline<K, I>({ ...this.#options, namespace }, partition, listener, budget, this.#commons);
    const member: Member<K, I> = { pipeline, partition, budget, status: undefined };
    this.#members.set(namespace, member);
    this.#await(member);
    pipeline.connect();
  }

  #heard(member: Member<K, I>, status: InformerStatus | undefined): void {
    this.#merged.replace(member.status, status);
    member.status = status;
    this.#await(member);
  }

  /** Counts what has to come yet of a member that has just said or brought something. */
  #await(member: Member<K, I>): void {
    const { partition, status } = member;
    const isAwaited = !partition.synced && !(status !== undefined && isRefused(status));
    if (partition.synced) this.#unlisted.delete(member);
    else this.#unlisted.add(member);
    if (isAwaited) this.#awaited.add(member);
    else this.#awaited.delete(member);
  }

  /** Every namespace has been listed, or is refused: no list is waited for that will not come. Not if that leaves nothing at all. */
  #isComplete(): boolean {
    if (this.#cache.synced || this.#wanted === undefined || this.#connection === undefined) return false;
    const { size } = this.#members;
    return this.#awaited.size === 0 && (size === 0 || this.#unlisted.size < size);
  }

  #report(): void {
    if (this.#connection === undefined) return;
    const now = this.#scheduler.now();
    const status = this.#overall(this.#status?.since ?? now);
    const before = this.#status;
    if (before !== undefined && isSameStatus(before, status)) return;
    this.#status = before?.phase === status.phase ? status : { ...status, since: now };
    this.#listener.status(this.#status);
  }

  #overall(since: number): InformerStatus {
    const { synced, snapshot } = this.#cache;
    const { resourceVersion } = snapshot;
    const status: InformerStatus = this.#merged.isEmpty
      ? { phase: this.#wanted?.length === 0 ? 'live' : 'listing', synced, since }
      : this.#merged.status(synced, since);
    const failure = this.#failure ?? status.failure;
    return {
      ...status,
      ...(resourceVersion === '' ? {} : { resourceVersion }),
      ...(failure === undefined ? {} : { failure }),
    };
  }
}

function requireNamespaced(resource: Resource<unknown>): void {
  if (!resource.namespaced)
    throw new TypeError(`namespace: ${resource.plural} are cluster-scoped, so they are in no namespace: leave it out`);
}

/** Each namespace once. */
function checkedSet(resource: Resource<unknown>, set: unknown): readonly string[] {
  if (!Array.isArray(set)) throw new TypeError(`namespace: ${String(set)} is neither a name nor a list of names`);
  const names = set.map((name: unknown) => {
    if (typeof name !== 'string') throw new TypeError(`namespace: ${String(name)} is no name of a namespace`);
    return name;
  });
  for (const namespace of names) resourcePath(resource, { namespace });
  return [...new Set(names)];
}

function setFailure(error: unknown): Failure {
  return {
    kind: 'protocol',
    message: error instanceof Error ? error.message : String(error),
    advice: 'Mend the Observable given as namespace: each value is a list of names. The set before this one is kept.',
  };
}

const EMPTY_SOURCE: Failure = {
  kind: 'protocol',
  message: 'the Observable given as namespace ended without a set',
  advice: 'Have it give a list of names, an empty one where there are none: nothing is listed before.',
};

function sourceFailure(error: unknown): Failure {
  return {
    kind: 'protocol',
    message: `the Observable given as namespace failed: ${error instanceof Error ? error.message : String(error)}`,
    advice: 'Have it go on after its errors (retry, catchError). The last set that it gave is kept.',
  };
}
