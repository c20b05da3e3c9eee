/** How `listFn`, path and selector are understood, with client-node's own API clients. */
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { V1Pod } from '@kubernetes/client-node';
import { parseCollection } from '../../lib/compat/collection.js';
import { engineOptions } from '../../lib/compat/engine.js';
import { overhear } from '../../lib/compat/overhear.js';
import { ScriptedServer } from '../support/scripted-server.js';
import { CoreV1Api, CustomObjectsApi, type KubeConfig } from '../transport/support/client-node.js';
import { kubeConfigOf } from './support/kube-config.js';

const SERVER = 'http://127.0.0.1:9/base';
const PODS = '/api/v1/namespaces/shop/pods';

let kubeConfig: InstanceType<typeof KubeConfig>;
let api: InstanceType<typeof CoreV1Api>;
beforeEach(() => {
  kubeConfig = kubeConfigOf(SERVER);
  api = kubeConfig.makeApiClient(CoreV1Api);
});

/** The selectors and the page size that a program ends up with. */
async function understood(path: string, listFn: () => Promise<unknown>, labelSelector?: string) {
  const transport = Object.assign(new ScriptedServer(), { url: SERVER });
  const collection = parseCollection<V1Pod>(path);
  const wanted = [collection.wanted, { where: 'makeInformer', labelSelector }];
  const options = await engineOptions({ kubeConfig, transport, collection, listFn, wanted });
  expect(transport.exchanges).toEqual([]);
  const { labelSelector: label, fieldSelector: field, pageSize, watchList } = options;
  return { listed: options.transport !== transport, label, field, pageSize, watchList };
}

const nothing = { listed: false, label: undefined, field: undefined, pageSize: undefined, watchList: undefined };

describe('what listFn asks for', () => {
  it('is heard and not sent: selectors for list and watch, the limit as page size', async () => {
    const listFn = () =>
      api.listNamespacedPod({
        ...{ namespace: 'shop', labelSelector: 'tier=web, app', fieldSelector: 'spec.nodeName=n1' },
        ...{ limit: 100, timeoutSeconds: 10, resourceVersion: '0', resourceVersionMatch: 'NotOlderThan' },
      });
    expect(await understood(PODS, listFn)).toEqual({
      ...{ ...nothing, label: 'app,tier=web', field: 'spec.nodeName=n1', pageSize: 100 },
    });
  });

  it('may be nothing in particular', async () => {
    expect(await understood(PODS, () => api.listNamespacedPod({ namespace: 'shop' }))).toEqual(nothing);
    expect(await understood('/api/v1/pods', () => api.listPodForAllNamespaces())).toEqual(nothing);
  });

  it('is heard of other clients, too, and after listFn did something else', async () => {
    const custom = kubeConfig.makeApiClient(CustomObjectsApi);
    const widgets = { group: 'example.com', version: 'v1', plural: 'widgets' };
    const listFn = async () => {
      await new Promise((resolve) => setTimeout(resolve));
      return custom.listNamespacedCustomObject({ ...widgets, namespace: 'shop', labelSelector: 'a' });
    };
    const path = '/apis/example.com/v1/namespaces/shop/widgets';
    expect(await understood(path, listFn)).toEqual({ ...nothing, label: 'a' });
    expect(await understood('/apis/example.com/v1/widgets', () => custom.listClusterCustomObject(widgets))).toEqual(
      nothing,
    );
  });

  it('is heard when it caught the refusal that it gets, and tries again', async () => {
    const failures: unknown[] = [];
    const list = () => api.listNamespacedPod({ namespace: 'shop', labelSelector: 'a' }).catch((e) => failures.push(e));
    const listFn = async () => {
      await list();
      await list();
    };
    expect(await understood(PODS, listFn)).toEqual({ ...nothing, label: 'a' });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(failures.map(String)).toEqual(
      Array(2).fill(expect.stringMatching(/not sent; this call of listFn was only/)),
    );
  });

  it('is heard where the server of the kubeconfig ends in a slash', async () => {
    kubeConfig = kubeConfigOf(`${SERVER}/`);
    api = kubeConfig.makeApiClient(CoreV1Api);
    expect(await understood(PODS, () => api.listNamespacedPod({ namespace: 'shop' }))).toEqual(nothing);
  });

  it('is not what it writes there', async () => {
    const written: string[] = [];
    kubeConfig.applySecurityAuthentication = async (context) => {
      written.push(`${context.getHttpMethod()}`);
      throw new Error('enough');
    };
    const listFn = async () => {
      await api.createNamespacedPod({ namespace: 'shop', body: {}, dryRun: 'All' }).catch(() => {});
      return api.listNamespacedPod({ namespace: 'shop', labelSelector: 'a' });
    };
    expect(await understood(PODS, listFn)).toEqual({ ...nothing, label: 'a' });
    expect(written).toEqual(['POST']);
  });

  it('agrees with a selector that only one of them names', async () => {
    const plain = () => api.listNamespacedPod({ namespace: 'shop' });
    expect(await understood(PODS, plain, 'a')).toEqual({ ...nothing, label: 'a' });
    const same = () => api.listNamespacedPod({ namespace: 'shop', labelSelector: 'b,a' });
    expect(await understood(PODS, same, 'a, b')).toEqual({ ...nothing, label: 'a,b' });
    expect(await understood(PODS, same, '')).toEqual({ ...nothing, label: 'a,b' });
    expect(await understood(`${PODS}?fieldSelector=metadata.name%3Dx`, same)).toEqual({
      ...{ ...nothing, label: 'a,b', field: 'metadata.name=x' },
    });
  });

  it('must not contradict what else is said', async () => {
    const listFn = () => api.listNamespacedPod({ namespace: 'shop', labelSelector: 'a', fieldSelector: 'x=1' });
    await expect(understood(PODS, listFn, 'b')).rejects.toThrow(
      'labelSelector: makeInformer has "b", but listFn has "a"; list and watch must ask for the same objects',
    );
    await expect(understood(`${PODS}?fieldSelector=x%3D2`, listFn)).rejects.toThrow(
      'fieldSelector: path has "x=2", but listFn has "x=1"',
    );
    await expect(understood('/api/v1/pods', listFn)).rejects.toThrow(TypeError);
  });

  it('must not begin in the middle of a list, or be a watch', async () => {
    const from = () => api.listNamespacedPod({ namespace: 'shop', _continue: 'x' });
    await expect(understood(PODS, from)).rejects.toThrow('listFn has the parameter "continue", with which an informer');
    const watch = () => api.listNamespacedPod({ namespace: 'shop', watch: true });
    await expect(understood(PODS, watch)).rejects.toThrow('listFn has the parameter "watch"');
  });

  it('must be well formed', async () => {
    const listFn = () => api.listNamespacedPod({ namespace: 'shop', labelSelector: 'a=b=c' });
    await expect(understood(PODS, listFn)).rejects.toThrow(/^labelSelector of listFn "a=b=c" is wrong at character 4/);
  });

  it('must be of the collection of the path, where that can be seen', async () => {
    const listFn = () => api.listNamespacedPod({ namespace: 'other' });
    const caught = () => listFn().catch(() => ({ items: [] }));
    await expect(understood(PODS, caught)).rejects.toThrow(TypeError);
    await expect(understood(PODS, listFn)).rejects.toThrow(
      `listFn lists ${SERVER}/api/v1/namespaces/other/pods, but the path is that of ${SERVER}${PODS}; list and watch must`,
    );
  });

  it.each([
    ['of another kind', { kind: 'ServiceList', apiVersion: 'v1', items: [] }, PODS, 'ServiceList v1'],
    [
      'of another group',
      { kind: 'PodList', apiVersion: 'metrics.k8s.io/v1beta1', items: [] },
      PODS,
      'PodList metrics.k8s.io/v1beta1',
    ],
    [
      'of another group than a custom resource',
      { kind: 'PodList', apiVersion: 'v1', items: [] },
      '/apis/example.com/v1/widgets',
      'PodList v1',
    ],
  ])('must be of the collection of the path, by what the list says: %s is refused', async (_, list, path, said) => {
    await expect(understood(path, async () => list)).rejects.toThrow(TypeError);
    await expect(understood(path, async () => list)).rejects.toThrow(
      `listFn lists a ${said}, but the path is that of ${SERVER}${path}; list and watch must be of the same collection`,
    );
  });

  it.each([
    ['says nothing', { items: [] }],
    ['is of the kind', { kind: 'PodList', apiVersion: 'v1', items: [] }],
    ['has the kind and no version', { kind: 'PodList', items: [] }],
    ['is of no kind of its own', { kind: 'List', apiVersion: 'v1', items: [] }],
  ])('is taken from a list that %s', async (_, list) => {
    expect(await understood(PODS, async () => list)).toMatchObject({ listed: true });
  });

  it('stays unknown when it uses another client: then listFn makes the lists, and path and selector make the watch', async () => {
    expect(await understood(PODS, async () => ({ items: [] }), 'a')).toEqual({
      ...{ ...nothing, listed: true, label: 'a', watchList: 'never' },
    });
  });
});

describe('listening', () => {
  const listFn = () => api.listNamespacedPod({ namespace: 'shop', labelSelector: 'a' });
  const url = SERVER + PODS;

  it('leaves the KubeConfig as it was', async () => {
    await overhear(kubeConfig, url, listFn);
    await new Promise((resolve) => setTimeout(resolve));
    expect(Object.getOwnPropertyNames(kubeConfig)).not.toContain('applySecurityAuthentication');
    const own = async () => {};
    kubeConfig.applySecurityAuthentication = own;
    await Promise.all([overhear(kubeConfig, url, listFn), overhear(kubeConfig, url, listFn)]);
    await new Promise((resolve) => setTimeout(resolve));
    expect(kubeConfig.applySecurityAuthentication).toBe(own);
  });

  it('hears two at the same time apart, and lets everybody else through', async () => {
    const passed: string[] = [];
    kubeConfig.applySecurityAuthentication = async (context) => {
      passed.push(new URL(context.getUrl()).search);
      throw new Error('enough');
    };
    let go = () => {};
    const gate = new Promise<void>((resolve) => {
      go = resolve;
    });
    const slow = overhear(kubeConfig, url, async () => {
      await gate;
      return api.listNamespacedPod({ namespace: 'shop', labelSelector: 'slow' });
    });
    const outside = api.listNamespacedPod({ namespace: 'shop', labelSelector: 'outside' }).catch(String);
    expect(await outside).toBe('Error: enough');
    const quick = await overhear(kubeConfig, url, listFn);
    await new Promise((resolve) => setTimeout(resolve, 5)); // the quick one has left
    go();
    const asked = (heard: Awaited<typeof slow>) => (heard.type === 'asked' ? `${heard.query}` : heard.type);
    expect([asked(quick), asked(await slow)]).toEqual(['labelSelector=a', 'labelSelector=slow']);
    expect(passed).toEqual(['?labelSelector=outside']);
  });

  it('is over when listFn is: what it left running is sent', async () => {
    let later: Promise<unknown> = Promise.resolve();
    const heard = await overhear(kubeConfig, url, async () => {
      later = new Promise((resolve) => setTimeout(resolve, 5)).then(listFn);
      return { items: [] };
    });
    expect(heard.type).toBe('listed');
    kubeConfig.applySecurityAuthentication = async () => {
      throw new Error('really sent');
    };
    const slow = () => new Promise((resolve) => setTimeout(resolve, 20)).then(listFn);
    const other = overhear(kubeConfig, url, slow); // so that somebody listens when it is sent
    await expect(later).rejects.toThrow(/^really sent$/);
    expect((await other).type).toBe('asked');
  });

  it('tells what listFn failed with, thrown or rejected', async () => {
    const cause = new Error('no token');
    const failed = { type: 'failed', cause, urls: [] };
    expect(await overhear(kubeConfig, url, () => Promise.reject(cause))).toEqual(failed);
    const thrown = () => {
      throw cause;
    };
    expect(await overhear(kubeConfig, url, thrown)).toEqual(failed);
    await expect(understood(PODS, thrown)).rejects.toMatchObject({ name: 'ListFnError', cause });
  });
});
