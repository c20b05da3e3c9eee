import type { InformerTrace, Notification, RequestKind, StoredObject, TraceRequest } from './trace.js';

/**
 * What can be observed of an informer from outside, recorded or ours, in one form. Rules that turn what client-go did into what we do
 * are functions from one of these to another.
 */
export interface Run {
  /** How long it went on. Where our waits are longer, so is the run. */
  readonly runMs: number;
  readonly requests: readonly Requested[];
  readonly told: Readonly<Record<string, readonly Told[]>>;
  readonly looks: readonly Look[];
  /** What the watch error handler was given; with us, what `status$` said was wrong, in order. */
  readonly faults: readonly string[];
  readonly hasSynced: boolean;
  readonly handlersSynced: Readonly<Record<string, boolean>>;
  readonly store: readonly StoredObject[];
  /** Of the store; with us, of the snapshot. */
  readonly resourceVersion: string;
  /** Of the reflector; with us, where the next request begins. Empty: nowhere. */
  readonly cursor: string;
}

export interface Requested {
  readonly kind: RequestKind;
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly answeredBy: string;
  readonly wait: Wait;
}

/** The pause since the server's last act, in milliseconds: what it may be, and what it was if the two are the same. */
export interface Wait {
  readonly from: number;
  readonly to: number;
}

/** What a handler is told, or a mark that the script reached meanwhile. */
export type Told = Notification | { readonly mark: string };

/** What the informer shows at a mark. */
export interface Look {
  readonly mark: string;
  readonly hasSynced: boolean;
  readonly store: Readonly<Record<string, string>>;
}

/** The answer to a request beyond the script: none. */
export const HANGS = 'nothing';

/** The answer to a streamed list that the script does not have. */
export const UNSUPPORTED = 'watchList-unsupported';

export function recordedRun(trace: InformerTrace): Run {
  const { checks = [] } = trace;
  return {
    runMs: trace.options.runMs,
    requests: trace.requests.map(recordedRequest),
    told: Object.fromEntries(
      Object.entries(trace.notifications).map(([id, told]) => [
        id,
        withMarks(
          told ?? [],
          checks.map(({ mark, notified }) => ({ mark, at: notified[id] })),
        ),
      ]),
    ),
    looks: checks.map(({ mark, hasSynced, store }) => ({ mark, hasSynced, store })),
    faults: trace.watchErrors.map(faultInOurWords),
    hasSynced: trace.hasSynced,
    handlersSynced: trace.handlersSynced,
    store: trace.store,
    resourceVersion: trace.storeResourceVersion,
    cursor: trace.lastSyncResourceVersion,
  };
}

function faultInOurWords({ reason, code }: InformerTrace['watchErrors'][number]): string {
  if (code !== undefined) return `${failureKind(reason, code)} ${code}`;
  return reason === 'transport' ? 'network' : 'protocol';
}

/** The kind of our `Failure` for what the server says. */
export function failureKind(reason: string | undefined, code: number): string {
  if (reason === 'Expired' || reason === 'Gone' || code === 410) return 'expired';
  if (code === 401) return 'unauthorized';
  if (code === 403) return 'forbidden';
  if (code === 404) return 'notFound';
  if (code === 429) return 'throttled';
  return code >= 500 ? 'server' : 'rejected';
}

function recordedRequest({ method, path, query, answeredBy, wait = 'none' }: TraceRequest): Requested {
  return { kind: kindOf(query), method, path, query, answeredBy, wait: waitOf(wait) };
}

export function kindOf(query: Readonly<Record<string, string>>): RequestKind {
  if (query.watch === undefined) return 'list';
  return query.sendInitialEvents === 'true' ? 'watchList' : 'watch';
}

export const NO_WAIT: Wait = { from: 0, to: 0 };

/** client-go's backoff: 0.8 s doubling, and up to as much again. */
export function backoffWait(attempt: number): Wait {
  const ms = 800 * 2 ** (attempt - 1);
  return { from: ms, to: 2 * ms };
}

function waitOf(recorded: string): Wait {
  if (recorded === 'none') return NO_WAIT;
  const seconds = /^(\d+)s$/.exec(recorded)?.[1];
  if (seconds !== undefined) return { from: Number(seconds) * 1000, to: Number(seconds) * 1000 };
  const attempt = /^backoff(\d+)$/.exec(recorded)?.[1];
  if (attempt === undefined) throw new Error(`an unknown wait: ${recorded}`);
  return backoffWait(Number(attempt));
}

/** Puts marks where they were among what one handler was told, by how much it had been told by then. */
function withMarks(
  told: readonly Notification[],
  marks: readonly { readonly mark: string; readonly at: number | undefined }[],
): readonly Told[] {
  const result: Told[] = [...told];
  for (const { mark, at } of [...marks].reverse()) if (at !== undefined) result.splice(at, 0, { mark });
  return result;
}
