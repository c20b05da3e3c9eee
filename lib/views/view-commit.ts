import type { Change, Commit } from '../store/index.js';
import type { Step } from './step.js';
import type { ViewCommit, ViewSnapshot } from './view-snapshot.js';

const NO_CHANGES: readonly never[] = Object.freeze([]);

/** A commit of a view that remembers the rows of its changes, so that the next view need not look for them. */
export class StepCommit<T> implements ViewCommit<T> {
  readonly previous: ViewSnapshot<T>;
  readonly snapshot: ViewSnapshot<T>;
  readonly changes: readonly Change<T>[];
  readonly resourceVersion: string;
  readonly cause: Commit<T>['cause'];
  readonly #steps: readonly Step<T>[];

  constructor(
    previous: ViewSnapshot<T>,
    snapshot: ViewSnapshot<T>,
    steps: readonly Step<T>[],
    cause: Commit<T>['cause'],
  ) {
    this.previous = previous;
    this.snapshot = snapshot;
    this.changes = steps.length === 0 ? NO_CHANGES : Object.freeze(steps.map(({ change }) => change));
    this.resourceVersion = snapshot.resourceVersion;
    this.cause = cause;
    this.#steps = steps;
    Object.freeze(this);
  }

  static stepsOf<T>(commit: StepCommit<T>): readonly Step<T>[] {
    return commit.#steps;
  }
}

/** What a commit does to the rows, if a view made it; undefined for any other. */
export function stepsOf<T>(commit: Commit<T>): readonly Step<T>[] | undefined {
  return isStepCommit(commit) ? StepCommit.stepsOf(commit) : undefined;
}

function isStepCommit<T>(commit: Commit<T>): commit is StepCommit<T> {
  return commit instanceof StepCommit;
}
