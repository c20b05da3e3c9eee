import { catchError, defer, lastValueFrom, map, of, reduce, type SchedulerLike, switchMap, timeout } from 'rxjs';
import { readStatus } from '../../kubernetes/index.js';
import { faultOf, type Transport } from '../../transport/index.js';
import { bodyOf, type Review } from './reviews.js';

/** That the cluster did not say who somebody is or what he may do, told for the people who run the server. */
export interface ReviewFailure {
  /** What was asked. */
  readonly review: 'TokenReview' | 'SubjectAccessReview';
  /** What happened, at which URL; holds no token. */
  readonly message: string;
  /** What a person can do about it. */
  readonly advice: string;
  /** The HTTP status code, where the cluster answered with one. */
  readonly code?: number;
}

/** What the cluster answered, parsed, or why there is no answer. */
export type Answer = { readonly answer: unknown } | { readonly failure: ReviewFailure };

/** Characters of a review: a user with thousands of groups has fewer. */
const MOST_TEXT = 1024 * 1024;

const RIGHTS =
  'Bind the ClusterRole system:auth-delegator to the account that the transport of clusterAuthorizer() uses.';
const UNKNOWN = `The cluster does not know who asks: see that the transport of clusterAuthorizer() has credentials, and that they are valid. ${RIGHTS}`;
const REACH = 'See that the API server runs and can be reached from here. Until then nobody new is let in.';
/** As kube-apiserver says it of who sent no credentials. */
const ANONYMOUS = /\bUser "system:anonymous" cannot /;
const ODD = 'See what answers at that URL: it is to be the API server of the cluster.';

/** Asks the cluster. Never rejects. */
export function postReview(
  transport: Transport,
  review: Review,
  timeoutMs: number,
  scheduler: SchedulerLike,
): Promise<Answer> {
  const { kind, path, secret } = review;
  const failed = (what: string, advice: string, code?: number): Answer => ({
    failure: {
      review: kind,
      message: `POST ${transport.url}${path}: ${secret === undefined ? what : what.replaceAll(secret, '…')}`,
      advice,
      ...(code !== undefined && { code }),
    },
  });
  const decoder = new TextDecoder();
  const request = { method: 'POST', path, headers: { accept: 'application/json' }, body: bodyOf(review) } as const;
  const answer$ = defer(() => transport.request(request)).pipe(
    switchMap(({ status, body$ }) =>
      body$.pipe(
        reduce((text, chunk) => bounded(text + decoder.decode(chunk, { stream: true })), ''),
        map((text) => answerIn(status, text, failed)),
      ),
    ),
    timeout({
      first: timeoutMs,
      scheduler,
      with: () => of(failed(`no answer within ${timeoutMs} ms`, REACH)),
    }),
    catchError((error: unknown) => of(failed(faultOf(error, transport.url).message, REACH))),
  );
  return lastValueFrom(answer$, { defaultValue: failed('there was no answer', ODD) });
}

function bounded(text: string): string {
  if (text.length <= MOST_TEXT) return text;
  throw new Error('the answer has no end');
}

function answerIn(code: number, text: string, failed: (what: string, advice: string, code: number) => Answer): Answer {
  const json = parsed(text);
  if (code < 200 || code > 299) {
    const said = readStatus(json)?.message ?? '';
    return failed(`${code}${said === '' ? '' : ` ${said}`}`, adviceAfter(code, said), code);
  }
  return json === undefined ? failed('the answer is no JSON', ODD, code) : { answer: json };
}

function adviceAfter(code: number, said: string): string {
  if (code === 401 || (code === 403 && ANONYMOUS.test(said))) return UNKNOWN;
  if (code === 403) return RIGHTS;
  return code >= 500 || code === 429 ? REACH : ODD;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
