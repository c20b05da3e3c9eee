import type { RequestFault } from '../fault.js';
import type { LogEntry, RequestRecord } from '../log.js';
import { LawError } from './law-error.js';

const MINUTE_MS = 60_000;
const FIRST_MINUTE = 12;
const LATER = 6;

/**
 * L8: one informer starts at most 12 lists and watches in its first minute, and 6 in any minute after that. The pages of one list count once. And
 * where a Retry-After said when, it does not ask again before.
 *
 * @param requests those of one informer
 * @param log what went wrong with them: `server.log`. Default: nothing
 * @throws LawError that says when
 */
export function checkRequests(requests: readonly RequestRecord[], log: readonly LogEntry[] = []): void {
  const reads = requests.filter(({ kind }) => kind !== 'get' && kind !== 'write');
  checkBudget(reads.filter(({ kind }) => kind !== 'page'));
  checkRetryAfter(reads, log);
}

function checkBudget(starts: readonly RequestRecord[]): void {
  const first = starts[0]?.at ?? 0;
  const early = starts.filter(({ at }) => at < first + MINUTE_MS);
  if (early.length > FIRST_MINUTE) throw storm(early.length, 'its first minute', FIRST_MINUTE);
  starts.forEach(({ at }, i) => {
    const before = starts[i - LATER];
    if (at < first + MINUTE_MS || before === undefined || before.at <= at - MINUTE_MS) return;
    throw storm(LATER + 1, `the minute before ${at} ms`, LATER);
  });
}

function checkRetryAfter(reads: readonly RequestRecord[], log: readonly LogEntry[]): void {
  const faults = new Map<number, RequestFault[]>();
  for (const entry of log)
    if ('request' in entry) faults.set(entry.request, [...(faults.get(entry.request) ?? []), entry.fault]);
  reads.forEach(({ number, at }, i) => {
    // Another fault of the same request may have kept the answer from the client.
    const [fault, ...others] = faults.get(number) ?? [];
    const next = reads[i + 1];
    if (fault?.type !== 'refuse' || others.length > 0 || next === undefined) return;
    const waited = next.at - at;
    if (waited >= (fault.retryAfterSeconds ?? 0) * 1000) return;
    throw new LawError(
      'L8',
      `the request at ${next.at} ms came after ${waited} ms, and Retry-After was ${fault.retryAfterSeconds} s`,
    );
  });
}

function storm(found: number, when: string, allowed: number): LawError {
  return new LawError('L8', `${found} lists and watches were started in ${when}; ${allowed} may be`);
}
