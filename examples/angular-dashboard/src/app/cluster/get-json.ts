import type { Transport } from 'rxinformer';
import { map, type Observable, reduce, switchMap } from 'rxjs';

/** An answer that is none of 2xx. */
export class RefusedError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** A document of the server. Errors with a RefusedError, with a TransportError where there is no answer, or with a SyntaxError. */
export function getJson(transport: Transport, path: string, accept: string): Observable<unknown> {
  return transport.request({ path: `/${path}`, headers: { accept } }).pipe(
    switchMap(({ status, body$ }) => textOf(body$).pipe(map((text) => ({ status, text })))),
    map(({ status, text }) => {
      if (status < 200 || status > 299) throw new RefusedError(status, `${path}: the server answered ${status}`);
      return JSON.parse(text);
    }),
  );
}

function textOf(body$: Observable<Uint8Array>): Observable<string> {
  const decoder = new TextDecoder();
  return body$.pipe(
    reduce((text, bytes) => text + decoder.decode(bytes, { stream: true }), ''),
    map((text) => text + decoder.decode()),
  );
}
