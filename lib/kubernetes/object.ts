/**
 * The part of every Kubernetes object that this project relies on.
 *
 * @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/object-meta/
 */
export interface ObjectMeta {
  readonly name?: string;
  readonly namespace?: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** An object as it stands on the wire. Its own fields come from the type parameter of whoever holds it. */
export interface KubernetesObject {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata?: ObjectMeta;
}

/**
 * The metadata of a list.
 *
 * @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/list-meta/
 */
export interface ListMeta {
  readonly resourceVersion?: string;
  /** Asks for the next page; absent or empty on the last one. */
  readonly continue?: string;
  /** How many objects the following pages hold, where the server knows it. */
  readonly remainingItemCount?: number;
}
