/**
 * An object of which only some fields are kept, those that paths such as `spec.nodeName` name, and what tells it and its version: its kind and
 * apiVersion, and `metadata.name`, `namespace`, `uid` and `resourceVersion`. A path through an array is about each of its elements.
 *
 * @example
 * type Row = Only<Plain<V1Pod>, 'metadata.labels' | 'spec.nodeName'>;
 */
export type Only<T, P extends string> = Kept<T, P | Identity>;

type Identity =
  | 'apiVersion'
  | 'kind'
  | 'metadata.name'
  | 'metadata.namespace'
  | 'metadata.uid'
  | 'metadata.resourceVersion';

type Kept<T, P extends string> = T extends readonly (infer E)[]
  ? readonly Kept<E, P>[]
  : T extends object
    ? { readonly [K in keyof T as K extends First<P> ? K : never]: K extends P ? T[K] : Kept<T[K], Rest<P, K>> }
    : T;

type First<P extends string> = P extends `${infer F}.${string}` ? F : P;

type Rest<P extends string, K> = K extends string ? (P extends `${K}.${infer R}` ? R : never) : never;

/**
 * A path to a field of `T`: `P` itself if it is one; else those that it could be, for the compiler to say. The entries of a map, such as
 * single labels, have no path: name the map.
 */
export type FieldPath<T, P extends string> = P extends `${infer F}.${infer R}`
  ? F extends Keys<T>
    ? `${F}.${FieldPath<Member<T, F>, R>}`
    : Keys<T>
  : P extends Keys<T>
    ? P
    : Keys<T>;

type Keys<T> = T extends readonly (infer E)[]
  ? Keys<E>
  : T extends object
    ? string extends keyof T
      ? never
      : keyof T & string
    : never;

type Member<T, F extends string> = T extends readonly (infer E)[]
  ? Member<E, F>
  : T extends { readonly [K in F]?: infer M }
    ? M
    : never;

/** An object of which the server sends only the metadata, as Kubernetes' PartialObjectMetadata. */
export interface MetadataOnly<T> {
  readonly apiVersion: 'meta.k8s.io/v1';
  readonly kind: 'PartialObjectMetadata';
  readonly metadata: T extends { readonly metadata: infer M } ? M : never;
}
