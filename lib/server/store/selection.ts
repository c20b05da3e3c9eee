import { matchesFields, matchesLabels, parseFieldSelector, parseLabelSelector } from '../../kubernetes/index.js';
import { type KeyRange, keysOf } from './keys.js';
import type { SelectOptions } from './list-options.js';
import { badRequest } from './refusals.js';
import { fieldReader } from './selectable-fields.js';
import type { Served } from './served.js';
import type { StoredObject } from './stored-object.js';

/** Objects by namespace and selectors. */
export interface Selection {
  /** The keys of the namespace, or all. */
  readonly keys: KeyRange;
  /** Whether every object within the keys is selected. */
  readonly everything: boolean;
  /** By the selectors alone. */
  matches(object: StoredObject): boolean;
}

/** @throws ApiError 400 for a selector that cannot be parsed or names a field that the kind cannot be selected by */
export function selectionOf({ resource }: Pick<Served, 'resource'>, options: SelectOptions): Selection {
  const labels = parsed(() => parseLabelSelector(options.labelSelector ?? ''));
  const fields = parsed(() => parseFieldSelector(options.fieldSelector ?? ''));
  const read = fieldReader(resource, fields);
  return {
    keys: keysOf(options.namespace),
    everything: labels.length === 0 && fields.length === 0,
    matches: (object) =>
      matchesLabels(labels, object.metadata.labels) && matchesFields(fields, (path) => read(object, path)),
  };
}

export function hasKey({ low, high }: KeyRange, key: string): boolean {
  return low <= key && key < high;
}

function parsed<S>(parse: () => S): S {
  try {
    return parse();
  } catch (error) {
    throw badRequest(error instanceof Error ? error.message : String(error));
  }
}
