import { describe, expect, it } from '@jest/globals';
import { allResources, customResource } from '../../../lib/kubernetes/index.js';
import { createApiServer } from '../../../lib/server/index.js';
import { ask } from '../support/ask.js';

const cronTabs = customResource({
  group: 'stable.example.com',
  version: 'v1',
  plural: 'crontabs',
  kind: 'CronTab',
  namespaced: true,
});
const server = createApiServer({ resources: [cronTabs] });

async function get(path: string, accept = 'application/json') {
  return ask(server.transport(), { path, headers: { accept } });
}

const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json';

describe('discovery', () => {
  it('lists groups, versions and resources', async () => {
    expect((await get('/api')).json).toEqual({ kind: 'APIVersions', versions: ['v1'] });
    expect((await get('/apis')).json.groups).toContainEqual({
      name: 'stable.example.com',
      versions: [{ groupVersion: 'stable.example.com/v1', version: 'v1' }],
      preferredVersion: { groupVersion: 'stable.example.com/v1', version: 'v1' },
    });
    expect((await get('/apis/apps')).json).toMatchObject({ kind: 'APIGroup', name: 'apps' });
    const { json } = await get('/apis/apps/v1');
    expect(json).toMatchObject({ kind: 'APIResourceList', groupVersion: 'apps/v1' });
    expect(json.resources).toContainEqual({
      name: 'deployments',
      singularName: 'deployment',
      namespaced: true,
      kind: 'Deployment',
      shortNames: ['deploy'],
      categories: ['all'],
      verbs: ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
    });
    expect(json.resources).toContainEqual({
      name: 'deployments/status',
      singularName: '',
      namespaced: true,
      kind: 'Deployment',
      verbs: ['get', 'patch', 'update'],
    });
  });

  it('prefers the first version of a group that the vocabulary has', async () => {
    expect((await get('/apis/autoscaling')).json.preferredVersion).toMatchObject({ version: 'v2' });
  });

  it('is one document for who accepts it', async () => {
    const { json, headers } = await get('/apis', AGGREGATED);
    expect(headers['content-type']).toContain('as=APIGroupDiscoveryList');
    expect(json).toMatchObject({ kind: 'APIGroupDiscoveryList', apiVersion: 'apidiscovery.k8s.io/v2' });
    expect(json.items).toContainEqual(expect.objectContaining({ metadata: { name: 'stable.example.com' } }));
    expect((await get('/api', AGGREGATED)).json.items).toHaveLength(1);
  });

  it('names each resource that is served', async () => {
    const documents = await Promise.all([get('/api', AGGREGATED), get('/apis', AGGREGATED)]);
    const groups = documents.flatMap(({ json }) => json.items as { versions: { resources: object[] }[] }[]);
    expect(groups.flatMap(({ versions }) => versions.flatMap(({ resources }) => resources))).toHaveLength(
      allResources.length + 1,
    );
  });

  it('tells kubectl that fields may be sent to be checked', async () => {
    expect((await get('/openapi/v3')).json.paths).toMatchObject({
      'api/v1': { serverRelativeURL: '/openapi/v3/api/v1' },
    });
    expect((await get('/openapi/v3/apis/apps/v1')).json.paths).toMatchObject({
      '/apis/apps/v1/namespaces/{namespace}/deployments/{name}': {
        patch: { 'x-kubernetes-group-version-kind': { kind: 'Deployment' } },
      },
    });
    expect((await get('/openapi/v3/apis/none/v1')).status).toBe(404);
  });

  it('has no groups and versions that there are not', async () => {
    for (const path of ['/apis/none', '/apis/apps/v9', '/api/v2', '/apis/none/v1/things', '/nope', '/'])
      expect((await get(path)).status).toBe(404);
  });

  it('answers health and version', async () => {
    for (const path of ['/healthz', '/livez', '/readyz'])
      expect(await get(path)).toMatchObject({ status: 200, text: 'ok' });
    expect((await get('/version')).json).toMatchObject({ major: '1', minor: '37' });
  });
});
