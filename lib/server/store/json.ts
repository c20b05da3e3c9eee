import { badRequest } from './refusals.js';

/** A JSON object. Its values are JSON too; they are `unknown`, since each reader narrows what it reads. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Deeper than any real object, and shallow enough for every recursion here and in `JSON.stringify`. */
const MAX_DEPTH = 512;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * A deeply frozen copy of JSON: what is stored is shared by all readers and versions, and never the caller's own
 * object. A `Date` becomes its text and undefined fields are left out, as `JSON.stringify` does.
 *
 * @throws ApiError 400 on what is no JSON, or nested deeper than 512
 */
export function frozenJson(value: unknown, depth = 0): unknown {
  requireDepth(depth);
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString();
  if (typeof value !== 'object' || value instanceof Date)
    throw badRequest(`the object provided holds ${String(value)}, which is no JSON`);
  return Array.isArray(value) ? frozenArray(value, depth) : frozenObject(value, depth);
}

/** @throws ApiError 400 for JSON that is nested too deep to be walked safely */
export function requireDepth(depth: number): void {
  if (depth > MAX_DEPTH) throw badRequest(`the object provided is nested deeper than ${MAX_DEPTH} levels`);
}

function frozenArray(items: readonly unknown[], depth: number): readonly unknown[] {
  return Object.freeze(items.map((item) => frozenJson(item ?? null, depth + 1)));
}

/** The same of an object. `Object.fromEntries` makes own properties, even of a field that is called `__proto__`. */
export function frozenObject(fields: object, depth = 0): JsonObject {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.freeze(Object.fromEntries(entries.map(([field, value]) => [field, frozenJson(value, depth + 1)])));
}

/** The value at a path such as `spec.nodeName`, of own fields only; undefined where there is none. */
export function valueAt(value: unknown, path: string): unknown {
  let at = value;
  for (const field of path.split('.')) {
    if (!isJsonObject(at) || !Object.hasOwn(at, field)) return undefined;
    at = at[field];
  }
  return at;
}

/** A copy without some fields; not frozen. */
export function without(object: JsonObject, ...fields: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([field]) => !fields.includes(field)));
}
