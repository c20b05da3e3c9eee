import { describe, expect, it } from '@jest/globals';
import { NEVER, Observable, of, throwError } from 'rxjs';
import { createApiServer } from '../../../lib/server/index.js';
import {
  type AccessRequest,
  type ClusterAuthorizerOptions,
  clusterAuthorizer,
  type ReviewFailure,
} from '../../../lib/server.js';
import { type Transport, TransportError, type TransportResponse } from '../../../lib/transport/index.js';
import { settled, TestClock } from '../../support/virtual-time.js';
import { ask } from '../support/ask.js';

interface Review {
  readonly kind: string;
  readonly spec: Readonly<Record<string, unknown>>;
}

const TOKEN = 'a-secret-token';
const ANA = { username: 'ana', uid: '7', groups: ['staff'], extra: { scopes: ['read'] } };
const PODS = { group: '', version: 'v1', resource: 'pods', namespace: 'shop' };
const LIST: AccessRequest = { token: TOKEN, verb: 'list', path: '/api/v1/namespaces/shop/pods', resource: PODS };

/** A cluster that knows Ana's token and lets her list pods in the shop; what it shall answer instead comes in. */
function setUp(answers: (review: Review) => unknown = knows, options: Partial<ClusterAuthorizerOptions> = {}) {
  const asked: Review[] = [];
  const paths: string[] = [];
  const failures: ReviewFailure[] = [];
  const clock = new TestClock();
  const transport: Transport = {
    url: 'https://cluster:6443',
    request: ({ method, path, body = '' }) =>
      new Observable((subscriber) => {
        const review: Review = JSON.parse(body);
        asked.push(review);
        paths.push(`${method} ${path}`);
        const answer = answers(review);
        const response$ = answer instanceof Observable ? answer : of(response(201, answer));
        return response$.subscribe(subscriber);
      }),
  };
  const onFailure = (failure: ReviewFailure) => failures.push(failure);
  const authorize = clusterAuthorizer({ transport, scheduler: clock, onFailure, ...options });
  const decide = async (request: Partial<AccessRequest> = {}) => authorize({ ...LIST, ...request });
  return { asked, paths, failures, clock, decide, authorize };
}

function knows({ kind, spec }: Review): unknown {
  if (kind === 'TokenReview') {
    const authenticated = spec.token === TOKEN;
    return {
      kind,
      status: authenticated ? { authenticated, user: ANA, audiences: spec.audiences } : { authenticated },
    };
  }
  const allowed = JSON.stringify(spec).includes('"namespace":"shop"');
  return { kind, status: { allowed, ...(!allowed && { reason: 'no rule fits' }) } };
}

function response(status: number, body: unknown): TransportResponse {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { status, headers: {}, body$: of(new TextEncoder().encode(text)), pause() {}, resume() {} };
}

describe('an authorizer that asks the cluster', () => {
  it('asks whose token it is and whether that user may, in the words of the API, and lets in who may', async () => {
    const { asked, paths, decide } = setUp();
    expect(await decide()).toEqual({ access: 'granted', user: 'ana' });
    expect(paths).toEqual([
      'POST /apis/authentication.k8s.io/v1/tokenreviews',
      'POST /apis/authorization.k8s.io/v1/subjectaccessreviews',
    ]);
    const { username, ...user } = ANA;
    expect(asked).toEqual([
      { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenReview', spec: { token: TOKEN } },
      {
        apiVersion: 'authorization.k8s.io/v1',
        kind: 'SubjectAccessReview',
        spec: { user: username, ...user, resourceAttributes: { ...PODS, verb: 'list' } },
      },
    ]);
  });

  it('asks about paths that are no resources', async () => {
    const { asked, authorize } = setUp();
    await authorize({ token: TOKEN, verb: 'get', path: '/version' });
    expect(asked[1]?.spec.nonResourceAttributes).toEqual({ path: '/version', verb: 'get' });
  });

  it('refuses who may not, with the user and the reason', async () => {
    const { decide } = setUp();
    expect(await decide({ resource: { ...PODS, namespace: 'bank' } })).toEqual({
      access: 'denied',
      user: 'ana',
      reason: 'no rule fits',
    });
  });

  it('refuses a token that is none, and asks nobody about no token and about an absurd one', async () => {
    const { asked, decide } = setUp();
    expect(await decide({ token: 'made-up' })).toEqual({ access: 'unauthenticated' });
    expect(asked).toHaveLength(1);
    for (const token of [undefined, '', 'x'.repeat(20_000)])
      expect(await decide({ token })).toEqual({ access: 'unauthenticated' });
    expect(asked).toHaveLength(1);
  });

  it('refuses a token that was made for somebody else', async () => {
    const right = setUp(knows, { audiences: ['relay', 'other'] });
    expect(await right.decide()).toEqual({ access: 'granted', user: 'ana' });
    expect(right.asked[0]?.spec).toEqual({ token: TOKEN, audiences: ['relay', 'other'] });
    for (const audiences of [['https://kubernetes.default.svc'], [], undefined, 'relay']) {
      const answers = ({ kind }: Review) => ({ kind, status: { authenticated: true, user: ANA, audiences } });
      expect(await setUp(answers, { audiences: ['relay'] }).decide()).toEqual({ access: 'unauthenticated' });
    }
  });

  it('asks once for all who ask the same at one time, and not again within cacheMs', async () => {
    const { asked, clock, decide } = setUp();
    await Promise.all([decide(), decide(), decide()]);
    expect(asked.map(({ kind }) => kind)).toEqual(['TokenReview', 'SubjectAccessReview']);
    clock.advance(9_999);
    await decide();
    expect(asked).toHaveLength(2);
    await decide({ verb: 'watch' });
    expect(asked.map(({ kind }) => kind).slice(2)).toEqual(['SubjectAccessReview']);
    clock.advance(1);
    await decide();
    expect(asked).toHaveLength(5);
  });

  it('knows within cacheMs that a token or a right was taken away', async () => {
    let taken = false;
    const { clock, decide } = setUp((review) =>
      taken ? { ...review, status: { authenticated: false } } : knows(review),
    );
    await decide();
    taken = true;
    expect(await decide()).toEqual({ access: 'granted', user: 'ana' });
    clock.advance(10_000);
    expect(await decide()).toEqual({ access: 'unauthenticated' });
  });

  it('tells users apart whose names and groups run together', async () => {
    const user = (username: string, groups: string[]) => ({ authenticated: true, user: { username, groups } });
    const { decide } = setUp(({ kind, spec }) =>
      kind === 'TokenReview'
        ? { status: spec.token === 'one' ? user('a', ['b', 'c']) : user('a', ['b,c']) }
        : { status: { allowed: JSON.stringify(spec.groups) === '["b","c"]' } },
    );
    expect(await decide({ token: 'one' })).toEqual({ access: 'granted', user: 'a' });
    expect(await decide({ token: 'two' })).toEqual({ access: 'denied', user: 'a' });
  });

  const REFUSED = {
    kind: 'Status',
    apiVersion: 'v1',
    message: `tokenreviews is forbidden: relay cannot; was ${TOKEN}`,
    code: 403,
  };
  const NETWORK = new TransportError('network', 'cluster:6443 refuses connections (ECONNREFUSED)', 'ECONNREFUSED');
  const SILENCES: readonly [string, () => unknown, string, RegExp][] = [
    [
      'it may not ask',
      () => of(response(403, REFUSED)),
      ' with 403',
      /403 tokenreviews is forbidden: relay cannot; was …$/,
    ],
    ['the cluster fails', () => of(response(500, 'oops')), ' with 500', /: 500$/],
    ['the cluster cannot be reached', () => throwError(() => NETWORK), '', /ECONNREFUSED/],
    ['what answers is no JSON', () => of(response(200, '<html>')), ' with 200', /no JSON/],
    ['what answers is no review', () => ({ kind: 'Pod' }), '', /the answer is no TokenReview$/],
    [
      'the user has no name',
      () => ({ status: { authenticated: true, user: {} } }),
      '',
      /the answer is no TokenReview$/,
    ],
    ['the answer has no end', () => of(response(200, 'x'.repeat(2 * 1024 * 1024))), '', /no end/],
    [
      'the transport fails at once',
      () => {
        throw new TypeError('no such path');
      },
      '',
      /no such path/,
    ],
  ];

  it.each(SILENCES)('lets nobody in when %s, and tells the operator why', async (_, answers, code, told) => {
    const { decide, failures } = setUp(answers);
    expect(await decide()).toEqual({
      access: 'unavailable',
      reason: `the cluster, asked who may do this, ${code === '' ? 'does not answer TokenReviews' : `answers TokenReviews${code}`}`,
    });
    await settled();
    expect(failures).toHaveLength(1);
    expect(failures[0]?.message).toMatch(
      /^POST https:\/\/cluster:6443\/apis\/authentication\.k8s\.io\/v1\/tokenreviews: /,
    );
    expect(failures[0]?.message).toMatch(told);
    expect(failures[0]?.advice).not.toBe('');
    expect(JSON.stringify(failures)).not.toContain(TOKEN);
  });

  it.each([
    [401, 'Unauthorized', /^The cluster does not know who asks: .* credentials, .*system:auth-delegator/],
    [403, 'User "system:anonymous" cannot create resource "tokenreviews"', /^The cluster does not know who asks: /],
    [403, 'User "relay" cannot create resource "tokenreviews"', /^Bind the ClusterRole system:auth-delegator/],
    [503, 'later', /^See that the API server runs/],
  ])('advises the operator by what the cluster says of its own credentials: %i %s', async (code, message, advice) => {
    const refused = { kind: 'Status', apiVersion: 'v1', message, code };
    const { decide, failures } = setUp(() => of(response(code, refused)));
    await decide();
    await settled();
    expect(failures).toMatchObject([{ code, advice: expect.stringMatching(advice) }]);
  });

  it('lets nobody in whose rights are not known, and asks again the next time', async () => {
    const { asked, decide } = setUp((review) => (review.kind === 'TokenReview' ? knows(review) : { status: {} }));
    expect(await decide()).toMatchObject({
      access: 'unavailable',
      reason: expect.stringContaining('SubjectAccessReview'),
    });
    expect(await decide()).toMatchObject({ access: 'unavailable' });
    expect(asked.map(({ kind }) => kind)).toEqual(['TokenReview', 'SubjectAccessReview', 'SubjectAccessReview']);
  });

  it('waits for the cluster only so long', async () => {
    const { clock, decide, failures } = setUp(() => NEVER, { timeoutMs: 3000 });
    const decision = decide();
    await clock.advanceAsync(3000);
    expect(await decision).toMatchObject({ access: 'unavailable' });
    expect(failures[0]?.message).toMatch(/no answer within 3000 ms$/);
  });

  it('makes no storm of made-up tokens', async () => {
    const { asked, decide } = setUp(() => NEVER, { maxPending: 3 });
    const decisions = Array.from({ length: 100 }, (_, i) => decide({ token: `made-up-${i}` }));
    expect(await decisions[99]).toEqual({
      access: 'unavailable',
      reason: 'the cluster is being asked about too many others at the moment',
    });
    expect(asked).toHaveLength(3);
  });

  it('keeps no token in clear', async () => {
    const seen: unknown[] = [];
    const { set } = Map.prototype;
    Map.prototype.set = function (key, value) {
      seen.push(key, value);
      return set.call(this, key, value);
    };
    try {
      const { decide } = setUp();
      await decide();
    } finally {
      Map.prototype.set = set;
    }
    expect(seen.length).toBeGreaterThan(0);
    expect(JSON.stringify(seen)).not.toContain(TOKEN);
  });

  it('is answered in the words of the API server: 401, 403, and 503 with Retry-After', async () => {
    const status = async (authorizer: ReturnType<typeof setUp>, token: string | undefined, path: string) => {
      const server = createApiServer({ authorize: authorizer.authorize });
      const { status: code, headers, json } = await ask(server.transport(token === undefined ? {} : { token }), path);
      return { code, wait: headers['retry-after'], reason: json.reason, message: json.message };
    };
    const shop = '/api/v1/namespaces/shop/pods';
    expect(await status(setUp(), undefined, shop)).toMatchObject({ code: 401, reason: 'Unauthorized' });
    expect(await status(setUp(), TOKEN, '/api/v1/namespaces/default/pods')).toMatchObject({
      code: 403,
      message:
        'pods is forbidden: User "ana" cannot list resource "pods" in API group "" in the namespace "default": no rule fits',
    });
    expect(
      await status(
        setUp(() => throwError(() => NETWORK)),
        TOKEN,
        shop,
      ),
    ).toMatchObject({
      code: 503,
      wait: '1',
      reason: 'ServiceUnavailable',
      message: 'the cluster, asked who may do this, does not answer TokenReviews',
    });
  });

  it.each([
    [{ transport: undefined }, 'transport: missing, or no transport'],
    [{ audiences: [] }, 'audiences: a list is no list of one or more texts'],
    [{ cacheMs: -1 }, 'cacheMs: -1 is no number of milliseconds'],
    [{ maxEntries: 0 }, 'maxEntries: 0 is no positive whole number'],
    [{ maxPending: '5' }, 'maxPending: "5" is no positive whole number'],
    [{ timeoutMs: 0 }, 'timeoutMs: 0 is not a positive number'],
    [{ onFailure: 1 }, 'onFailure: 1 is not a function of a failure'],
    [{ cachems: 1 }, 'cachems: clusterAuthorizer has no such option; is cacheMs meant?'],
  ])('refuses options that cannot be: %j', (options, message) => {
    // @ts-expect-error: of wrong types and names
    expect(() => setUp(knows, options)).toThrow(message);
  });
});
