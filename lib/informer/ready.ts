import { type Observable, type SchedulerLike, Subscription, take } from 'rxjs';
import {
  BOOLEAN,
  checkGiven,
  type Failure,
  type FailureKind,
  type InformerStatus,
  optional,
} from '../reflector/index.js';
import { NotReadyError } from './not-ready-error.js';
import { MILLISECONDS } from './options.js';

/** What waiting alone does not mend: somebody has to give rights, or to install something. */
const HOPELESS: ReadonlySet<FailureKind> = new Set(['unauthorized', 'forbidden', 'notFound']);

export function isHopeless(failure: Failure | undefined): boolean {
  return failure !== undefined && HOPELESS.has(failure.kind);
}

/** Options of `ready()`, `waitFor()` and `atLeast()`. */
export interface ReadyOptions {
  /** How long to wait, in milliseconds. Default: as long as it takes. */
  readonly timeout?: number | undefined;
  /** Go on waiting also when the server refuses with 401, 403 or 404. Default: false. */
  readonly wait?: boolean | undefined;
  /** Gives the waiting up when it is aborted: the promise rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
}

const READY_RULES = {
  timeout: MILLISECONDS,
  wait: BOOLEAN,
  signal: optional((value) => typeof value === 'object' && value !== null && 'aborted' in value, 'is no AbortSignal'),
} satisfies Record<keyof ReadyOptions, unknown>;

/**
 * @param method that they are given to
 * @throws TypeError, naming the option
 */
export function checkReady(method: string, options: unknown): void {
  checkGiven(method, options, READY_RULES);
}

/** Whom one waits for. */
export interface AwaitedInformer {
  readonly name: string;
  readonly status$: Observable<InformerStatus>;
  readonly scheduler: SchedulerLike;
  /** What it has not been given yet, in words, so that it can ask the server for nothing. */
  missing(): string | undefined;
}

/** What one waits for, in words. */
export interface Goal {
  /** What has not happened when the time is over, such as `no complete list`. */
  readonly unmet: string;
  /** The same, for `the informer was stopped before …`. */
  readonly before: string;
  /** How far it is. */
  progress?(): string;
}

/** What `ready()` waits for. */
export const LISTED: Goal = { unmet: 'no complete list', before: 'its first list was complete' };

/** The first value, the error of the values, or the reason why there is none: never just "timeout". */
export function firstReady<V>(
  { name, status$, scheduler, missing }: AwaitedInformer,
  values$: Observable<V>,
  goal: Goal,
  { timeout, wait = false, signal }: ReadyOptions,
): Promise<V> {
  return new Promise((resolve, reject) => {
    const waiting = new Subscription();
    let failure: Failure | undefined;
    const end = (how: () => void) => {
      waiting.unsubscribe();
      how();
    };
    const giveUp = (why: string) =>
      end(() => {
        const progress = [goal.progress?.(), missing()].map((word) => (word === undefined ? '' : `; ${word}`)).join('');
        const reason = failure === undefined ? '' : `: ${failure.message}. ${failure.advice}`;
        reject(new NotReadyError(`${name}: ${why}${progress}${reason}`, failure));
      });
    const abort = () => end(() => reject(signal?.reason));

    if (signal?.aborted) return abort();
    // First, so that what is there counts whatever is wrong; and just one, so that nobody is connected for what is there.
    waiting.add(
      values$.pipe(take(1)).subscribe({
        next: (value) => end(() => resolve(value)),
        error: (error) => end(() => reject(error)),
        complete: () => giveUp(`the informer was stopped before ${goal.before}`),
      }),
    );
    if (waiting.closed) return;
    waiting.add(
      status$.subscribe((status) => {
        failure = status.failure;
        // In any other phase it is but a namespace of several that is refused.
        if (!wait && status.phase === 'retrying' && isHopeless(failure)) giveUp('the server refuses');
      }),
    );
    if (waiting.closed) return;
    signal?.addEventListener('abort', abort);
    waiting.add(() => signal?.removeEventListener('abort', abort));
    if (timeout !== undefined)
      waiting.add(scheduler.schedule(() => giveUp(`${goal.unmet} within ${timeout} ms`), timeout));
  });
}
