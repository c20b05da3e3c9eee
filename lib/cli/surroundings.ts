import { fromEvent, map, merge, mergeMap, type Observable, type SchedulerLike, throwError } from 'rxjs';
import type { ClientNode } from './cluster/kube-config.js';
import { clean } from './text/clean.js';

/** A stream that may be a terminal. */
export type Output = NodeJS.WritableStream & {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
};

export type Input = NodeJS.ReadableStream & { readonly isTTY?: boolean; setRawMode?(mode: boolean): unknown };

/** All that the command touches outside itself, so that tests can put it elsewhere. */
export interface Surroundings {
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Emits when the command is to end. Errors when something went wrong that nobody caught. */
  readonly stop$: Observable<unknown>;
  readonly scheduler: SchedulerLike;
  /** What the command runs on, for reports: `Node v24.1.0, linux x64`. */
  readonly runtime: string;
  /** The folder of the dashboard, as it was built. */
  readonly dashboard: string;
  readonly importClientNode: () => Promise<ClientNode>;
}

/** What a process asks of another to end it kindly. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** While it is subscribed, a signal does not end the process by itself, and an error that nobody caught does not print a stack. */
export function stopOf(process: NodeJS.Process): Observable<unknown> {
  return merge(
    ...SIGNALS.map((signal) => fromEvent(process, signal).pipe(map(() => signal))),
    fromEvent(process, 'uncaughtException').pipe(mergeMap((error) => throwError(() => error))),
  );
}

/** Says a sentence to the user, beside what the command puts out. */
export function complain({ stderr }: Pick<Surroundings, 'stderr'>, sentence: string): void {
  stderr.write(`rxinformer: ${clean(sentence)}\n`);
}
