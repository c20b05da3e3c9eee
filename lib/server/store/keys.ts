/** How an object is called within its resource. */
export interface ObjectName {
  /** Absent for cluster-scoped kinds. */
  readonly namespace?: string | undefined;
  readonly name: string;
}

/**
 * For calls that no compiler saw.
 *
 * @throws TypeError that shows what was given, and what would be right
 */
export function checkName<N extends ObjectName>(at: N): N {
  const { namespace, name }: { readonly namespace?: unknown; readonly name?: unknown } = Object(at);
  if (typeof name === 'string' && (namespace === undefined || typeof namespace === 'string')) return at;
  throw new TypeError(
    `at: ${JSON.stringify(at)} does not name an object; give { namespace, name }, such as { namespace: 'shop', name: 'web-0' }`,
  );
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
