import type { Observable } from 'rxjs';
import type { KubernetesObject, ListMeta, Plain, PlainValue, Resource } from '../../kubernetes/index.js';
import type { DeleteOptions } from './deletion.js';
import type { ObjectName } from './keys.js';
import type { ListOptions, SelectOptions, WatchOptions } from './list-options.js';
import type { PatchType } from './patches.js';
import type { ReplacementOptions } from './replacement.js';
import type { DryRun } from './writer.js';

/**
 * An object to be stored: as it is on the wire, and nothing in it need be set but its name (or `generateName`).
 * `apiVersion` and `kind` may be left out.
 */
export type NewObject<T> = [keyof T] extends [keyof KubernetesObject]
  ? KubernetesObject & { readonly [field: string]: unknown }
  : PlainValue<T>;

/** What a list gives. */
export interface StoredList<T> {
  readonly apiVersion: string;
  /** Such as `PodList`. */
  readonly kind: string;
  readonly metadata: ListMeta;
  readonly items: readonly Plain<T>[];
}

/** One event of a watch. */
export type StoreEvent<T> =
  | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly object: Plain<T> }
  | { readonly type: 'BOOKMARK'; readonly resourceVersion: string };

/**
 * The objects of an API server, of all resources, with their recent past. Everything is synchronous: a write is done,
 * and watches have been told of it, when the call returns. Objects that come out are deeply frozen; objects that go in
 * are copied.
 *
 * It treats objects as kube-apiserver does, but for what needs a schema or a controller: nothing is defaulted or
 * checked beyond metadata (a pod's `status.phase` and what every namespace has excepted), each version of a group is a
 * collection of its own, no garbage collector follows owners, and a namespace takes its content with it.
 *
 * Every method throws an `ApiError`, whose `status` is what an API server would send, when it refuses; and a TypeError for what names no object.
 */
export interface ApiStore {
  /** Of the newest write, whatever its resource. */
  readonly resourceVersion: string;

  /** Refused: no name (422), the name is taken (409), no such namespace (404), metadata that cannot be (400, 422). */
  create<T>(
    resource: Resource<T>,
    object: NoInfer<NewObject<T>>,
    options?: DryRun & { readonly namespace?: string },
  ): Plain<T>;

  /** Refused: not found (404), a resourceVersion from the future (504). */
  get<T>(resource: Resource<T>, at: ObjectName & { readonly resourceVersion?: string }): Plain<T>;

  list<T>(resource: Resource<T>, options?: ListOptions): StoredList<T>;

  /**
   * Puts an object in the place of the one with its name. With a `metadata.resourceVersion` only if it is still that
   * version (else 409). Nothing is written when nothing changes. Of a kind with a status, all but the status is
   * replaced, and with `subresource: 'status'` the status alone.
   */
  update<T>(resource: Resource<T>, object: NoInfer<NewObject<T>>, options?: DryRun & ReplacementOptions): Plain<T>;

  /** Changes an object by a JSON merge patch (RFC 7396) or by JSON patch operations (RFC 6902), as `update` would. */
  patch<T>(
    resource: Resource<T>,
    at: ObjectName,
    patch: unknown,
    options: DryRun & ReplacementOptions & { readonly type: PatchType },
  ): Plain<T>;

  /** Deletes an object, or marks it as being deleted while it has finalizers. Gives its last state. */
  delete<T>(resource: Resource<T>, at: ObjectName, options?: DeleteOptions & DryRun): Plain<T>;

  /** Deletes every selected object. Gives their last states. */
  deleteCollection<T>(
    resource: Resource<T>,
    selected?: SelectOptions,
    options?: DeleteOptions & DryRun,
  ): readonly Plain<T>[];

  /**
   * What happens to the selected objects; cold, synchronous and without end. An object that begins to match a selector
   * comes as ADDED, one that ceases to as DELETED. Errors with an `ApiError` 410 when the version to begin after is no
   * longer retained. The only bookmark is the one that ends the initial objects, if `allowWatchBookmarks` is set.
   */
  watch<T>(resource: Resource<T>, options?: WatchOptions): Observable<StoreEvent<T>>;

  /** Forgets the past up to a version (default: all of it): older watches, exact lists and continue tokens get 410. */
  compact(resourceVersion?: string): void;

  /**
   * Goes back to an older state, as an etcd that was restored from a backup: every object is as it was at that version, which is the newest
   * again, and the versions after it will be given a second time. Watches end with 410. Refused: a version that is no longer
   * retained (410), one of the future (504).
   */
  restore(resourceVersion: string): void;
}
