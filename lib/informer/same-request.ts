/**
 * Whether two sets of options ask for the same informer: every option is the same value, lists and indexers member by member. An option
 * that is undefined is one that is not given.
 */
export function isSameRequest(a: object, b: object): boolean {
  const first = new Map<string, unknown>(Object.entries(a));
  const second = new Map<string, unknown>(Object.entries(b));
  const names = new Set([...first.keys(), ...second.keys()]);
  return [...names].every((name) => isSameOption(first.get(name), second.get(name)));
}

function isSameOption(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, i) => Object.is(item, b[i]));
  return isPlain(a) && isPlain(b) && isSameRequest(a, b);
}

/** Made of options, as indexers or the description of a custom resource are; not a transport, a scheduler or an Observable. */
function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
