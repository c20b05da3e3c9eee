import { describe, expect, it } from '@jest/globals';
import { firstValueFrom, of } from 'rxjs';
import { discover } from '../src/app/cluster/discovery';
import { kindsOf } from '../src/app/kinds';

const live = ['get', 'list', 'watch'];
const aggregated = (name: string | undefined, resource: string, kind: string, scope: string, verbs = live) => ({
  items: [
    {
      metadata: { name },
      versions: [{ version: 'v1', resources: [{ resource, responseKind: { kind }, scope, verbs }] }],
    },
  ],
});
const served = (documents: Readonly<Record<string, unknown>>) =>
  firstValueFrom(discover((path) => of(documents[path])));

describe('discovery', () => {
  it('reads one document for all groups', async () => {
    const resources = await served({
      api: aggregated(undefined, 'pods', 'Pod', 'Namespaced'),
      apis: aggregated('apps', 'deployments', 'Deployment', 'Namespaced'),
    });
    expect(resources).toEqual([
      { group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true },
      { group: 'apps', version: 'v1', plural: 'deployments', kind: 'Deployment', namespaced: true },
    ]);
  });

  it('asks group by group where the server is old', async () => {
    const nodes = { name: 'nodes', kind: 'Node', namespaced: false, verbs: live };
    const resources = await served({
      api: { kind: 'APIVersions', versions: ['v1'] },
      'api/v1': { groupVersion: 'v1', resources: [nodes, { ...nodes, name: 'nodes/status' }] },
      apis: { kind: 'APIGroupList', groups: [{ preferredVersion: { groupVersion: 'batch/v1' } }] },
      'apis/batch/v1': {
        groupVersion: 'batch/v1',
        resources: [{ ...nodes, name: 'jobs', kind: 'Job', namespaced: true }],
      },
    });
    expect(resources.map(({ group, plural }) => `${group}/${plural}`)).toEqual(['/nodes', 'batch/jobs']);
  });

  it('leaves out what cannot be watched', async () => {
    const none = { items: [] };
    const bindings = aggregated(undefined, 'bindings', 'Binding', 'Namespaced', ['create']);
    expect(await served({ api: bindings, apis: none })).toEqual([]);
  });

  it('gives kinds, those with columns of their own first, and never Secrets', () => {
    const resource = { group: '', version: 'v1', namespaced: true };
    const kinds = kindsOf([
      { ...resource, plural: 'secrets', kind: 'Secret' },
      { ...resource, group: 'example.com', plural: 'widgets', kind: 'Widget' },
      { ...resource, plural: 'pods', kind: 'Pod' },
    ]);
    expect(kinds.map(({ id, section }) => `${section}: ${id}`)).toEqual([
      'Workloads: pods',
      'More: widgets.example.com',
    ]);
  });
});
