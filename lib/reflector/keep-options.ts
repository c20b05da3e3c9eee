import type { FieldPath } from '../kubernetes/index.js';

/** What is kept of each object. */
export interface KeepOptions {
  /** Paths of the fields to keep, such as `spec.nodeName`, beside what tells an object and its version. Default: everything. */
  readonly fields?: readonly string[] | undefined;
  /** Whether the server is asked for the metadata of objects only. Default: false. */
  readonly metadataOnly?: boolean | undefined;
}

/** Which fields are kept of each object, as paths that the compiler checks. */
export interface FieldsOption<T, F extends readonly string[]> {
  /**
   * Paths of the fields to keep, such as `spec.nodeName`; a path through an array is about each of its elements. What tells an object and its
   * version is kept in any case: kind, apiVersion, and `metadata.name`, `namespace`, `uid` and `resourceVersion`. All else is passed over
   * before it is parsed, and costs no memory. Selectors of `snapshot.list` need `metadata.labels`.
   */
  readonly fields: { readonly [N in keyof F]: FieldPath<T, F[N] & string> };
}

/** The server is asked for the metadata of objects only: cheap to send, and little to hold. */
export interface MetadataOnlyOption {
  /** @see https://kubernetes.io/docs/reference/using-api/api-concepts/#metadata-only-fetches */
  readonly metadataOnly: true;
}
