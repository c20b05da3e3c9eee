/** Whether somebody who was to be done when he returned is not: he gave a promise, or what is one to `await`. */
export function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  const mayBe = (typeof value === 'object' && value !== null) || typeof value === 'function';
  return mayBe && 'then' in value && typeof value.then === 'function';
}
