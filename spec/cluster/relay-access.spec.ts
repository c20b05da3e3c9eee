import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { core } from '../../lib/kubernetes/index.js';
import { clusterAuthorizer, type ReviewFailure } from '../../lib/server/index.js';
import { ask, Writer } from './cluster.js';
import { assets, type RealCluster, startRealCluster } from './real-cluster.js';
import { type StartedRelay, startRelay } from './relays.js';

const described = assets === undefined ? describe.skip : describe;
const RBAC = '/apis/rbac.authorization.k8s.io/v1/namespaces/shop';
const CONFIG_MAPS = '/api/v1/namespaces/shop/configmaps';

/** The relay's own account may ask about others; the reader may read the config maps of the shop; the stranger may nothing. */
described('a relay that asks kube-apiserver who may do what', () => {
  let cluster: RealCluster;
  let relay: StartedRelay;
  let reader: string;
  const failures: ReviewFailure[] = [];

  beforeAll(async () => {
    cluster = await startRealCluster();
    await new Writer(cluster, core.namespaces).create({ metadata: { name: 'shop' } });
    for (const name of ['reader', 'stranger', 'guest'])
      await new Writer(cluster, core.serviceAccounts, 'shop').create({ metadata: { name } });
    await new Writer(cluster, core.configMaps, 'shop').create({ metadata: { name: 'a' } });
    await posted(`${RBAC}/roles`, {
      metadata: { name: 'reader' },
      rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list', 'watch'] }],
    });
    for (const name of ['reader', 'guest']) await posted(`${RBAC}/rolebindings`, binding(name));
    reader = await tokenOf('reader');
    const authorize = clusterAuthorizer({
      transport: cluster.admin,
      cacheMs: 100,
      onFailure: (failure) => failures.push(failure),
    });
    relay = await startRelay(cluster, { authorize, recheckMs: 200 });
  }, 120_000);

  afterAll(async () => {
    await relay.stop();
    await cluster.stop();
  });

  async function posted(path: string, body: object) {
    const answer = await ask(cluster.admin, 'POST', path, body);
    expect(answer.status).toBe(201);
    return answer.body;
  }

  function binding(name: string): object {
    return {
      metadata: { name },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'reader' },
      subjects: [{ kind: 'ServiceAccount', name, namespace: 'shop' }],
    };
  }

  async function tokenOf(account: string, audiences?: readonly string[]): Promise<string> {
    const { status } = await posted(`/api/v1/namespaces/shop/serviceaccounts/${account}/token`, {
      spec: { expirationSeconds: 3600, ...(audiences !== undefined && { audiences }) },
    });
    return String(Object(status).token);
  }

  function get(token: string, path = CONFIG_MAPS, url = relay.url): Promise<Response> {
    return fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
  }

  it('lets in who may, for what he may, and refuses in the words of the API server', async () => {
    const list = await get(reader);
    expect(list.status).toBe(200);
    expect((await list.json()).items.map(({ metadata }: { metadata: { name: string } }) => metadata.name)).toContain(
      'a',
    );
    for (const path of [
      '/api/v1/configmaps',
      '/api/v1/namespaces/default/configmaps',
      '/api/v1/namespaces/shop/secrets',
    ]) {
      const [answer, own] = [await get(reader, path), await ask(cluster.admin, 'GET', '/version')];
      expect([answer.status, own.status]).toEqual([403, 200]);
      const { message } = await answer.json();
      expect(message).toMatch(/is forbidden: User "system:serviceaccount:shop:reader" cannot list resource/);
    }
  });

  it('refuses who is known and may nothing with 403, and who is not known with 401', async () => {
    expect((await get(await tokenOf('stranger'))).status).toBe(403);
    expect((await get('made-up')).status).toBe(401);
    expect((await get(`${reader}x`)).status).toBe(401);
    expect((await fetch(relay.url + CONFIG_MAPS)).status).toBe(401);
  });

  it('takes a token for its own audience only, where it has one', async () => {
    const authorize = clusterAuthorizer({ transport: cluster.admin, audiences: ['relay'] });
    const picky = await startRelay(cluster, { authorize });
    try {
      expect((await get(reader, CONFIG_MAPS, picky.url)).status).toBe(401);
      expect((await get(await tokenOf('reader', ['relay']), CONFIG_MAPS, picky.url)).status).toBe(200);
      expect((await get(await tokenOf('reader', ['relay']))).status).toBe(401);
    } finally {
      await picky.stop();
    }
  });

  it('ends a watch whose right was taken away, and says why', async () => {
    const token = await tokenOf('guest');
    const watch = await get(token, `${CONFIG_MAPS}?watch=1`);
    expect(watch.status).toBe(200);
    expect((await ask(cluster.admin, 'DELETE', `${RBAC}/rolebindings/guest`)).status).toBe(200);
    const lines = (await watch.text()).trimEnd().split('\n');
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
      type: 'ERROR',
      object: { code: 403, message: expect.stringContaining('User "system:serviceaccount:shop:guest" cannot watch') },
    });
  });

  it('ends a watch whose account was deleted with 401', async () => {
    const watch = await get(reader, `${CONFIG_MAPS}?watch=1`);
    expect(watch.status).toBe(200);
    expect((await ask(cluster.admin, 'DELETE', '/api/v1/namespaces/shop/serviceaccounts/reader')).status).toBe(200);
    const lines = (await watch.text()).trimEnd().split('\n');
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ type: 'ERROR', object: { code: 401 } });
  });

  it('lets nobody in, and says so, when its own account may not ask', async () => {
    const authorize = clusterAuthorizer({ transport: cluster.nobody, onFailure: (failure) => failures.push(failure) });
    const powerless = await startRelay(cluster, { authorize });
    try {
      const answer = await get(await tokenOf('stranger'), CONFIG_MAPS, powerless.url);
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
      expect((await answer.json()).message).toBe('the cluster, asked who may do this, answers TokenReviews with 403');
      expect(failures.at(-1)).toMatchObject({ code: 403, advice: expect.stringContaining('system:auth-delegator') });
    } finally {
      await powerless.stop();
    }
  });
});
