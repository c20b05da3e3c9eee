import type { Failure } from './failure.js';

/** What an informer is doing. */
export type Phase =
  /** Nothing: nobody is subscribed. */
  | 'idle'
  /** Getting the first list, or a new one. */
  | 'listing'
  /** The list is complete and the watch is open: what the snapshot shows is now. */
  | 'live'
  /** Waiting after a failure, or trying again; or connected to a relay that is doing so, and whose `failure` says that. */
  | 'retrying'
  /** Ended for good by `stop()`. */
  | 'stopped';

/** The state of an informer, for people and programs. Times are epoch milliseconds. */
export interface InformerStatus {
  readonly phase: Phase;
  /** Whether a first complete list has been published, zero objects included (L15). Stays true. */
  readonly synced: boolean;
  /** When this phase began. */
  readonly since: number;
  /** How far the informer knew the collection when this status was made. It does not move with every event: `snapshot.resourceVersion` does. */
  readonly resourceVersion?: string;
  /** While not live: when the snapshot was last known to be true. */
  readonly staleSince?: number;
  /** While listing: objects received so far, and how many are to come where the server says so. */
  readonly received?: number;
  readonly remaining?: number;
  /** While retrying: failures in a row, and when the next request starts. */
  readonly attempt?: number;
  readonly retryAt?: number;
  /** What is wrong, until it is mended. */
  readonly failure?: Failure;
}

/** Whether nothing changed that is worth a word: the resourceVersion alone is not. */
export function isSameStatus(a: InformerStatus, b: InformerStatus): boolean {
  const fields = new Set([...Object.keys(a), ...Object.keys(b)] as (keyof InformerStatus)[]);
  fields.delete('resourceVersion');
  return [...fields].every((field) => a[field] === b[field]);
}
