import type { Failure, FailureKind } from '../reflector/index.js';

/** What `error` callbacks are given: a fault of the server or of the way to it. The informer goes on by itself. */
export class InformerError extends Error {
  override readonly name = 'InformerError';
  readonly kind: FailureKind;
  /** What a person can do about it; the message ends with it. */
  readonly advice: string;
  /** The HTTP status code, where the server answered with one: the name that client-node gives it when a watch is refused. */
  readonly statusCode: number | undefined;
  /** The same, by the name that client-node gives it when a list is refused. */
  readonly code: number | undefined;

  constructor({ kind, message, advice, code }: Failure) {
    super(`${message}. ${advice}`);
    this.kind = kind;
    this.advice = advice;
    this.statusCode = code;
    this.code = code;
  }
}
