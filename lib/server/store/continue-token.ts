import type { ApiError } from './api-error.js';
import { isJsonObject } from './json.js';
import { badRequest } from './refusals.js';

/** Where the next page begins. */
export interface Continuation {
  /** The state that all pages are of. Undefined: of now, after the first one expired; pages may not fit together. */
  readonly revision: string | undefined;
  /** The key after which it begins. */
  readonly after: string;
}

/** Opaque to clients, as it is in Kubernetes. */
export function printContinue({ revision, after }: Continuation): string {
  const token = { v: 1, rv: revision ?? null, after };
  return Buffer.from(JSON.stringify(token)).toString('base64url');
}

/** @throws ApiError 400 for what is no token of this server */
export function parseContinue(text: string): Continuation {
  const token = parsed(Buffer.from(text, 'base64url').toString());
  if (isJsonObject(token) && token.v === 1 && typeof token.after === 'string') {
    const { rv, after } = token;
    if (rv === null) return { revision: undefined, after };
    if (typeof rv === 'string' && rv !== '') return { revision: rv, after };
  }
  throw invalidToken();
}

export function invalidToken(): ApiError {
  return badRequest('invalid continue token: continue key is not valid');
}

/** The token that goes on at the same place, at whatever the newest state is then. @throws ApiError 400 for what is no token of this server */
export function inconsistentToken(text: string): string {
  return printContinue({ ...parseContinue(text), revision: undefined });
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
