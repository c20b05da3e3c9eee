/** How an object is called within its resource. */
export interface ObjectName {
  /** Absent for cluster-scoped kinds. */
  readonly namespace?: string | undefined;
  readonly name: string;
}

/** The key in the store: etcd's, so that objects come in the order in which the API server lists them. */
export function storeKey({ namespace, name }: ObjectName): string {
  return namespace === undefined ? name : `${namespace}/${name}`;
}

/** Keys from `low` to before `high`. */
export interface KeyRange {
  readonly low: string;
  readonly high: string;
}

/** `0` is the character after `/`. */
export function keysOf(namespace: string | undefined): KeyRange {
  return namespace === undefined ? { low: '', high: '\uffff' } : { low: `${namespace}/`, high: `${namespace}0` };
}
