import type { ObjectMeta } from './object.js';

/**
 * The metadata of whatever a collection holds; undefined when it has none. The types of its fields are the API server's word: nothing
 * looks at them here.
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
