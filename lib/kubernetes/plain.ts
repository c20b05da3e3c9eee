/**
 * The type that an object of this model has on the wire, and so in a cache. client-node's models describe what its own deserializer
 * makes; a server sends JSON:
 *
 * - a `Date` is a string (RFC 3339), to the microsecond where Kubernetes has a `MicroTime`
 * - fields that client-node renames have their own names again: `_from` is `from`, `ref` of a JSON schema is `$ref`
 * - what client-node leaves open (`any`) is `unknown`
 * - everything is read-only, deeply: what a cache holds never changes
 * - a stored object has metadata, with a name, a uid, a resourceVersion and a creationTimestamp; one nested in another, such as a pod
 *   template, need not
 *
 * A type that is all this already, such as an interface written by hand for a custom resource, stays what it is.
 *
 * @example
 * type Pod = Plain<V1Pod>;
 * const age = (pod: Pod, now: number) => now - Date.parse(pod.metadata.creationTimestamp);
 */
export type Plain<T> = 0 extends 1 & T ? unknown : T extends { metadata?: infer M } ? PlainObject<T, M> : PlainValue<T>;

/** What the API server sets on every object that it stores. */
export interface StoredMetadata {
  readonly name: string;
  readonly uid: string;
  readonly resourceVersion: string;
  /** RFC 3339, in seconds. */
  readonly creationTimestamp: string;
}

type PlainObject<T, M> = 'creationTimestamp' extends keyof NonNullable<M>
  ? Flat<
      Omit<PlainValue<T>, 'metadata'> & {
        readonly metadata: Flat<Omit<PlainValue<NonNullable<M>>, keyof StoredMetadata> & StoredMetadata>;
      }
    >
  : PlainValue<T>;

type Flat<T> = { readonly [K in keyof T]: T[K] };

/** The same without promises about metadata: the wire's type of a part of an object. */
export type PlainValue<T> = 0 extends 1 & T
  ? unknown
  : T extends Date
    ? string
    : T extends string | number | boolean | bigint | symbol | null | undefined
      ? T
      : T extends object
        ? { readonly [K in keyof T as WireName<T, K>]: PlainValue<T[K]> }
        : T;

type WireName<T, K extends keyof T> = K extends keyof RenamedFields ? RenamedFields[K] : K;

/** client-node's names of fields whose own name is a reserved word or no identifier. */
export interface RenamedFields {
  readonly _continue: 'continue';
  readonly _default: 'default';
  readonly _enum: 'enum';
  readonly _from: 'from';
  readonly _int: 'int';
}
