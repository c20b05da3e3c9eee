import type { Failure, FailureKind, InformerStatus } from 'rxinformer';
import { duration } from '../ui/duration';

/** What there is to say about a connection, for people. */
export interface Notice {
  readonly tone: 'busy' | 'bad';
  readonly title: string;
  /** What happened, in the words of the failure. */
  readonly message: string;
  /** How old what is shown is, and what happens next. */
  readonly doing: string;
  /** What somebody can do about it. */
  readonly advice: string;
  readonly canRetry: boolean;
  /** Another token may help. */
  readonly canSignIn: boolean;
}

/**
 * Undefined while there is nothing to say: all is well, or nobody is connected.
 *
 * @param isSignedIn whether requests have a token
 */
export function noticeOf(status: InformerStatus, title: string, now: number, isSignedIn: boolean): Notice | undefined {
  const { phase, failure, retryAt } = status;
  const noun = title.toLowerCase();
  switch (phase) {
    case 'idle':
      return undefined;
    case 'stopped':
      return {
        tone: 'bad',
        title: 'This page has ended its connection',
        message: '',
        doing: ageOf(status, now),
        advice: 'Load the page again.',
        canRetry: false,
        canSignIn: false,
      };
    case 'live':
    case 'listing':
    case 'retrying':
      // So it is after each restart of a server: the list is read anew, and nobody has to do anything.
      if (phase === 'listing' && failure?.kind === 'expired') return undefined;
      return (
        failure && {
          tone: phase === 'listing' ? 'busy' : 'bad',
          title: TITLES[failure.kind].replace('{}', noun),
          message: failure.message,
          doing: doingOf(status, noun, now),
          advice: isOfRelay(status) ? failure.advice : adviceOf(failure, isSignedIn),
          canRetry: phase === 'retrying' && retryAt !== undefined && retryAt > now,
          canSignIn: !isOfRelay(status) && (failure.kind === 'unauthorized' || failure.kind === 'forbidden'),
        }
      );
  }
}

const TITLES: Readonly<Record<FailureKind, string>> = {
  network: 'The server cannot be reached',
  tls: 'The connection is not trusted',
  timeout: 'The server does not answer',
  silent: 'The connection went silent',
  unauthorized: 'The server does not know who you are',
  forbidden: 'You are not allowed to see {}',
  notFound: 'There are no {} at this server',
  expired: 'Too much happened meanwhile',
  throttled: 'The server asks for patience',
  server: 'The server has a problem',
  protocol: 'The answer of the server makes no sense',
  rejected: 'The server refuses the request',
};

/** What helps a person in a browser, who has a token and no kubeconfig. */
function adviceOf({ kind, advice }: Failure, isSignedIn: boolean): string {
  if (kind === 'unauthorized') return unknownAdvice(isSignedIn);
  if (kind !== 'forbidden') return advice;
  return isSignedIn
    ? 'Sign in with the token of an account that may, or ask for a role that lets this one get, list and watch them.'
    : 'Sign in with the token of an account that may.';
}

export function unknownAdvice(isSignedIn: boolean): string {
  return isSignedIn
    ? 'Your token is not taken: it may have run out, or be of another cluster. Sign in with a new one.'
    : 'Sign in with a token: this server tells nothing to somebody whom it does not know.';
}

/** Whether it is the relay that is not well connected, and not this page. */
function isOfRelay({ phase, attempt, retryAt }: InformerStatus): boolean {
  return phase === 'retrying' && attempt === undefined && retryAt === undefined;
}

function doingOf(status: InformerStatus, noun: string, now: number): string {
  const present = status.synced ? ageOf(status, now) : `There are no ${noun} to show yet.`;
  return [present, nextOf(status, now)].filter((sentence) => sentence !== '').join(' ');
}

function ageOf({ staleSince }: InformerStatus, now: number): string {
  const age = staleSince === undefined ? 0 : now - staleSince;
  return age < 1000 ? '' : `What you see is ${duration(age)} old.`;
}

function nextOf(status: InformerStatus, now: number): string {
  const { phase, synced, attempt, retryAt } = status;
  if (phase === 'live') return '';
  if (phase === 'listing') return synced ? 'The list is being read anew.' : 'Asking once more.';
  if (isOfRelay(status)) return 'The relay goes on trying.';
  const count = attempt !== undefined && attempt > 1 ? `, attempt ${attempt}` : '';
  if (retryAt === undefined || retryAt <= now) return `Trying now${count}.`;
  return `Trying again in ${duration(retryAt - now + 999)}${count}.`;
}

/** How far a first list is, for who waits for it. */
export function progressOf({ phase, received = 0, remaining }: InformerStatus): string {
  if (phase !== 'listing') return 'Connecting';
  const count = received.toLocaleString('en');
  if (remaining !== undefined) return `${count} of about ${(received + remaining).toLocaleString('en')}`;
  return received === 0 ? 'Reading the list' : `${count} so far`;
}
