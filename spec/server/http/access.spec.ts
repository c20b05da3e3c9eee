import { describe, expect, it } from '@jest/globals';
import type { AccessRequest } from '../../../lib/server/index.js';
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

  it('is not asked for what a program does with the store', () => {
    const { server, asked } = setUp();
    expect(server.store.resourceVersion).toBe('2');
    expect(asked).toEqual([]);
  });
});
