import { asapScheduler, asyncScheduler, isObservable, type Observable, type SchedulerLike, Subscription } from 'rxjs';
import { type Plain, type Resource, resourcePath } from '../kubernetes/index.js';
import { type Failure, type InformerStatus, isSameStatus, type ReflectorOptions } from '../reflector/index.js';
import type { Feed, Partition } from './cache.js';
import { isRefused, mergedStatus } from './merged-status.js';
import type { PartitionedCache } from './partitioned-cache.js';
import { type FeedListener, Pipeline } from './pipeline.js';

/** One namespace of the set. */
interface Member<K, I extends string> {
  readonly pipeline: Pipeline<K, I>;
  readonly partition: Partition<Plain<K>, I>;
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
  /** The set as it is to be; undefined until it is known. */
  #wanted: readonly string[] | undefined;
  /** What is wrong with the set itself. */
  #failure: Failure | undefined;
  #connection: Subscription | undefined;
  #settling = false;
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

  connect(): void {
    if (this.#connection !== undefined) return;
    const connection = new Subscription();
    this.#connection = connection;
    this.#status = undefined;
    for (const { pipeline } of [...this.#members.values()]) pipeline.connect();
    connection.add(
      this.#set$?.subscribe({ next: (set) => this.#want(set), error: (error) => this.#fail(sourceFailure(error)) }),
    );
    this.#settleSoon();
  }

  disconnect(): void {
    this.#connection?.unsubscribe();
    this.#connection = undefined;
    this.#settling = false;
    for (const member of this.#members.values()) {
      member.pipeline.disconnect();
      member.status = undefined;
    }
  }

  /** A set that cannot be is reported, and the one before it stays. */
  #want(set: readonly string[]): void {
    try {
      this.#wanted = checkedSet(this.#options.resource, set);
      this.#failure = undefined;
    } catch (error) {
      this.#failure = setFailure(error);
    }
    this.#settleSoon();
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
    const wanted = new Set(this.#wanted);
    const leaving = [...this.#members.keys()].filter((namespace) => !wanted.has(namespace));
    for (const namespace of leaving) if (this.#isConnected()) this.#leave(namespace);
    const joining = [...wanted].filter((namespace) => !this.#members.has(namespace));
    for (const namespace of joining) if (this.#isConnected()) this.#join(namespace);
    if (this.#isComplete()) this.#listener.commit(this.#cache.publish());
    this.#report();
  }

  /** Not any more, when a subscriber left or stopped everything while it was told of a commit. */
  #isConnected(): boolean {
    return this.#connection !== undefined;
  }

  #leave(namespace: string): void {
    this.#members.get(namespace)?.pipeline.disconnect();
    this.#members.delete(namespace);
    const commit = this.#cache.remove(namespace);
    if (commit !== undefined) this.#listener.commit(commit);
  }

  #join(namespace: string): void {
    const partition = this.#cache.add(namespace);
    const pipeline = new Pipeline<K, I>({ ...this.#options, namespace }, partition, {
      applied: (commit) => {
        if (commit !== undefined) this.#listener.commit(commit);
        else this.#settleSoon();
      },
      status: (status) => {
        member.status = status;
        if (!this.#cache.synced) this.#settleSoon();
        this.#report();
      },
    });
    const member: Member<K, I> = { pipeline, partition, status: undefined };
    this.#members.set(namespace, member);
    pipeline.connect();
  }

  /** Every namespace has been listed, or is refused: no list is waited for that will not come. Not if that leaves nothing at all. */
  #isComplete(): boolean {
    if (this.#cache.synced || this.#wanted === undefined || this.#connection === undefined) return false;
    const members = [...this.#members.values()];
    const listed = members.filter(({ partition }) => partition.synced);
    if (listed.length === 0) return members.length === 0;
    return members.every(({ partition, status }) => partition.synced || (status !== undefined && isRefused(status)));
  }

  #report(): void {
    if (this.#connection === undefined) return;
    const now = this.#scheduler.now();
    const status = this.#merged(this.#status?.since ?? now);
    const before = this.#status;
    if (before !== undefined && isSameStatus(before, status)) return;
    this.#status = before?.phase === status.phase ? status : { ...status, since: now };
    this.#listener.status(this.#status);
  }

  #merged(since: number): InformerStatus {
    const { synced, snapshot } = this.#cache;
    const parts = [...this.#members.values()].flatMap(({ status }) => status ?? []);
    const { resourceVersion } = snapshot;
    const status: InformerStatus =
      parts.length === 0
        ? { phase: this.#wanted?.length === 0 ? 'live' : 'listing', synced, since }
        : mergedStatus(parts, synced, since);
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

function sourceFailure(error: unknown): Failure {
  return {
    kind: 'protocol',
    message: `the Observable given as namespace failed: ${error instanceof Error ? error.message : String(error)}`,
    advice: 'Have it go on after its errors (retry, catchError). The last set that it gave is kept.',
  };
}
