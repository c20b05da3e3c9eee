import type { RequestFault, ServerFault } from './fault.js';
import type { RequestKind } from './request/request-info.js';

/** A request that a hostile server got, or would have got if the network had been there. */
export interface RequestRecord {
  /** From 1. */
  readonly number: number;
  /** Milliseconds since the server was made. */
  readonly at: number;
  /** Who asked: see `transport()`. */
  readonly client: string;
  readonly kind: RequestKind;
  readonly method: string;
  /** With its query. */
  readonly path: string;
}

/** A fault that happened; times are milliseconds since the server was made. Plain JSON, and a plan for another server. */
export type LogEntry =
  | {
      readonly at: number;
      readonly request: number;
      readonly client: string;
      readonly kind: RequestKind;
      readonly fault: RequestFault;
    }
  | { readonly at: number; readonly fault: ServerFault };
