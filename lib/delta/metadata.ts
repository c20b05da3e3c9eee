import type { ObjectMeta } from '../kubernetes/index.js';

/**
 * The metadata of whatever a collection holds, if it has any. A boundary: the types of the fields in it are the API server's word.
 */
export function metadataOf(object: unknown): ObjectMeta | undefined {
  return hasMetadata(object) ? object.metadata : undefined;
}

function hasMetadata(object: unknown): object is { readonly metadata: ObjectMeta } {
  return (
    typeof object === 'object' &&
    object !== null &&
    'metadata' in object &&
    typeof object.metadata === 'object' &&
    object.metadata !== null
  );
}
