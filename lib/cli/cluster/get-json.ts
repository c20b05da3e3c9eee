import { map, type Observable, reduce, switchMap } from 'rxjs';
import { type Status, statusOf } from '../../kubernetes/index.js';
import type { Transport } from '../../transport/index.js';

/** An answer that is no success, or no JSON. */
export class AnswerError extends Error {
  override readonly name = 'AnswerError';

  constructor(readonly status: Status) {
    super(status.message);
  }
}

/**
 * Gets one document. Errors with an AnswerError when the server refuses, with a TransportError when it cannot be asked.
 */
export function getJson(transport: Transport, path: string, accept = 'application/json'): Observable<unknown> {
  return transport.request({ path, headers: { accept }, compress: true }).pipe(
    switchMap(({ status, body$ }) => {
      const decoder = new TextDecoder();
      return body$.pipe(
        reduce((text, chunk) => bounded(status, text + decoder.decode(chunk, { stream: true })), ''),
        map((text) => documentOf(status, text)),
      );
    }),
  );
}

/** Characters of a document: many times the largest that a cluster with hundreds of CRDs has. */
const MOST_TEXT = 32 * 1024 * 1024;

function bounded(code: number, text: string): string {
  if (text.length <= MOST_TEXT) return text;
  throw new AnswerError({ ...statusOf(code, ''), message: 'the answer has no end: this is no Kubernetes API server' });
}

function documentOf(code: number, text: string): unknown {
  if (code !== 200) throw new AnswerError(statusOf(code, text));
  try {
    return JSON.parse(text);
  } catch {
    throw new AnswerError({
      ...statusOf(code, ''),
      message: 'the answer is no JSON: this is no Kubernetes API server',
    });
  }
}
