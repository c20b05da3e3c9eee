import { describe, expect, it } from '@jest/globals';
import { parseCollection } from '../../lib/compat/collection.js';
import { makeInformer } from '../../lib/compat/index.js';
import { KubeConfig } from '../transport/support/client-node.js';

describe('the path of makeInformer', () => {
  it.each([
    ['/api/v1/pods', 'pods', 'Pod', undefined],
    ['/api/v1/namespaces/shop/pods', 'pods', 'Pod', 'shop'],
    ['/api/v1/namespaces', 'namespaces', 'Namespace', undefined],
    ['/apis/apps/v1/namespaces/shop/deployments', 'deployments', 'Deployment', 'shop'],
    ['/apis/rbac.authorization.k8s.io/v1/clusterroles', 'clusterroles', 'ClusterRole', undefined],
    ['/apis/example.com/v1beta1/widgets', 'widgets', '', undefined],
    ['/apis/example.com/v1beta1/namespaces/shop/widgets', 'widgets', '', 'shop'],
    ['/api/v1/gadgets', 'gadgets', '', undefined],
  ])('%s is that of %s', (path, plural, kind, namespace) => {
    const collection = parseCollection(path);
    expect(collection).toMatchObject({ path, resource: { plural, kind } });
    expect(collection.namespace).toBe(namespace);
  });

  it('may have selectors in its query', () => {
    const { path, wanted } = parseCollection(
      '/api/v1/pods?labelSelector=a%3Db&fieldSelector=spec.nodeName%3Dn1&limit=5',
    );
    expect(path).toBe('/api/v1/pods');
    expect(wanted).toEqual({ where: 'path', labelSelector: 'a=b', fieldSelector: 'spec.nodeName=n1', limit: 5 });
  });

  it.each([
    ['', /^path "": not the path of a collection, such as "\/api\/v1/],
    ['api/v1/pods', /not the path of a collection/],
    ['/api/v1/namespaces/shop', /not the path of a collection/],
    ['/api/v1/namespaces/shop/pods/web-0', /not the path of a collection/],
    ['/api/v1/pods/', /not the path of a collection/],
    ['/api/v1/watch/namespaces/shop/pods', /^path ".*": leave out "watch\/", the path is that of the list$/],
    ['/apis/apps/v1/watch/deployments', /leave out "watch\/"/],
    ['/api/v1/namespaces/shop/nodes', /namespace is "shop", but nodes are cluster-scoped: leave it out$/],
    ['/api/v1/namespaces/%2e%2e/pods', /namespace is "%2e%2e"/],
    ['/apis/Example/v1/widgets', /group is "Example"/],
    ['/api/v1/pods?watch=true', /path has the parameter "watch"/],
    ['/api/v1/pods?shardSelector=x', /path has the parameter "shardSelector", with which/],
  ])('%j is refused', (path, message) => {
    expect(() => parseCollection(path)).toThrow(TypeError);
    expect(() => parseCollection(path)).toThrow(message);
  });
});

describe('makeInformer', () => {
  const listFn = async () => ({ items: [] });

  it('refuses at once what is malformed', () => {
    const kubeConfig = new KubeConfig();
    expect(() => makeInformer(kubeConfig, '/pods', listFn)).toThrow(/^path "\/pods"/);
    expect(() => makeInformer(kubeConfig, '/api/v1/pods', listFn, 'a=(')).toThrow(
      /^labelSelector of makeInformer "a=\("/,
    );
    expect(() => makeInformer(kubeConfig, '/api/v1/pods?labelSelector=a', listFn, 'b')).toThrow(
      'labelSelector: path has "a", but makeInformer has "b"',
    );
    const none: unknown = undefined;
    expect(() => makeInformer(kubeConfig, '/api/v1/pods', none as typeof listFn)).toThrow(
      /^listFn: must be a function/,
    );
  });

  it.each([
    [null, 'makeInformer: null is no set of options'],
    [true, 'makeInformer: true is no set of options'],
    [{ managedFields: true }, "managedFields: true is neither 'drop' nor 'keep'"],
    [{ managedFields: null }, 'managedFields: null is neither'],
    [{ strict: 'yes' }, 'strict: "yes" is neither true nor false'],
    [{ managedFeilds: 'keep' }, 'managedFeilds: makeInformer has no such option; is managedFields meant?'],
    [{ strict: null }, 'strict: null is neither'],
  ])('refuses options that are none, by name: %j', (options, message) => {
    const make: (...args: readonly unknown[]) => unknown = (...args) => Reflect.apply(makeInformer, undefined, args);
    expect(() => make(new KubeConfig(), '/api/v1/pods', listFn, undefined, options)).toThrow(TypeError);
    expect(() => make(new KubeConfig(), '/api/v1/pods', listFn, undefined, options)).toThrow(message);
  });

  it('rejects at start when the kubeconfig names no cluster, as client-node does', async () => {
    await expect(makeInformer(new KubeConfig(), '/api/v1/pods', listFn).start()).rejects.toThrow(
      /^kubeConfig: has no current context/,
    );
  });
});
