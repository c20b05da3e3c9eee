/** Bytes from a server that are not what they should be: no JSON, no UTF-8, cut short, too large, or of another shape. */
export class DecodeError extends Error {
  override readonly name = 'DecodeError';
}

/** One object that cannot be used. It says nothing of what else came with it. */
export abstract class ObjectError extends DecodeError {}

export class NamelessError extends ObjectError {}

/** An object that says that it is of another kind than was asked for. */
export class OtherKindError extends ObjectError {}

/** An object within which containers are nested deeper than MAX_DEPTH. */
export class TooDeepError extends ObjectError {}
