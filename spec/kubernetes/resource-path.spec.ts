import { describe, expect, it } from '@jest/globals';
import { apps, core, customResource, rbac, resourcePath } from '../../lib/kubernetes/index.js';

describe('resourcePath', () => {
  it('leads to a collection, of one namespace or of all', () => {
    expect(resourcePath(core.pods)).toBe('/api/v1/pods');
    expect(resourcePath(core.pods, { namespace: 'shop' })).toBe('/api/v1/namespaces/shop/pods');
    expect(resourcePath(apps.deployments, { namespace: 'shop' })).toBe('/apis/apps/v1/namespaces/shop/deployments');
    expect(resourcePath(core.nodes)).toBe('/api/v1/nodes');
  });

  it('leads to an object and its subresources', () => {
    expect(resourcePath(core.pods, { namespace: 'shop', name: 'web-0', subresource: 'status' })).toBe(
      '/api/v1/namespaces/shop/pods/web-0/status',
    );
    expect(resourcePath(core.namespaces, { name: 'shop' })).toBe('/api/v1/namespaces/shop');
  });

  it('leads to custom resources', () => {
    const cronTabs = customResource({
      group: 'stable.example.com',
      version: 'v1beta1',
      plural: 'crontabs',
      namespaced: true,
    });
    expect(resourcePath(cronTabs, { namespace: 'shop', name: 'a' })).toBe(
      '/apis/stable.example.com/v1beta1/namespaces/shop/crontabs/a',
    );
  });

  it('encodes names and the query', () => {
    expect(resourcePath(rbac.clusterRoles, { name: 'system:node ü?' })).toBe(
      '/apis/rbac.authorization.k8s.io/v1/clusterroles/system%3Anode%20%C3%BC%3F',
    );
    expect(resourcePath(core.pods, { query: { labelSelector: 'tier in (web,a+b)&x' } })).toBe(
      '/api/v1/pods?labelSelector=tier%20in%20(web%2Ca%2Bb)%26x',
    );
  });

  it('keeps the order of the query and leaves out what is undefined', () => {
    const query = { watch: true, limit: 500, continue: undefined, resourceVersion: '', allowWatchBookmarks: false };
    expect(resourcePath(core.pods, { query })).toBe(
      '/api/v1/pods?watch=true&limit=500&resourceVersion=&allowWatchBookmarks=false',
    );
    expect(resourcePath(core.pods, { query: { limit: undefined } })).toBe('/api/v1/pods');
  });

  it.each(['', '.', '..', 'a/b', 'a%2Fb'])('refuses %j as any name', (bad) => {
    expect(() => resourcePath(core.pods, { namespace: bad })).toThrow(TypeError);
    expect(() => resourcePath(core.pods, { namespace: bad })).toThrow(`namespace is ${JSON.stringify(bad)}`);
    expect(() => resourcePath(core.nodes, { name: bad })).toThrow(`name is ${JSON.stringify(bad)}`);
    expect(() => resourcePath(core.nodes, { name: 'a', subresource: bad })).toThrow(
      `subresource is ${JSON.stringify(bad)}`,
    );
  });

  it('refuses a scope that the resource does not have', () => {
    expect(() => resourcePath(core.nodes, { namespace: 'shop' })).toThrow(
      new TypeError('namespace is "shop", but nodes are cluster-scoped: leave it out'),
    );
    expect(() => resourcePath(core.pods, { name: 'web-0' })).toThrow(TypeError);
    expect(() => resourcePath(core.pods, { name: 'web-0' })).toThrow('namespace is missing');
    expect(() => resourcePath(core.pods, { namespace: 'shop', subresource: 'status' })).toThrow('name is missing');
  });
});
