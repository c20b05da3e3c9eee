import { createHmac, randomBytes } from 'node:crypto';
import { asyncScheduler, type SchedulerLike } from 'rxjs';
import {
  aFunction,
  COUNT,
  checkGiven,
  hasMethod,
  LONGEST_MS,
  optional,
  type Rules,
  SCHEDULER,
} from '../../reflector/index.js';
import type { Transport } from '../../transport/index.js';
import type { AccessDecision, AccessRequest, Authorize } from '../http/authorize.js';
import { type Answer, postReview, type ReviewFailure } from './post-review.js';
import { Recent } from './recent.js';
import { type Access, accessIn, type Review, subjectAccessReview, tokenReview, type User, userIn } from './reviews.js';

/** How the cluster is asked. */
export interface ClusterAuthorizerOptions {
  /**
   * The way to the cluster. Its account needs the right to create `tokenreviews` and `subjectaccessreviews`: bind the ClusterRole
   * `system:auth-delegator` to it.
   */
  readonly transport: Transport;
  /** For whom tokens must have been made. Default: for the API server itself, as those of kubectl and of most programs are. */
  readonly audiences?: readonly string[];
  /**
   * Milliseconds for which an answer of the cluster holds, a refusal too: so long a token or a right that was taken away may still
   * count. 0: every request is asked for. Default: 10,000, as in API servers that delegate.
   */
  readonly cacheMs?: number;
  /** Answers that are held, of each kind of review. Default: 4,096. */
  readonly maxEntries?: number;
  /**
   * Reviews of each kind on their way at one time. Whoever would need another one is told to come back in a second: made-up tokens
   * do not become a storm on the cluster. Default: 64.
   */
  readonly maxPending?: number;
  /** Milliseconds for the cluster to answer. Default: 10,000. */
  readonly timeoutMs?: number;
  /**
   * Is told each time that the cluster did not answer, for a log. Who asked is told only that it is so. Default: nobody is.
   */
  readonly onFailure?: (failure: ReviewFailure) => void;
  /** For times and timeouts. Default: RxJS's `asyncScheduler`. */
  readonly scheduler?: SchedulerLike;
}

/** Longer ones are nobody's: no header has room for them. */
const MOST_TOKEN = 16 * 1024;

/**
 * Lets the cluster decide: who has the bearer token (TokenReview), and whether he may (SubjectAccessReview), so that whoever uses a relay sees
 * what he would see in the cluster. Kubernetes calls this delegated authentication and authorization. Nobody is let in while the cluster
 * does not answer (503), nor without a token (401). Questions that are asked at the same time are asked once, and answers hold for `cacheMs`.
 * Tokens are kept as keyed hashes only, and are in no message.
 *
 * @example
 * const authorize = clusterAuthorizer({ transport: kubeConfigTransport(kubeConfig), onFailure: ({ message }) => log.warn(message) });
 * @throws TypeError that names an option which cannot be, or which there is not
 */
export function clusterAuthorizer(options: ClusterAuthorizerOptions): Authorize {
  checkGiven('clusterAuthorizer', options, RULES);
  const cluster = new Cluster(options);
  return (request) => cluster.decide(request);
}

/** What a review came to; `unavailable` when nobody knows. */
type Outcome<V> = { readonly known: V } | { readonly unavailable: string };

class Cluster {
  /** Hashes are of use in this process only. */
  private readonly key = randomBytes(32);
  private readonly users: Recent<Outcome<User | 'none'>>;
  private readonly rights: Recent<Outcome<Access>>;

  constructor(private readonly options: ClusterAuthorizerOptions) {
    const { cacheMs: keepMs = 10_000, maxEntries = 4096, maxPending = 64, scheduler = asyncScheduler } = options;
    const isKept = (outcome: object) => 'known' in outcome;
    const recent = { keepMs, maxEntries, maxPending, now: () => scheduler.now(), isKept };
    this.users = new Recent<Outcome<User | 'none'>>(recent);
    this.rights = new Recent<Outcome<Access>>(recent);
  }

  async decide(request: AccessRequest): Promise<AccessDecision> {
    const { token = '' } = request;
    if (token === '' || token.length > MOST_TOKEN) return { access: 'unauthenticated' };
    const user = await this.userOf(token);
    if ('unavailable' in user) return { access: 'unavailable', reason: user.unavailable };
    if (user.known === 'none') return { access: 'unauthenticated' };
    const right = await this.rightOf(user.known, request);
    if ('unavailable' in right) return { access: 'unavailable', reason: right.unavailable };
    const { allowed, reason } = right.known;
    const { username } = user.known;
    if (allowed) return { access: 'granted', user: username };
    return { access: 'denied', user: username, ...(reason !== undefined && { reason }) };
  }

  private async userOf(token: string): Promise<Outcome<User | 'none'>> {
    const { audiences } = this.options;
    const ask = () => this.review(tokenReview(token, audiences), (answer) => userIn(answer, audiences));
    return (await this.users.get(this.hash(token), ask)) ?? BUSY;
  }

  private async rightOf(user: User, request: AccessRequest) {
    const review = subjectAccessReview(user, request);
    const ask = () => this.review(review, accessIn);
    return (await this.rights.get(this.hash(JSON.stringify(review.spec)), ask)) ?? BUSY;
  }

  private async review<V>(review: Review, read: (answer: unknown) => V | undefined): Promise<Outcome<V>> {
    const { transport, timeoutMs = 10_000, scheduler = asyncScheduler } = this.options;
    const answer = await postReview(transport, review, timeoutMs, scheduler);
    const known = 'answer' in answer ? read(answer.answer) : undefined;
    if (known !== undefined) return { known };
    const failure = failureOf(answer, review, transport);
    this.tell(failure);
    const { code } = failure;
    const what = code === undefined ? `does not answer ${review.kind}s` : `answers ${review.kind}s with ${code}`;
    return { unavailable: `the cluster, asked who may do this, ${what}` };
  }

  /** What the listener throws is its own. */
  private tell(failure: ReviewFailure): void {
    const { onFailure } = this.options;
    if (onFailure !== undefined) void Promise.resolve(failure).then(onFailure);
  }

  private hash(text: string): string {
    return createHmac('sha256', this.key).update(text).digest('base64');
  }
}

const BUSY = { unavailable: 'the cluster is being asked about too many others at the moment' };

function failureOf(answer: Answer, { kind, path }: Review, { url }: Transport): ReviewFailure {
  if ('failure' in answer) return answer.failure;
  return {
    review: kind,
    message: `POST ${url}${path}: the answer is no ${kind}`,
    advice: 'See what answers at that URL: it is to be the API server of the cluster.',
  };
}

const RULES = {
  transport: (value: unknown) =>
    hasMethod(value, 'request')
      ? undefined
      : 'missing, or no transport; give the way to the cluster, such as kubeConfigTransport(kubeConfig)',
  audiences: optional(
    (value) => Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string'),
    'is no list of one or more texts',
  ),
  cacheMs: optional(
    (value) => typeof value === 'number' && value >= 0 && value <= LONGEST_MS,
    `is no number of milliseconds, from 0 to ${LONGEST_MS} (24 days)`,
  ),
  maxEntries: COUNT,
  maxPending: COUNT,
  timeoutMs: optional(
    (value) => typeof value === 'number' && value > 0 && value <= LONGEST_MS,
    `is not a positive number of milliseconds, up to ${LONGEST_MS} (24 days)`,
  ),
  onFailure: aFunction('of a failure'),
  scheduler: SCHEDULER,
} satisfies Rules & Record<keyof ClusterAuthorizerOptions, unknown>;
