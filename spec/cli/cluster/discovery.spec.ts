import { describe, expect, it } from '@jest/globals';
import { firstValueFrom } from 'rxjs';
import { type Discovery, discover } from '../../../lib/cli/cluster/discovery.js';
import { findResource } from '../../../lib/cli/cluster/find-resource.js';
import { customResource } from '../../../lib/kubernetes/index.js';
import { createApiServer } from '../../../lib/server/index.js';
import { TransportError } from '../../../lib/transport/index.js';
import { ScriptedServer } from '../../support/scripted-server.js';

const core = {
  kind: 'APIResourceList',
  groupVersion: 'v1',
  resources: [
    { name: 'pods', singularName: 'pod', namespaced: true, kind: 'Pod', verbs: ['list', 'watch'], shortNames: ['po'] },
    { name: 'pods/status', singularName: '', namespaced: true, kind: 'Pod', verbs: ['get'] },
    { name: 'nodes', namespaced: false, kind: 'Node', verbs: ['list', 'watch'] },
  ],
};
const widgets = { resources: [{ name: 'widgets', namespaced: true, kind: 'Widget', verbs: ['list'] }] };
const groups = {
  kind: 'APIGroupList',
  groups: [
    { name: 'example.com', versions: [{ version: 'v1' }, { version: 'v2' }], preferredVersion: { version: 'v2' } },
    { name: 'metrics.k8s.io', versions: [{ version: 'v1beta1' }], preferredVersion: { version: 'v1beta1' } },
  ],
};

/** An API server of the time before aggregated discovery; one of its groups is down. */
function oldServer(): Promise<Discovery> {
  const server = new ScriptedServer();
  const discovery = firstValueFrom(discover(server));
  const answers: Record<string, [number, object]> = {
    '/api': [200, { kind: 'APIVersions', versions: ['v1'] }],
    '/api/v1': [200, core],
    '/apis': [200, groups],
    '/apis/example.com/v1': [200, widgets],
    '/apis/example.com/v2': [200, widgets],
    '/apis/metrics.k8s.io/v1beta1': [503, {}],
  };
  for (let next = 0; next < server.exchanges.length; next++) {
    const exchange = server.exchanges[next];
    const [status, body] = answers[exchange?.url.pathname ?? ''] ?? [404, {}];
    exchange?.open(status).send(body).end();
  }
  return discovery;
}

describe('discover', () => {
  it('asks for one document for all groups, and finds custom resources in it', async () => {
    const gadgets = customResource({
      group: 'example.com',
      version: 'v1',
      plural: 'gadgets',
      kind: 'Gadget',
      namespaced: true,
    });
    const server = createApiServer({ resources: [gadgets] });
    const { resources, missing } = await firstValueFrom(discover(server.transport()));
    expect(missing).toEqual([]);
    expect(findResource('gadgets.v1.example.com', resources)).toMatchObject({
      ...gadgets,
      verbs: expect.arrayContaining(['watch']),
    });
    expect(findResource('po', resources)).toMatchObject({
      group: '',
      version: 'v1',
      plural: 'pods',
      kind: 'Pod',
      namespaced: true,
    });
    expect(findResource('nodes', resources)).toMatchObject({ namespaced: false });
  });

  it('asks older servers group by group: the preferred version first, a group that is down left out and named', async () => {
    const { resources, missing } = await oldServer();
    expect(resources.map(({ group, version, plural }) => `${plural}.${version}.${group}`)).toEqual([
      'pods.v1.',
      'nodes.v1.',
      'widgets.v2.example.com',
      'widgets.v1.example.com',
    ]);
    expect(resources[0]).toMatchObject({ kind: 'Pod', namespaced: true, singular: 'pod', shortNames: ['po'] });
    expect(missing).toEqual(['metrics.k8s.io']);
  });

  it('names groups whose servers are down in the one document', async () => {
    const server = new ScriptedServer();
    const discovery = firstValueFrom(discover(server));
    const stale = { versions: [{ version: 'v1', freshness: 'Stale' }], metadata: { name: 'metrics.k8s.io' } };
    for (const exchange of server.exchanges)
      exchange
        .open()
        .send({ kind: 'APIGroupDiscoveryList', items: exchange.url.pathname === '/apis' ? [stale] : [] })
        .end();
    expect(await discovery).toEqual({ resources: [], missing: ['metrics.k8s.io'] });
  });

  it('fails with what the server says, with what is no Kubernetes API, and with what the transport says', async () => {
    const outcome = async (answer: (server: ScriptedServer) => void) => {
      const server = new ScriptedServer();
      const discovery = firstValueFrom(discover(server));
      answer(server);
      return discovery.catch((error: unknown) => String(error));
    };
    expect(
      await outcome((server) =>
        server.exchanges[0]?.open(401).send({ kind: 'Status', code: 401, message: 'who are you' }).end(),
      ),
    ).toBe('AnswerError: who are you');
    expect(await outcome((server) => server.exchanges[0]?.open(200).send('<html>').end())).toMatch(
      /no Kubernetes API server/,
    );
    expect(await outcome((server) => server.exchanges[0]?.reset())).toMatch(new RegExp(TransportError.name));
  });
});
