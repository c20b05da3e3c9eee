import type { Observable } from 'rxjs';
import { apps, core } from '../../kubernetes/index.js';
import type { ApiStore } from '../../server/index.js';
import type { Change, Occurrence } from '../world/occurrence.js';
import { nodeOccurrences, replicaSetOccurrences } from '../world/other-occurrences.js';
import { podOccurrences } from '../world/pod-occurrences.js';
import type { Node, Pod, ReplicaSet } from '../world/world.js';
import { CROWD_LABEL } from './crowd.js';
import { EventRecorder, MOST_EVENTS } from './event-recorder.js';

interface Identified {
  readonly metadata: { readonly uid: string };
}

type WriteEvent<T> =
  | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly object: T }
  | { readonly type: 'BOOKMARK' };

interface Seen<T> {
  readonly object: T;
  /** Since when it is like that, in epoch milliseconds. */
  readonly since: number;
}

/**
 * Sees what happens to the objects in a store, whoever wrote it, and writes the Events that the components of a cluster would write.
 * It does so when it is asked to, and not amid the write that it saw.
 */
export class Witness {
  readonly #now: () => number;
  readonly #recorder: EventRecorder;
  readonly #pods = new Map<string, Seen<Pod>>();
  readonly #replicaSets = new Map<string, Seen<ReplicaSet>>();
  #pending: { readonly occurrence: Occurrence; readonly at: number }[] = [];

  constructor(store: ApiStore, now: () => number) {
    this.#now = now;
    this.#recorder = new EventRecorder(store);
    const surroundings = {
      replicaSet: (uid: string) => this.#replicaSets.get(uid)?.object,
      pods: () => Array.from(this.#pods.values(), ({ object }) => object),
    };
    this.#watch(store.watch(core.nodes), new Map<string, Seen<Node>>(), nodeOccurrences);
    this.#watch(store.watch(apps.replicaSets), this.#replicaSets, replicaSetOccurrences);
    const pods$ = store.watch(core.pods, { labelSelector: `!${CROWD_LABEL}` });
    this.#watch(pods$, this.#pods, (change, lastedMs) => podOccurrences(change, lastedMs, surroundings));
  }

  /** Writes down what it saw, and removes what is old. */
  tell(): void {
    const pending = this.#pending;
    this.#pending = [];
    for (const { occurrence, at } of pending) this.#recorder.record(occurrence, at);
    this.#recorder.tidy(this.#now());
  }

  #watch<T extends Identified>(
    events$: Observable<WriteEvent<T>>,
    seen: Map<string, Seen<T>>,
    occurrences: (change: Change<T>, lastedMs: number) => Iterable<Occurrence>,
  ): void {
    events$.subscribe((event) => {
      if (event.type === 'BOOKMARK') return;
      const { type, object } = event;
      const { uid } = object.metadata;
      const at = this.#now();
      const known = seen.get(uid);
      const after = type === 'DELETED' ? undefined : object;
      if (after === undefined) seen.delete(uid);
      else seen.set(uid, { object: after, since: at });
      for (const occurrence of occurrences(
        { before: known?.object, after },
        known === undefined ? 0 : at - known.since,
      ))
        this.#pending.push({ occurrence, at });
      // Of so many only the newest would be kept anyway.
      if (this.#pending.length > 2 * MOST_EVENTS) this.#pending.splice(0, MOST_EVENTS);
    });
  }
}
