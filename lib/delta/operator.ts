import { defer, type OperatorFunction } from 'rxjs';
import {
  aFunction,
  BOOLEAN,
  checkGiven,
  OBSERVABLE,
  oneOf,
  optional,
  type ReflectorEvent,
  SCHEDULER,
} from '../reflector/index.js';
import type { DeltaBatch } from './delta.js';
import { DeltaFIFO, type DeltaFIFOOptions } from './delta-fifo.js';
import { type BurstOptions, inBursts } from './in-bursts.js';

/** Options of `deltaFIFO()`: those of the class, with `emitReplaced` on by default, and these. */
export interface DeltaFIFOOperatorOptions<T> extends DeltaFIFOOptions<T>, BurstOptions<T> {
  /** The queue itself, for somebody who looks into it meanwhile. Default: one that is made with these options. */
  readonly queue?: DeltaFIFO<T> | undefined;
}

const RULES = {
  keyOf: aFunction('of an object'),
  knownObjects: optional((value) => typeof value === 'object' && value !== null, 'is nothing that could be known'),
  emitReplaced: BOOLEAN,
  transform: aFunction('of an object'),
  compress: oneOf('deletes', 'latest'),
  queue: optional((value) => value instanceof DeltaFIFO, 'is no DeltaFIFO'),
  scheduler: SCHEDULER,
  notifier: OBSERVABLE,
  onError: aFunction('of an error and its event'),
} satisfies Record<keyof DeltaFIFOOperatorOptions<unknown>, unknown>;

/**
 * Events in, one batch out for each burst of them: everything that came in one synchronous run is one consistent cut of history. A
 * bookmark alone makes an empty batch, for the resourceVersion has moved. What is queued when the source ends is handed over before the
 * end is.
 *
 * @throws TypeError when an option is malformed; the message names it
 * @example
 * reflector({ transport, resource: core.pods }).pipe(deltaFIFO({ knownObjects: indexer }), indexInto(indexer)).subscribe(…);
 */
export function deltaFIFO<T>(
  options: DeltaFIFOOperatorOptions<T> = {},
): OperatorFunction<ReflectorEvent<T>, DeltaBatch<T>> {
  checkGiven('deltaFIFO', options, RULES);
  return (source) =>
    defer(() => {
      const queue = options.queue ?? new DeltaFIFO<T>({ ...options, emitReplaced: options.emitReplaced ?? true });
      return source.pipe(inBursts(queue, options));
    });
}
