/**
 * The type that an object of this model has on the wire, and so in a cache. client-node's models describe what client-node makes of an
 * object; the API server sends JSON:
 *
 * - a `Date` is a string (RFC 3339; to the microsecond where Kubernetes has a MicroTime)
 * - fields have their own names: `from`, not `_from`; `$ref`, not `ref` (`RenamedFields`, `RenamedSchemaFields`)
 * - what client-node leaves open, as `any`, is `unknown`; an IntOrString stays `string | number`
 * - everything is read-only, deeply, because what a cache holds never changes; immer's `Draft<Plain<T>>` may be written
 * - a stored object has `metadata` with a name, a uid, a resourceVersion and a creationTimestamp. An object within an object, such as the
 *   template of a pod, need not: there, all is as optional as in the model
 *
 * An interface written by hand for a custom resource, read-only and with such metadata, stays what it is.
 *
 * @example
 * const age = (pod: Plain<V1Pod>, now: number) => now - Date.parse(pod.metadata.creationTimestamp);
 */
export type Plain<T> = 0 extends 1 & T
  ? unknown
  : T extends { metadata?: infer M }
    ? 'name' extends keyof NonNullable<M>
      ? Flat<
          { readonly [K in keyof T as Exclude<WireName<T, K>, 'metadata'>]: PlainValue<T[K]> } & Stored<NonNullable<M>>
        >
      : PlainValue<T>
    : PlainValue<T>;

/** The same for a part of an object: no promises about `metadata`. */
export type PlainValue<T> = 0 extends 1 & T
  ? unknown
  : T extends Date
    ? string
    : T extends Primitive
      ? T
      : T extends readonly unknown[]
        ? { readonly [K in keyof T]: PlainValue<T[K]> }
        : T extends object
          ? { readonly [K in keyof T as WireName<T, K>]: PlainValue<T[K]> }
          : T;

type Primitive = string | number | boolean | bigint | symbol | null | undefined;

/** What the API server sets on every object that it stores. */
export interface StoredMetadata {
  readonly name: string;
  readonly uid: string;
  readonly resourceVersion: string;
  /** RFC 3339, to the second. */
  readonly creationTimestamp: string;
}

interface Stored<M> {
  readonly metadata: Flat<
    { readonly [K in keyof M as Exclude<WireName<M, K>, keyof StoredMetadata>]: PlainValue<M[K]> } & {
      readonly [K in keyof StoredMetadata]: K extends keyof M ? PlainValue<NonNullable<M[K]>> : string;
    }
  >;
}

/** An intersection as one object type, which editors show in full. */
type Flat<T> = { readonly [K in keyof T]: T[K] };

/** The name of a field on the wire; never for a method, which is not there. */
type WireName<T, K extends keyof T> = T[K] extends (...args: never) => unknown
  ? never
  : K extends keyof RenamedFields
    ? RenamedFields[K]
    : K extends keyof RenamedSchemaFields
      ? 'x_kubernetes_validations' extends keyof T
        ? RenamedSchemaFields[K]
        : K
      : K;

/** The fields whose names client-node changed since they are reserved words, and what they are called in truth. */
export interface RenamedFields {
  readonly _continue: 'continue';
  readonly _default: 'default';
  readonly _enum: 'enum';
  readonly _from: 'from';
  readonly _int: 'int';
}

/** The same in the schema of a CustomResourceDefinition, where the names are no identifiers. */
export interface RenamedSchemaFields {
  readonly ref: '$ref';
  readonly schema: '$schema';
  readonly x_kubernetes_embedded_resource: 'x-kubernetes-embedded-resource';
  readonly x_kubernetes_int_or_string: 'x-kubernetes-int-or-string';
  readonly x_kubernetes_list_map_keys: 'x-kubernetes-list-map-keys';
  readonly x_kubernetes_list_type: 'x-kubernetes-list-type';
  readonly x_kubernetes_map_type: 'x-kubernetes-map-type';
  readonly x_kubernetes_preserve_unknown_fields: 'x-kubernetes-preserve-unknown-fields';
  readonly x_kubernetes_validations: 'x-kubernetes-validations';
}
