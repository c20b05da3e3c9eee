import { type Observable, of } from 'rxjs';
import type { CheckName, Opinion } from './finding.js';
import type { Learnt, Patient } from './patient.js';

/** What a check came to: its opinion, and what it learnt for others. */
export interface Outcome {
  readonly opinion: Opinion;
  readonly learnt?: Learnt;
}

/** Tries one thing. What it emits first counts; unsubscribing leaves nothing open. It may error: see `opinionOfError`. */
export type Try = (patient: Patient, learnt: Learnt) => Observable<Outcome>;

export interface Check {
  readonly name: CheckName;
  /** Checks without whose success this one would say nothing new. */
  readonly needs: readonly CheckName[];
  readonly run: Try;
  /** What to look at when nothing came in time. */
  readonly whenSilent: string;
  /** How long it may take, in milliseconds. Default: the patient's timeout. */
  readonly limitMs?: (patient: Patient) => number;
}

export function ok(said: string, learnt: Learnt = {}): Outcome {
  return { opinion: { verdict: 'ok', said }, learnt };
}

export function note(said: string, advice?: string): Outcome {
  return { opinion: { verdict: 'note', said, ...(advice !== undefined && { advice }) } };
}

export function warn(said: string, advice: string, learnt: Learnt = {}): Outcome {
  return { opinion: { verdict: 'warn', said, advice }, learnt };
}

export function fail(said: string, advice: string): Outcome {
  return { opinion: { verdict: 'fail', said, advice } };
}

export function skip(said: string): Observable<Outcome> {
  return of({ opinion: { verdict: 'skip', said } });
}
