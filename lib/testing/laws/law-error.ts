/** A law that did not hold. Its message says which, and what was seen instead. */
export class LawError extends Error {
  override readonly name = 'LawError';

  constructor(
    /** Such as `L2`: see docs/semantics.md. */
    readonly law: string,
    what: string,
  ) {
    super(`${law}: ${what}`);
  }
}
