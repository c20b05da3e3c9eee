/**
 * Makes `next` use the parts of `previous` that are equal, so that what did not change keeps its reference from version to version,
 * and memory holds it once. Returns `previous` itself where all is equal. `next` is written to, where it is not frozen.
 *
 * Members are compared by key, elements by place. What is no plain object, as a transform may make it (a Date, a Map), is not shared: what
 * it holds need not be in its members.
 */
export function share(previous: unknown, next: unknown): unknown {
  if (typeof next !== 'object' || next === null) return next;
  if (typeof previous !== 'object' || previous === null || previous === next) return next;
  if (Array.isArray(next)) return Array.isArray(previous) ? shareElements(previous, next) : next;
  return Array.isArray(previous) || !isPlain(next) ? next : shareMembers(previous as Members, next as Members);
}

type Members = Record<string, unknown>;

function shareElements(previous: readonly unknown[], next: unknown[]): readonly unknown[] {
  let same = previous.length === next.length;
  for (let i = 0; i < next.length; i++) {
    const shared = share(previous[i], next[i]);
    if (shared !== next[i] && !Object.isFrozen(next)) next[i] = shared;
    if (shared !== previous[i]) same = false;
  }
  return same ? previous : next;
}

function shareMembers(previous: Members, next: Members): Members {
  const keys = Object.keys(next);
  let same = keys.length === Object.keys(previous).length;
  for (const key of keys) {
    const value = next[key];
    // What an object inherits is a function, which is equal to nothing from a parser. But assigning to `__proto__` would set the
    // prototype instead of the member that the parser made.
    const before = key === '__proto__' ? undefined : previous[key];
    const shared = share(before, value);
    if (shared !== value && !Object.isFrozen(next)) next[key] = shared;
    if (shared !== before) same = false;
  }
  return same ? previous : next;
}

/** Of whichever realm. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Freezes a value from the parser, all the way down. What is frozen already is passed over, with all that it holds. */
export function deepFreeze<V>(value: V): V {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  if (Array.isArray(value)) for (const element of value) deepFreeze(element);
  else for (const key of Object.keys(value)) deepFreeze((value as Members)[key]);
  return Object.freeze(value);
}
