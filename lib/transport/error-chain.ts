/** An error, its cause, the cause of that. */
export function chain(error: unknown): readonly object[] {
  if (typeof error !== 'object' || error === null) return [];
  return [error, ...chain('cause' in error && error.cause !== error ? error.cause : undefined)];
}

/** The code that Node, OpenSSL or undici gave: the error's own, or that of its cause (`fetch` hides it there). */
export function codeOf(error: unknown): string | undefined {
  for (const link of chain(error)) if ('code' in link && typeof link.code === 'string') return link.code;
  return undefined;
}

/** What a thrown value says. Errors of another realm, such as those of an iframe, are no `instanceof Error`. */
export function messageOf(error: unknown): string {
  if (error === undefined || error === null) return '';
  if (typeof error !== 'object') return String(error);
  return 'message' in error && typeof error.message === 'string' ? error.message : '';
}
