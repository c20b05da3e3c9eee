/**
 * What a reflector says of a collection, in the server's order: the words of client-go's Store interface (Replace, Add, Update,
 * Delete, Bookmark) as values.
 */
export type ReflectorEvent<T> =
  /** A complete list: the collection holds just these objects. */
  { readonly type: 'replace'; readonly objects: readonly T[]; readonly resourceVersion: string } | WatchEvent<T>;

/** What a watch says. */
export type WatchEvent<T> =
  | ObjectEvent<T>
  /** Nothing changed up to here. */
  | { readonly type: 'bookmark'; readonly resourceVersion: string };

/** One event of the watch about an object. */
export interface ObjectEvent<T> {
  readonly type: 'added' | 'modified' | 'deleted';
  readonly object: T;
  /** How far the server's history is with it, `''` when that is not known. Default: the object's own. */
  readonly resourceVersion?: string;
}

/** Told of the objects of a list while it arrives, some at a time, before `replace` says that it is whole. */
export interface ListListener<T> {
  collected(objects: readonly T[]): void;
  /** What was collected is not part of a whole list. */
  discarded(): void;
}
