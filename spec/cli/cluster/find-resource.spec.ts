import { describe, expect, it } from '@jest/globals';
import { builtInResources, findResource, unknownResource } from '../../../lib/cli/cluster/find-resource.js';
import type { ServedResource } from '../../../lib/cli/cluster/served-resource.js';

function widgets(group: string, version: string): ServedResource {
  const names = { plural: 'widgets', kind: 'Widget', singular: 'widget', shortNames: ['wd'] };
  return { group, version, namespaced: true, verbs: ['list', 'watch'], ...names };
}

const served = [
  ...builtInResources,
  widgets('example.com', 'v2'),
  widgets('example.com', 'v1'),
  widgets('v1.example.com', 'v3'),
];

function found(name: string): string | undefined {
  const resource = findResource(name, served);
  return resource && `${resource.plural}.${resource.version}.${resource.group}`;
}

describe('findResource', () => {
  it.each([
    ['a plural', 'pods', 'pods.v1.'],
    ['a singular', 'pod', 'pods.v1.'],
    ['a kind', 'Pod', 'pods.v1.'],
    ['a short name', 'po', 'pods.v1.'],
    ['any case', 'PODS', 'pods.v1.'],
    ['a short name of another group', 'deploy', 'deployments.v1.apps'],
    ['a plural with its group', 'deployments.apps', 'deployments.v1.apps'],
    ['a kind with its group', 'Deployment.apps', 'deployments.v1.apps'],
    ['a plural with version and group', 'deployments.v1.apps', 'deployments.v1.apps'],
    ['a shortened group', 'ingresses.networking', 'ingresses.v1.networking.k8s.io'],
    ['of many groups, the core group', 'events', 'events.v1.'],
    ['of many groups, the one that is named', 'events.events.k8s.io', 'events.v1.events.k8s.io'],
    ['of many versions, the preferred one', 'widgets', 'widgets.v2.example.com'],
    ['the version that is named', 'widgets.v1.example.com', 'widgets.v3.v1.example.com'],
    ['a custom short name', 'wd', 'widgets.v2.example.com'],
    ['the core version', 'pods.v1', 'pods.v1.'],
    ['the preferred of all versions of a built-in group', 'hpa', 'horizontalpodautoscalers.v2.autoscaling'],
    ['an older version that is named', 'hpa.v1.autoscaling', 'horizontalpodautoscalers.v1.autoscaling'],
  ])('understands %s: %s', (_, name, expected) => {
    expect(found(name)).toBe(expected);
  });

  it('prefers a whole group to a version and a group, and knows both', () => {
    const older = served.filter(({ group }) => group !== 'v1.example.com');
    expect(findResource('widgets.v1.example.com', older)).toMatchObject({ group: 'example.com', version: 'v1' });
  });

  it.each(['gadgets', 'pods.apps', 'widgets.v9.example.com', '', '.', 'pods/status'])('does not know %j', (name) => {
    expect(found(name)).toBeUndefined();
  });
});

describe('unknownResource', () => {
  it.each([
    ['pots', 'https://k8s serves no resource "pots": did you mean pods?'],
    ['deploymnts', 'https://k8s serves no resource "deploymnts": did you mean deployments.apps?'],
    ['deployments.app5', 'https://k8s serves no resource "deployments.app5": did you mean deployments.apps?'],
    ['unicorns', 'https://k8s serves no resource "unicorns": kubectl api-resources lists what it serves'],
  ])('says of %s what was meant', (name, sentence) => {
    expect(unknownResource(name, served, 'https://k8s')).toBe(sentence);
  });
});
