import type { ApiError } from './api-error.js';
import type { Collection } from './collection.js';
import { frozenJson, frozenObject, isJsonObject, type JsonObject } from './json.js';
import { badRequest } from './refusals.js';
import type { SentMetadata, SentObject } from './stored-object.js';

type Refuse = (why: string) => ApiError;

/**
 * Reads what somebody sends as an object of a resource, as far as every kind is the same: it is an object, of this
 * kind, and its metadata has the right types. What is null or empty in the metadata counts as absent, as it does in
 * Go.
 *
 * @param refuse makes the error; default: 400
 */
export function readSentObject(
  { resource, apiVersion: version }: Collection,
  value: unknown,
  refuse: Refuse = badRequest,
): SentObject {
  const copy = frozenJson(value) ?? {};
  if (!isJsonObject(copy))
    throw refuse(`the object provided is unrecognized (must be of type ${resource.kind}): expected a JSON object`);
  const { apiVersion = version, kind: sentKind = resource.kind, metadata } = copy;
  const wrong: Refuse = (why) =>
    refuse(`${sentKind} in version "${apiVersion}" cannot be handled as a ${resource.kind}: ${why}`);
  if (apiVersion !== version || sentKind !== resource.kind)
    throw wrong(`expected "apiVersion": ${JSON.stringify(version)} and "kind": ${JSON.stringify(resource.kind)}`);
  return Object.freeze({ ...copy, metadata: readMetadata(metadata, wrong) });
}

function readMetadata(value: unknown, wrong: Refuse): SentMetadata {
  if (value === undefined || value === null) return {};
  if (!isJsonObject(value)) throw wrong('metadata: expected an object');
  const metadata = frozenObject(withoutEmpty(value));
  requireTypes(metadata, wrong);
  return metadata;
}

/** An empty list of managed fields stays: it asks the server to forget its own. */
function withoutEmpty(metadata: JsonObject): JsonObject {
  const entries = Object.entries(metadata).map(([field, value]) => [field, withoutNulls(value)] as const);
  return Object.fromEntries(entries.filter(([field, value]) => field === 'managedFields' || !isEmpty(value)));
}

/** In Go, null in a map of texts is the empty text. */
function withoutNulls(value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, text]) => [key, text ?? '']));
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === null || value === '' || (isJsonObject(value) && Object.keys(value).length === 0);
}

interface FieldType {
  readonly expected: string;
  readonly fits: (value: unknown) => boolean;
}

const isText = (value: unknown) => typeof value === 'string';
const TEXT: FieldType = { expected: 'a string', fits: isText };
const INTEGER: FieldType = { expected: 'an integer', fits: Number.isInteger };
const TEXTS: FieldType = {
  expected: 'an object whose values are strings',
  fits: (value) => isJsonObject(value) && Object.values(value).every(isText),
};
const TEXT_LIST: FieldType = {
  expected: 'an array of strings',
  fits: (value) => Array.isArray(value) && value.every(isText),
};
const OBJECT_LIST: FieldType = {
  expected: 'an array of objects',
  fits: (value) => Array.isArray(value) && value.every(isJsonObject),
};

const FIELD_TYPES: Readonly<Record<keyof SentMetadata, FieldType>> = {
  name: TEXT,
  generateName: TEXT,
  namespace: TEXT,
  uid: TEXT,
  resourceVersion: TEXT,
  generation: INTEGER,
  creationTimestamp: TEXT,
  deletionTimestamp: TEXT,
  deletionGracePeriodSeconds: INTEGER,
  labels: TEXTS,
  annotations: TEXTS,
  finalizers: TEXT_LIST,
  ownerReferences: OBJECT_LIST,
  managedFields: OBJECT_LIST,
};

function requireTypes(metadata: JsonObject, wrong: Refuse): asserts metadata is JsonObject & SentMetadata {
  for (const [field, { expected, fits }] of Object.entries(FIELD_TYPES)) {
    const value = metadata[field];
    if (value !== undefined && !fits(value)) throw wrong(`metadata.${field}: expected ${expected}`);
  }
}
