import { type Observable, type SchedulerLike, Subscription } from 'rxjs';
import type { Failure, FailureKind, InformerStatus } from '../reflector/index.js';
import { NotReadyError } from './not-ready-error.js';

/** What waiting alone does not mend: somebody has to give rights, or to install something. */
const HOPELESS: ReadonlySet<FailureKind> = new Set(['unauthorized', 'forbidden', 'notFound']);

export function isHopeless(failure: Failure | undefined): boolean {
  return failure !== undefined && HOPELESS.has(failure.kind);
}

export interface ReadyOptions {
  /** How long to wait, in milliseconds. Default: as long as it takes. */
  readonly timeout?: number | undefined;
  /** Go on waiting also when the server refuses with 401, 403 or 404. Default: false. */
  readonly wait?: boolean | undefined;
}

/** The first value, or the reason why there is none: never just "timeout". */
export function firstReady<V>(
  name: string,
  values$: Observable<V>,
  status$: Observable<InformerStatus>,
  { timeout, wait = false }: ReadyOptions,
  scheduler: SchedulerLike,
): Promise<V> {
  return new Promise((resolve, reject) => {
    const waiting = new Subscription();
    let failure: Failure | undefined;
    const giveUp = (why: string) => {
      waiting.unsubscribe();
      const reason = failure === undefined ? '' : `: ${failure.message}. ${failure.advice}`;
      reject(new NotReadyError(`${name}: ${why}${reason}`, failure));
    };
    waiting.add(
      status$.subscribe((status) => {
        failure = status.failure;
        // In any other phase it is but a namespace of several that is refused.
        if (!wait && status.phase === 'retrying' && isHopeless(failure)) giveUp('the server refuses');
      }),
    );
    if (waiting.closed) return;
    waiting.add(
      values$.subscribe({
        next: (value) => {
          waiting.unsubscribe();
          resolve(value);
        },
        complete: () => {
          if (!waiting.closed) giveUp('the informer was stopped before its first list was complete');
        },
      }),
    );
    if (timeout !== undefined && !waiting.closed) {
      waiting.add(scheduler.schedule(() => giveUp(`no complete list within ${timeout} ms`), timeout));
    }
  });
}
