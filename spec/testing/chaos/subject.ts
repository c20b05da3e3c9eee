import type { V1ConfigMap } from '@kubernetes/client-node';
import { Subscription } from 'rxjs';
import { createInformer, type Informer, type InformerOptions } from '../../../lib/informer/index.js';
import { core } from '../../../lib/kubernetes/index.js';
import type { Snapshot } from '../../../lib/store/index.js';
import {
  Chronicle,
  checkRequests,
  type HostileServer,
  LawError,
  type Oracle,
  type Random,
  Story,
  seeded,
  type TestClock,
  whole,
} from '../../../lib/testing/index.js';
import type { Transport } from '../../../lib/transport/index.js';
import { type ConfigMap, NAMESPACES, same } from './history.js';

type Options = InformerOptions<V1ConfigMap, 'tier'>;

/** What an informer is asked for, by chance. */
function anyOptions(random: Random): Partial<Options> {
  return {
    ...(random() < 0.4 ? {} : { namespace: random() < 0.8 ? NAMESPACES[whole(random, 2)] : NAMESPACES }),
    ...(random() < 0.6 ? {} : { labelSelector: 'tier=web' }),
    ...(random() < 0.5 ? {} : { pageSize: 1 + whole(random, 4) }),
    ...(random() < 0.7 ? {} : { watchList: random() < 0.7 ? 'never' : 'always' }),
    ...(random() < 0.8 ? {} : { resyncPeriod: 20_000 + whole(random, 60_000) }),
    ...(random() < 0.9 ? {} : { keepAliveMs: whole(random, 5000) }),
  };
}

/** How many snapshots are held to see whether they change. */
const HELD = 6;
const MOST_STORIES = 6;

/** One informer among the faults, and everybody who watches what it does. */
export class Subject {
  readonly informer: Informer<ConfigMap, 'tier'>;
  readonly oracle: Oracle<V1ConfigMap>;
  readonly chronicle: Chronicle<ConfigMap>;
  readonly stories: { readonly story: Story<ConfigMap>; readonly subscription: Subscription }[] = [];
  readonly trace: string[] = [];
  readonly #subscriptions = new Subscription();
  readonly #held: { readonly snapshot: Snapshot<ConfigMap>; readonly text: string }[] = [];
  readonly #errors: LawError[] = [];
  readonly #isMerged: boolean;
  #stopped = false;

  /** @param transport shared with others, whose hints it then follows; its requests cannot be told apart from theirs */
  constructor(
    readonly client: string,
    private readonly server: HostileServer,
    private readonly clock: TestClock,
    private readonly random: Random,
    transport: Transport | undefined,
  ) {
    const options = anyOptions(random);
    this.trace.push(`${client} ${JSON.stringify(options)}`);
    this.informer = createInformer<V1ConfigMap, 'tier'>({
      ...options,
      transport: transport ?? server.transport({ client }),
      resource: core.configMaps,
      indexers: { tier: ({ metadata }) => (metadata.labels?.tier === undefined ? [] : [metadata.labels.tier]) },
      scheduler: clock,
      random: seeded(whole(random, 2 ** 31)),
    });
    const { namespace, labelSelector } = options;
    this.oracle = server.oracle(core.configMaps, {
      ...(typeof namespace === 'string' ? { namespace } : {}),
      labelSelector,
      same,
    });
    // Of several namespaces each is at a version of its own.
    this.#isMerged = typeof namespace === 'object';
    this.chronicle = new Chronicle<ConfigMap>(this.#isMerged ? {} : { oracle: this.oracle });
    this.#observe();
    this.informer.start();
  }

  /** Somebody comes, perhaps late, perhaps in the middle of a commit. */
  join(): void {
    if (this.stories.length >= MOST_STORIES) this.leave();
    const story = new Story<ConfigMap>();
    this.stories.push({ story, subscription: this.informer.events$.subscribe(story) });
  }

  leave(): void {
    this.stories.shift()?.subscription.unsubscribe();
  }

  /** What must hold at any moment. */
  check(): void {
    const { snapshot, status } = this.informer;
    const [error] = this.#errors;
    if (error !== undefined) throw error;
    this.chronicle.check();
    for (const { story } of this.stories) story.check(snapshot);
    this.#checkSynced(status.synced);
    this.#checkIndex(snapshot);
  }

  /** What must hold when all has been quiet for long enough. */
  checkQuiet(): void {
    this.check();
    this.oracle.checkNewest(this.informer.snapshot);
    const { phase, failure } = this.informer.status;
    if (phase !== 'live') throw new LawError('L1', `it is ${phase}: ${failure?.message}`);
  }

  /** What must hold over its whole life. */
  checkLife(withBudget: boolean): void {
    this.check();
    const own = this.server.requests.filter(({ client }) => client === this.client);
    // Each of several namespaces has a list and a watch, and a budget.
    const parts = this.#isMerged
      ? NAMESPACES.map((name) => own.filter(({ path }) => path.includes(`/${name}/`)))
      : [own];
    for (const part of withBudget ? parts : []) checkRequests(part, this.server.log);
    for (const { snapshot, text } of this.#held)
      if (textOf(snapshot) !== text) throw new LawError('L11', `the snapshot at ${snapshot.resourceVersion} changed`);
  }

  stop(): void {
    if (this.random() < 0.5) this.informer.stop();
    this.#subscriptions.unsubscribe();
    for (const { subscription } of this.stories) subscription.unsubscribe();
    this.informer.stop();
    this.#stopped = true;
  }

  #observe(): void {
    const { informer } = this;
    this.#subscriptions.add(informer.changes$.subscribe(this.chronicle));
    this.#subscriptions.add(
      informer.status$.subscribe(({ phase, synced, failure }) => {
        this.#note(`${phase}${synced ? '' : ' unsynced'}${failure === undefined ? '' : `: ${failure.message}`}`);
        this.#try(() => this.#checkSynced(synced));
      }),
    );
    this.#subscriptions.add(
      informer.changes$.subscribe(({ snapshot, changes, cause }) => {
        this.#note(`${cause} ${snapshot.resourceVersion}: ${changes.map(({ type, key }) => `${type} ${key}`)}`);
        if (this.#held.length < HELD && this.random() < 0.2) this.#held.push({ snapshot, text: textOf(snapshot) });
      }),
    );
    this.#subscriptions.add(informer.snapshot$.subscribe(() => this.#comeAndGo()));
    this.join();
    this.#subscriptions.add(informer.events$.subscribe(() => this.#comeAndGo()));
  }

  /** From within a callback. */
  #comeAndGo(): void {
    if (this.random() < 0.03) this.join();
    if (this.random() < 0.02) this.leave();
  }

  #note(text: string): void {
    if (this.#stopped) this.#errors.push(new LawError('L9', `after stop: ${text}`));
    this.trace.push(`${this.clock.frame} ${this.client} ${text}`);
  }

  #try(check: () => void): void {
    try {
      check();
    } catch (error) {
      this.#errors.push(error instanceof LawError ? error : new LawError('?', String(error)));
    }
  }

  /** L15, from both sides. */
  #checkSynced(synced: boolean): void {
    const { resourceVersion } = this.informer.snapshot;
    if (synced === (resourceVersion !== '')) return;
    throw new LawError('L15', `synced is ${synced}, and the snapshot is at ${resourceVersion || 'no version'}`);
  }

  #checkIndex(snapshot: Snapshot<ConfigMap, 'tier'>): void {
    const web = [...snapshot.values()].filter(({ metadata }) => metadata.labels?.tier === 'web');
    const indexed = snapshot.byIndex('tier', 'web');
    if (web.length !== indexed.length || web.some((object, i) => object !== indexed[i]))
      throw new LawError('L2', `the index of the snapshot at ${snapshot.resourceVersion} is not that of its objects`);
  }
}

function textOf(snapshot: Snapshot<ConfigMap>): string {
  return JSON.stringify([...snapshot.entries()]);
}
