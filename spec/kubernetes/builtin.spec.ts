import { execFileSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import * as kubernetes from '../../lib/kubernetes/index.js';
import {
  allResources,
  apps,
  autoscaling,
  autoscalingV1,
  core,
  customResource,
  networking,
  qualifiedNameOf,
  rbac,
  resourceV1alpha3,
  shortNames,
  shortNamesOf,
  singularNameOf,
  storage,
} from '../../lib/kubernetes/index.js';

describe('the built-in resources', () => {
  it('are what the generator writes for the client-node that is installed', () => {
    expect(() => execFileSync('node', ['scripts/generate-resources.mjs', '--check'])).not.toThrow();
  });

  it('know their place, kind and scope', () => {
    expect(core.pods).toEqual({ group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true });
    expect(core.nodes).toEqual({ group: '', version: 'v1', plural: 'nodes', kind: 'Node', namespaced: false });
    expect(core.namespaces).toMatchObject({ plural: 'namespaces', namespaced: false });
    expect(core.endpoints).toMatchObject({ plural: 'endpoints', kind: 'Endpoints' });
    expect(apps.deployments).toMatchObject({ group: 'apps', kind: 'Deployment' });
    expect(rbac.clusterRoles).toMatchObject({
      group: 'rbac.authorization.k8s.io',
      kind: 'ClusterRole',
      namespaced: false,
    });
  });

  it('are named by the plural in the case that people write', () => {
    expect(networking.networkPolicies.plural).toBe('networkpolicies');
    expect(networking.ipAddresses.kind).toBe('IPAddress');
    expect(networking.serviceCIDRs.kind).toBe('ServiceCIDR');
    expect(storage.csiStorageCapacities.kind).toBe('CSIStorageCapacity');
    expect(core.persistentVolumeClaims.plural).toBe('persistentvolumeclaims');
  });

  it('have the preferred version under the plain name of the group, others under their own', () => {
    expect(autoscaling.horizontalPodAutoscalers.version).toBe('v2');
    expect(autoscalingV1.horizontalPodAutoscalers.version).toBe('v1');
    expect(resourceV1alpha3.deviceTaintRules.version).toBe('v1alpha3');
  });

  it('are all listed, once, the preferred version of a group first', () => {
    const groups = Object.values(kubernetes).filter(
      (value) => typeof value === 'object' && !Array.isArray(value) && value !== shortNames,
    );
    expect(new Set(groups.flatMap((group) => Object.values(group)))).toEqual(new Set(allResources));
    const places = allResources.map(({ version, ...rest }) => `${version}/${qualifiedNameOf({ version, ...rest })}`);
    expect(new Set(places).size).toBe(allResources.length);
    expect(allResources.find(({ group }) => group === 'autoscaling')?.version).toBe('v2');
  });
});

describe('names for people', () => {
  it('are those of kubectl', () => {
    expect(shortNamesOf(core.pods)).toEqual(['po']);
    expect(shortNamesOf(apps.deployments)).toEqual(['deploy']);
    expect(shortNamesOf(core.secrets)).toEqual([]);
    expect(singularNameOf(networking.networkPolicies)).toBe('networkpolicy');
    expect(qualifiedNameOf(apps.deployments)).toBe('deployments.apps');
    expect(qualifiedNameOf(core.pods)).toBe('pods');
  });

  it('are for built-in resources only', () => {
    const services = customResource({
      group: 'serving.knative.dev',
      version: 'v1',
      plural: 'services',
      namespaced: true,
    });
    expect(shortNamesOf(services)).toEqual([]);
    expect(Object.keys(shortNames).filter((name) => !allResources.some((r) => qualifiedNameOf(r) === name))).toEqual(
      [],
    );
  });

  it('mean one resource each, except for the two kinds of events', () => {
    const meanings = new Map<string, Set<string>>();
    for (const resource of allResources)
      for (const word of [...shortNamesOf(resource), singularNameOf(resource), resource.plural])
        meanings.set(word, (meanings.get(word) ?? new Set()).add(qualifiedNameOf(resource)));
    const ambiguous = [...meanings].filter(([, names]) => names.size > 1).map(([word]) => word);
    expect(ambiguous.sort()).toEqual(['ev', 'event', 'events']);
  });
});
