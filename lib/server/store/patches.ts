import { applyPatch, type Operation } from 'rfc6902';
import { isJsonObject, type JsonObject } from './json.js';
import { badRequest, patchRejected } from './refusals.js';
import type { StoredObject } from './stored-object.js';

/** `merge`: a JSON merge patch, RFC 7396; `json`: a list of operations, RFC 6902. */
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

function merged(target: unknown, patch: unknown): unknown {
  if (!isJsonObject(patch)) return patch;
  const result = new Map(Object.entries(isJsonObject(target) ? target : {}));
  for (const [field, value] of Object.entries(patch)) {
    if (value === null) result.delete(field);
    else result.set(field, merged(result.get(field), value));
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
    if (!isOperation(operation)) throw patchRejected();
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

function sizeAt(object: unknown, pointer: string): number {
  const path = pointer
    .split('/')
    .slice(1)
    .map((token) => token.replace(/~1/g, '/').replace(/~0/g, '~'));
  const value = path.reduce<unknown>(
    (at, token) => (typeof at === 'object' && at !== null ? Reflect.get(at, token) : undefined),
    object,
  );
  return JSON.stringify(value)?.length ?? 0;
}
