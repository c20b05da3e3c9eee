import type { Failure, InformerStatus, Phase } from '../reflector/index.js';
import { isHopeless } from './ready.js';

/**
 * The statuses of several list-and-watches as one. One that the server refuses before it could list anything is reported, and leaves
 * the phase to the others: nothing of it is shown, so nothing that is shown is old because of it.
 *
 * @param parts at least one
 */
export function mergedStatus(parts: readonly InformerStatus[], synced: boolean, since: number): InformerStatus {
  const others = parts.filter((part) => !isRefused(part));
  const active = others.length === 0 ? parts : others;
  const phase = phaseOf(active);
  const failure = failureOf(active, phase) ?? parts.find((part) => part.failure !== undefined)?.failure;
  const staleSince = least(active.map((part) => part.staleSince));
  const remaining = parts.flatMap((part) => part.remaining ?? []);
  const retrying = active.find((part) => part.phase === 'retrying' && part.failure === failure);
  return {
    phase,
    synced,
    since,
    ...(staleSince === undefined || phase === 'live' ? {} : { staleSince }),
    ...(phase === 'listing' ? { received: sum(parts.map((part) => part.received ?? 0)) } : {}),
    ...(phase === 'listing' && remaining.length > 0 ? { remaining: sum(remaining) } : {}),
    ...(phase === 'retrying' && retrying?.attempt !== undefined ? { attempt: retrying.attempt } : {}),
    ...(phase === 'retrying' && retrying?.retryAt !== undefined ? { retryAt: retrying.retryAt } : {}),
    ...(failure === undefined ? {} : { failure }),
  };
}

/** Whether the server does not let it be listed, now as it tries once more too, so that there is nothing to wait for. */
export function isRefused({ synced, failure }: InformerStatus): boolean {
  return !synced && isHopeless(failure);
}

/** What goes worst is what is said; what is only being opened is being listed. */
function phaseOf(parts: readonly InformerStatus[]): Phase {
  if (parts.some(({ phase }) => phase === 'retrying')) return 'retrying';
  return parts.every(({ phase }) => phase === 'live') ? 'live' : 'listing';
}

function failureOf(parts: readonly InformerStatus[], phase: Phase): Failure | undefined {
  return (
    parts.find((part) => part.phase === phase && part.failure !== undefined) ??
    parts.find((part) => part.failure !== undefined)
  )?.failure;
}

function least(values: readonly (number | undefined)[]): number | undefined {
  const known = values.flatMap((value) => value ?? []);
  return known.length === 0 ? undefined : Math.min(...known);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
