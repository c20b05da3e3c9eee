import { metadataOf } from '../kubernetes/index.js';

/** The version is the server's word for the state: equal ones need no look at the rest. */
export function isSameVersion(a: unknown, b: unknown): boolean {
  const { uid, resourceVersion = '' } = metadataOf(a) ?? {};
  const other = metadataOf(b);
  return a === b || (resourceVersion !== '' && other?.resourceVersion === resourceVersion && other.uid === uid);
}

/** Another object under the same name: the end of the first was missed. */
export function isReborn(a: unknown, b: unknown): boolean {
  const before = metadataOf(a)?.uid;
  const after = metadataOf(b)?.uid;
  return before !== undefined && after !== undefined && before !== after;
}
