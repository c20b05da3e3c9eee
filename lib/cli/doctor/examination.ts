import { catchError, concat, defer, map, type Observable, of, take, throwError, timeout } from 'rxjs';
import type { Check, Outcome } from './check.js';
import { discovery } from './discovery-check.js';
import { opinionOfError } from './errors.js';
import type { CheckName, Finding } from './finding.js';
import { skipped } from './finding.js';
import { compression, latency, list } from './list-checks.js';
import type { Learnt, Patient } from './patient.js';
import { bookmarks, stability, streamedList, watch } from './watch-checks.js';
import { connection, credentials, nameResolution, tls } from './way-checks.js';

const CHECKS: readonly Check[] = [
  ...[nameResolution, connection, tls, credentials, discovery, list],
  ...[watch, streamedList, bookmarks, compression, latency, stability],
];

/**
 * Makes the checks one after the other, each with its time limit, and emits what each found. One that could say nothing new, since
 * something failed that it needs, is skipped. Errors with a Refusal when the command line does not fit what the server serves.
 */
export function examine(patient: Patient): Observable<Finding> {
  return defer(() => {
    const course = new Course(patient);
    return concat(...CHECKS.map((check) => defer(() => course.take(check))));
  });
}

/** What is known when it is some check's turn. */
class Course {
  readonly #patient: Patient;
  #learnt: Learnt = {};
  /** Checks that failed, and those that were skipped for them, each with the one that is the cause. */
  readonly #causes = new Map<CheckName, CheckName>();

  constructor(patient: Patient) {
    this.#patient = patient;
  }

  take(check: Check): Observable<Finding> {
    const { scheduler } = this.#patient;
    const cause = check.needs.map((name) => this.#causes.get(name)).find((name) => name !== undefined);
    if (cause !== undefined) {
      this.#causes.set(check.name, cause);
      return of(skipped(check.name, `not tried, since ${cause} failed`));
    }
    const start = scheduler.now();
    return this.#outcomeOf(check).pipe(
      map(({ opinion, learnt }) => {
        this.#learnt = { ...this.#learnt, ...learnt };
        if (opinion.verdict === 'fail') this.#causes.set(check.name, check.name);
        if (opinion.verdict === 'skip') return { check: check.name, ...opinion };
        return { check: check.name, ...opinion, tookMs: Math.round(scheduler.now() - start) };
      }),
    );
  }

  #outcomeOf(check: Check): Observable<Outcome> {
    const { scheduler, timeoutMs } = this.#patient;
    const limitMs = check.limitMs?.(this.#patient) ?? timeoutMs;
    return defer(() => check.run(this.#patient, this.#learnt)).pipe(
      take(1),
      timeout({ first: limitMs, scheduler }),
      catchError((error: unknown) => {
        const opinion = opinionOfError(error, check.whenSilent, limitMs);
        return opinion === undefined ? throwError(() => error) : of({ opinion });
      }),
    );
  }
}
