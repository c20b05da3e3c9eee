/** What happened to an object, in client-go's words. `Replaced` came with a list, `Sync` with a resync. */
export type DeltaType = 'Added' | 'Updated' | 'Deleted' | 'Replaced' | 'Sync';

/**
 * Stands in a `Deleted` delta for an object whose end was not seen: it was missing in a list. What is known of it may be stale, or
 * nothing.
 */
export class DeletedFinalStateUnknown<T> {
  constructor(
    /** The key of the object that is gone. */
    readonly key: string,
    /** The newest state that was known, if any. */
    readonly object?: T,
  ) {}
}

/** One thing that happened to one object. */
export interface Delta<T> {
  readonly type: DeltaType;
  /** The object as it is after that; of a deletion its last state, or what is known of it. */
  readonly object: T | DeletedFinalStateUnknown<T>;
  /** The order of arrival, across all keys of a queue. Numbers ascend, with gaps. */
  readonly sequence: number;
}

/** The deltas of one object, oldest first. */
export interface KeyDeltas<T> {
  readonly key: string;
  readonly deltas: readonly Delta<T>[];
}

/** Everything that was queued at one moment: a consistent cut of history. */
export interface DeltaBatch<T> {
  /** In the queue's order: the key that has waited longest comes first. Order by `sequence` for the order of history across keys. */
  readonly items: readonly KeyDeltas<T>[];
  /**
   * Where this piece of history ends: the resourceVersion of the last list in it, or a higher one that came after that. Where versions
   * cannot be compared, the last that came. `''` when nothing in it said.
   */
  readonly resourceVersion: string;
  /** The initial list is in it. */
  readonly isInInitialList: boolean;
  /** A list is in it. */
  readonly replaced: boolean;
  /** A resync is in it. */
  readonly resync: boolean;
}
