/** An index function failed for an object. The object is stored, and in every other index; this index does not have it. */
export class IndexError extends Error {
  override readonly name = 'IndexError';

  constructor(
    /** The index whose function failed. */
    readonly index: string,
    /** The key of the object that it failed for. */
    readonly key: string,
    cause: unknown,
  ) {
    super(`index "${index}" has no values for ${key}: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}
