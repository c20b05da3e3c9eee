const COMPARABLE = /^[1-9][0-9]*$/;

/**
 * Which of two resourceVersions of one resource is newer: 1 if `a` is, -1 if `b` is, 0 if they are equal.
 *
 * Undefined when they cannot be compared: since Kubernetes 1.35 resourceVersions are decimal integers of any length without a
 * leading zero; what is not, from an old extension API server say, only equals itself. Neither can `"0"` (any version) and `""` (the
 * newest) be compared, which are requests and no versions.
 *
 * @see https://github.com/kubernetes/enhancements/tree/master/keps/sig-api-machinery/5504-comparable-resource-version
 */
export function compareResourceVersions(a: string, b: string): -1 | 0 | 1 | undefined {
  if (a === b) return 0;
  if (!COMPARABLE.test(a) || !COMPARABLE.test(b)) return undefined;
  if (a.length !== b.length) return a.length < b.length ? -1 : 1;
  return a < b ? -1 : 1;
}

/**
 * How far history is once `next` was heard after `current`: the newer of the two, or, when they cannot be compared, the one that was heard
 * last. Nothing (`''`) comes before everything.
 */
export function laterResourceVersion(current: string, next: string): string {
  return next === '' || compareResourceVersions(next, current) === -1 ? current : next;
}
