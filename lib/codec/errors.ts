/** Bytes from a server that are not what they should be: no JSON, no UTF-8, cut short, too large, or of another shape. */
export class DecodeError extends Error {
  override readonly name = 'DecodeError';
}
