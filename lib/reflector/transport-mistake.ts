/** A transport, given by the caller, that does not do what a transport does. Its message says what it did. */
export class TransportMistake extends Error {
  override readonly name = 'TransportMistake';

  constructor(did: string, options?: { readonly cause?: unknown }) {
    super(`the transport's request() ${did}`, options);
  }
}
