import { fromEvent, map, merge, type Observable } from 'rxjs';
import { messageOf, Refusal } from './refusal.js';
import type { Output } from './surroundings.js';
import { field } from './text/json.js';

/**
 * Emits when nobody reads any more, as behind `| head`: a reason to end, not a failure. Errors with a Refusal when
 * writing fails otherwise, as on a full disk.
 */
export function brokenPipes(outputs: readonly Output[]): Observable<unknown> {
  return merge(...outputs.map((output) => fromEvent(output, 'error'))).pipe(
    map((error) => {
      if (field(error, 'code') === 'EPIPE') return error;
      throw new Refusal(`the output cannot be written: ${messageOf(error)}`, 1);
    }),
  );
}

/** For after the end: what was written last may fail later, and that nobody reads it is no failure then either. */
export function ignoreBrokenPipes(outputs: readonly Output[]): void {
  const ignore = (error: unknown) => {
    if (field(error, 'code') !== 'EPIPE') throw error;
  };
  for (const output of outputs) output.on('error', ignore);
}
