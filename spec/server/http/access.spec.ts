import { describe, expect, it } from '@jest/globals';
import type { AccessDecision, AccessRequest } from '../../../lib/server/index.js';
import { settled } from '../../support/virtual-time.js';
import { ask } from '../support/ask.js';
import { testServer } from '../support/server.js';

function setUp() {
  const asked: AccessRequest[] = [];
  const server = testServer({
    authorize: (request) => {
      asked.push(request);
      if (request.token === undefined) return { access: 'unauthenticated' };
      if (request.token === 'admin') return { access: 'granted' };
      return { access: 'denied', user: request.token, ...(request.token === 'x' && { reason: 'no rule fits' }) };
    },
  });
  return { server, asked };
}

async function messageFor(token: string, path: string, method: 'GET' | 'POST' | 'DELETE' = 'GET'): Promise<unknown> {
  const { server } = setUp();
  const { status, json } = await ask(server.transport({ token }), { path, method, body: '{' });
  expect(status).toBe(403);
  return json.message;
}

describe('authorize', () => {
  it('is asked in the words of RBAC', async () => {
    const { server, asked } = setUp();
    const transport = server.transport({ token: 'admin' });
    await ask(transport, '/apis/apps/v1/namespaces/shop/deployments/web/status');
    await ask(transport, '/api/v1/pods?limit=1');
    await ask(transport, { method: 'DELETE', path: '/api/v1/namespaces/shop/pods' });
    await ask(transport, '/version');
    transport.request({ path: '/api/v1/pods?watch=1' }).subscribe().unsubscribe();
    expect(asked.map(({ verb, path, resource }) => [verb, resource ?? path])).toEqual([
      [
        'get',
        {
          group: 'apps',
          version: 'v1',
          resource: 'deployments',
          namespace: 'shop',
          name: 'web',
          subresource: 'status',
        },
      ],
      ['list', { group: '', version: 'v1', resource: 'pods' }],
      ['deletecollection', { group: '', version: 'v1', resource: 'pods', namespace: 'shop' }],
      ['get', '/version'],
      ['watch', { group: '', version: 'v1', resource: 'pods' }],
    ]);
  });

  it('refuses who is not known with 401', async () => {
    const { status, json } = await ask(setUp().server.transport(), '/api/v1/pods');
    expect(status).toBe(401);
    expect(json).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: 'Unauthorized',
      reason: 'Unauthorized',
      code: 401,
    });
  });

  it('refuses who may not with 403, in the words of kube-apiserver, before it looks at anything else', async () => {
    expect(await messageFor('nobody', '/api/v1/pods')).toBe(
      'pods is forbidden: User "nobody" cannot list resource "pods" in API group "" at the cluster scope',
    );
    expect(await messageFor('nobody', '/api/v1/namespaces/shop/pods?watch=true')).toBe(
      'pods is forbidden: User "nobody" cannot watch resource "pods" in API group "" in the namespace "shop"',
    );
    expect(await messageFor('nobody', '/apis/apps/v1/namespaces/x/deployments/web/status')).toBe(
      'deployments.apps "web" is forbidden: User "nobody" cannot get resource "deployments/status" in API group "apps" in the namespace "x"',
    );
    expect(await messageFor('x', '/api/v1/namespaces/shop/pods', 'POST')).toBe(
      'pods is forbidden: User "x" cannot create resource "pods" in API group "" in the namespace "shop": no rule fits',
    );
    expect(await messageFor('nobody', '/metrics')).toBe('forbidden: User "nobody" cannot get path "/metrics"');
    expect(await messageFor('nobody', '/apis/none/v1/things')).toBe(
      'things.none is forbidden: User "nobody" cannot list resource "things" in API group "none" at the cluster scope',
    );
  });

  it('is asked about the one object that a field selector leaves, as kube-apiserver is', async () => {
    const { server, asked } = setUp();
    const transport = server.transport({ token: 'admin' });
    const selectors = [
      'metadata.name=a',
      'metadata.namespace=x,metadata.name=a',
      'metadata.name!=a',
      'metadata.name=..%2Fa',
      'spec.nodeName=a',
      'metadata.name',
    ];
    for (const selector of selectors) await ask(transport, `/api/v1/pods?fieldSelector=${selector}`);
    transport.request({ path: '/api/v1/pods?watch=1&fieldSelector=metadata.name%3Da' }).subscribe().unsubscribe();
    expect(asked.map(({ resource }) => resource?.name)).toEqual([
      'a',
      'a',
      undefined,
      undefined,
      undefined,
      undefined,
      'a',
    ]);
  });

  it('is asked about HEAD as about GET, which resources then do not have', async () => {
    const { server, asked } = setUp();
    const { url, close } = await server.listen();
    const headers = { authorization: 'Bearer admin' };
    const answers = await Promise.all(
      ['/api/v1/pods', '/api/v1/namespaces/default'].map((path) => fetch(url + path, { method: 'HEAD', headers })),
    );
    expect(answers.map(({ status }) => status)).toEqual([405, 405]);
    expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(['', '']);
    expect(asked.map(({ verb }) => verb).sort()).toEqual(['get', 'list']);
    await close();
  });

  it('is not asked about probes, which have no credentials', async () => {
    const { server, asked } = setUp();
    for (const path of ['/healthz', '/livez', '/readyz'])
      expect((await ask(server.transport(), path)).status).toBe(200);
    expect(asked).toEqual([]);
    expect((await ask(server.transport(), '/healthz/x')).status).toBe(401);
  });

  it('is not asked for what a program does with the store', () => {
    const { server, asked } = setUp();
    expect(server.store.resourceVersion).toBe('2');
    expect(asked).toEqual([]);
  });

  describe('that answers later', () => {
    function later() {
      let decide: (decision: AccessDecision) => void = () => {};
      const server = testServer({
        authorize: () =>
          new Promise((resolve) => {
            decide = resolve;
          }),
      });
      const answer = ask(server.transport(), '/api/v1/pods');
      return { server, answer, decide: (decision: AccessDecision) => decide(decision) };
    }

    it('lets the request wait, and then in', async () => {
      const { answer, decide } = later();
      decide({ access: 'granted' });
      expect(await answer).toMatchObject({ status: 200, json: { kind: 'PodList' } });
    });

    it('lets the request wait, and refuses it in the same words', async () => {
      const { answer, decide } = later();
      decide({ access: 'denied', user: 'jane' });
      expect(await answer).toMatchObject({ status: 403, json: { message: expect.stringContaining('User "jane"') } });
    });

    it('may refuse without a name or a reason', async () => {
      const denied = later();
      denied.decide({ access: 'denied' });
      expect((await denied.answer).json.message).toBe(
        'pods is forbidden: the user of this request cannot list resource "pods" in API group "" at the cluster scope',
      );
      const unavailable = later();
      unavailable.decide({ access: 'unavailable' });
      expect(await unavailable.answer).toMatchObject({
        status: 503,
        json: { message: 'nobody can say now whether this request is allowed; try again later' },
      });
    });

    it('has its requests broken by cutConnections', async () => {
      const { server, answer, decide } = later();
      server.cutConnections();
      decide({ access: 'granted' });
      await expect(answer).rejects.toMatchObject({ code: 'ECONNRESET' });
    });

    it('L9: decides for nobody when the client is gone', async () => {
      const { server } = later();
      let answers = 0;
      const subscription = server
        .transport()
        .request({ path: '/api/v1/pods' })
        .subscribe(() => {
          answers += 1;
        });
      subscription.unsubscribe();
      await settled();
      expect(answers).toBe(0);
    });

    it('holds over a socket too', async () => {
      const server = testServer({
        authorize: ({ token }) => Promise.resolve({ access: token === 'admin' ? 'granted' : 'unauthenticated' }),
      });
      const { url, close } = await server.listen();
      const [granted, refused] = await Promise.all([
        fetch(`${url}/version`, { headers: { authorization: 'Bearer admin' } }),
        fetch(`${url}/version`),
      ]);
      expect([granted.status, refused.status]).toEqual([200, 401]);
      await close();
    });
  });
});
