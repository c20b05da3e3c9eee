import type { SchedulerLike } from 'rxjs';

/** What all collections of a relay have in common. */
export interface RelayedOptions {
  readonly scheduler: SchedulerLike;
  readonly historyBytes: number;
  readonly flushMs: number;
  readonly bookmarkIntervalMs: number;
  readonly slowClientMs: number;
  readonly includeSecretData: boolean;
}
