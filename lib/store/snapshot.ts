/** What `Snapshot.list` selects: all objects that meet every condition given. */
export interface Selection {
  /** Default: every namespace. `''` means the same, as in client-go. */
  readonly namespace?: string | undefined;
  /** Such as `tier=web,env!=test`. Default: any labels. */
  readonly labelSelector?: string | undefined;
}

/**
 * A collection as it was at one resourceVersion. Nothing in it ever changes, however long it is held; snapshots of one collection share
 * what is the same in them. Iterates over its entries in the order of their keys (`namespace/name`, or `name`).
 *
 * Lists are frozen, and are the same arrays as long as what they hold is the same (L12), in later snapshots too.
 */
export interface Snapshot<T, I extends string = string> extends Iterable<readonly [key: string, object: T]> {
  /** The server's state that this is; `''` before the first list. */
  readonly resourceVersion: string;
  /** How many objects there are. O(1) */
  readonly size: number;
  /** The object under a key. O(log size) */
  get(key: string): T | undefined;
  /** O(log size) */
  has(key: string): boolean;
  keys(): IterableIterator<string>;
  values(): IterableIterator<T>;
  entries(): IterableIterator<readonly [key: string, object: T]>;
  /**
   * Objects in the order of their keys. A namespace costs O(objects in it), a label selector a look at each.
   *
   * @throws TypeError when the label selector is malformed
   */
  list(selection?: Selection): readonly T[];
  /**
   * The objects that an index function put under a value, in the order of their keys.
   *
   * @throws RangeError when there is no such index
   */
  byIndex(index: I, value: string): readonly T[];
  /**
   * The keys of those objects, sorted.
   *
   * @throws RangeError when there is no such index
   */
  indexKeys(index: I, value: string): readonly string[];
  /**
   * The values that an index has objects under, sorted.
   *
   * @throws RangeError when there is no such index
   */
  indexValues(index: I): readonly string[];
}
