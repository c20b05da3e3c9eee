/** Who tells of it. */
export type Component =
  | 'default-scheduler'
  | 'deployment-controller'
  | 'kubelet'
  | 'node-controller'
  | 'replicaset-controller';

/** The object that something happened to, as an Event refers to it. */
export interface Involved {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  /** Undefined for an object of the whole cluster. */
  readonly namespace?: string;
  /** The part of it: `spec.containers{web}`. */
  readonly fieldPath?: string;
}

/** Something that a component of the cluster would write an Event about. */
export interface Occurrence {
  readonly involved: Involved;
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
  readonly component: Component;
  /** The node on which the component runs, where it runs on one. */
  readonly host?: string;
}

/** An object before and after a write. Undefined: it was not there, or is not there any more. */
export interface Change<T> {
  readonly before: T | undefined;
  readonly after: T | undefined;
}

interface Identified {
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly uid: string };
}

/** The reference to an object. `apiVersion` and `kind` come from who knows them: an object in a list need not say them. */
export function involvedOf(apiVersion: string, kind: string, { metadata }: Identified): Involved {
  const { name, namespace, uid } = metadata;
  return { apiVersion, kind, name, uid, ...(namespace !== undefined && { namespace }) };
}

interface Owned {
  readonly metadata: {
    readonly namespace?: string;
    readonly ownerReferences?: readonly {
      readonly apiVersion: string;
      readonly kind: string;
      readonly name: string;
      readonly uid: string;
    }[];
  };
}

/** The reference to the owner of that kind that an object has, if it has one. */
export function ownerOf({ metadata }: Owned, kind: string): Involved | undefined {
  const owner = metadata.ownerReferences?.find((reference) => reference.kind === kind);
  if (owner === undefined) return undefined;
  const { apiVersion, name, uid } = owner;
  return { apiVersion, kind, name, uid, ...(metadata.namespace !== undefined && { namespace: metadata.namespace }) };
}
