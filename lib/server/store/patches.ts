import { applyPatch, type Operation } from 'rfc6902';
import { isJsonObject, type JsonObject, requireDepth } from './json.js';
import { badRequest, patchRejected } from './refusals.js';
import type { StoredObject } from './stored-object.js';

/**
 * `merge`: a JSON merge patch, RFC 7396; `json`: a list of operations, RFC 6902, whose paths do not name `__proto__`, `constructor` or
 * `prototype`.
 */
export type PatchType = 'merge' | 'json';

/** Bytes that all copy operations of one patch may add: repeated, they would double an object each time. */
const COPY_LIMIT = 3 * 1024 * 1024;

/**
 * The object with the patch applied; neither is changed.
 *
 * @throws ApiError 400 for what is no patch, 422 for one that does not apply
 */
export function patched(object: StoredObject, patch: unknown, type: PatchType): unknown {
  switch (type) {
    case 'merge':
      if (!isJsonObject(patch)) throw badRequest('error decoding patch: expected a JSON object');
      return merged(object, patch);
    case 'json':
      return withOperations(object, patch);
  }
}

function merged(target: unknown, patch: unknown, depth = 0): unknown {
  requireDepth(depth);
  if (!isJsonObject(patch)) return patch;
  const result = new Map(Object.entries(isJsonObject(target) ? target : {}));
  for (const [field, value] of Object.entries(patch)) {
    if (value === null) result.delete(field);
    else result.set(field, merged(result.get(field), value, depth + 1));
  }
  return Object.fromEntries(result);
}

function withOperations(object: StoredObject, patch: unknown): unknown {
  if (!Array.isArray(patch) || !patch.every(isJsonObject))
    throw badRequest('error decoding patch: expected a JSON array of operations');
  // The empty path is the document itself, which rfc6902 can only replace in what holds it.
  const holder: { object: unknown } = { object: structuredClone(object) };
  let copied = 0;
  for (const operation of patch) {
    if (!isOperation(operation) || !isWithin(holder.object, operation)) throw patchRejected();
    if (operation.op === 'copy') copied += sizeAt(holder.object, operation.from);
    if (copied > COPY_LIMIT) throw patchRejected();
    apply(holder, operation);
  }
  return holder.object;
}

/** The library returns most failures, but throws where a path leads through a text or a number. */
function apply(holder: { object: unknown }, operation: Operation): void {
  let failure: Error | null | undefined;
  try {
    [failure] = applyPatch(holder, [withinHolder(operation)]);
  } catch {
    throw patchRejected();
  }
  if (failure !== null) throw patchRejected();
}

function withinHolder(operation: Operation): Operation {
  const path = `/object${operation.path}`;
  return 'from' in operation ? { ...operation, path, from: `/object${operation.from}` } : { ...operation, path };
}

const POINTER = /^(\/([^~]|~[01])*)?$/;

function isPointer(value: unknown): boolean {
  return typeof value === 'string' && POINTER.test(value);
}

function isOperation(value: JsonObject): value is JsonObject & Operation {
  if (!isPointer(value.path)) return false;
  switch (value.op) {
    case 'add':
    case 'replace':
    case 'test':
      return Object.hasOwn(value, 'value');
    case 'remove':
      return true;
    case 'move':
    case 'copy':
      return isPointer(value.from);
    default:
      return false;
  }
}

/** Names that the library passes over, so that a path through them would end elsewhere. */
const PASSED_OVER: readonly string[] = ['__proto__', 'constructor', 'prototype'];

/**
 * Whether an operation reads and writes nothing but the document. To the library, what an object inherits is there too: a path through
 * `toString` would write to what all objects share.
 */
function isWithin(document: unknown, operation: Operation): boolean {
  const path = tokensOf(operation.path);
  const from = 'from' in operation ? tokensOf(operation.from) : [];
  if ([...path, ...from].some((token) => PASSED_OVER.includes(token))) return false;
  const target =
    operation.op === 'add' || operation.op === 'copy' || operation.op === 'move' ? path.slice(0, -1) : path;
  return has(document, target) && has(document, from);
}

function tokensOf(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replace(/~1/g, '/').replace(/~0/g, '~'));
}

const INDEX = /^(0|[1-9]\d*)$/;

/** Whether there is something at a path, by own properties alone. */
function has(document: unknown, path: readonly string[]): boolean {
  let at = document;
  for (const token of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, token)) return false;
    if (Array.isArray(at) && !INDEX.test(token)) return false;
    at = Reflect.get(at, token);
  }
  return true;
}

function sizeAt(document: unknown, pointer: string): number {
  const value = tokensOf(pointer).reduce<unknown>(
    (at, token) => (typeof at === 'object' && at !== null ? Reflect.get(at, token) : undefined),
    document,
  );
  return JSON.stringify(value)?.length ?? 0;
}
