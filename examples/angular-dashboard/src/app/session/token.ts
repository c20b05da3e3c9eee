/** What HTTP allows in a bearer token: RFC 6750, b64token. */
const TOKEN = /^[A-Za-z0-9._~+/-]+=*$/;

/** A token as somebody pasted it: the lines of a terminal joined, without what stands before it in a header. Undefined: it is none. */
export function tokenIn(text: string): string | undefined {
  const token = text
    .trim()
    .replace(/^(authorization:\s*)?bearer\s+/i, '')
    .replace(/\s*\n\s*/g, '');
  return TOKEN.test(token) ? token : undefined;
}
