/** What is examined, in this order. */
export const CHECK_NAMES = [
  'name resolution',
  'connection',
  'TLS',
  'credentials',
  'discovery',
  'list',
  'watch',
  'streamed list',
  'bookmarks',
  'compression',
  'latency',
  'stability',
] as const;

export type CheckName = (typeof CHECK_NAMES)[number];

/**
 * - `ok`: works
 * - `note`: is not there, or was not seen, and an informer does without
 * - `warn`: works, but somebody should look at it
 * - `fail`: does not work
 * - `skip`: was not tried
 */
export type Verdict = 'ok' | 'note' | 'warn' | 'fail' | 'skip';

/** What is thought of one thing, in sentences without a full stop. */
export interface Opinion {
  readonly verdict: Verdict;
  /** What was seen. */
  readonly said: string;
  /** What a person can do about it. */
  readonly advice?: string;
  /** Such as `v1.37.2`, where the server said it. */
  readonly serverVersion?: string;
}

export interface Finding extends Opinion {
  readonly check: CheckName;
  /** How long it took, in milliseconds; absent where it was not tried. */
  readonly tookMs?: number;
}

export function skipped(check: CheckName, said: string): Finding {
  return { check, verdict: 'skip', said };
}
