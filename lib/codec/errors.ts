/** Bytes from a server that are not what they should be: no JSON, no UTF-8, cut short, too large, or of another shape. */
export class DecodeError extends Error {
  override readonly name = 'DecodeError';
}

/** An object without a name. It says nothing of what else came with it. */
export class NamelessError extends DecodeError {}
