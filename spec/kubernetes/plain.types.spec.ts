import { describe, it } from '@jest/globals';
import type {
  CoreV1Event,
  V1ConfigMap,
  V1CSINode,
  V1JSONSchemaProps,
  V1ListMeta,
  V1NetworkPolicy,
  V1NetworkPolicyPeer,
  V1NetworkPolicyPort,
  V1Pod,
  V1PodList,
  V1Secret,
  V1StatefulSet,
} from '@kubernetes/client-node';
import { expectTypeOf } from 'expect-type';
import type { Draft } from 'immer';
import type { KubernetesObject, Plain, PlainValue, Resource } from '../../lib/kubernetes/index.js';
import { core, customResource } from '../../lib/kubernetes/index.js';

type Pod = Plain<V1Pod>;

/** These are checked by `npm run types`; here they only run through. */
describe('Plain', () => {
  it('makes dates strings', () => {
    expectTypeOf<Pod['metadata']['creationTimestamp']>().toEqualTypeOf<string>();
    expectTypeOf<Pod['metadata']['deletionTimestamp']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<Plain<CoreV1Event>['eventTime']>().toEqualTypeOf<string | undefined>();
  });

  it('gives stored objects what the API server sets', () => {
    expectTypeOf<Pod['metadata']['name']>().toEqualTypeOf<string>();
    expectTypeOf<Pod['metadata']['uid']>().toEqualTypeOf<string>();
    expectTypeOf<Pod['metadata']['resourceVersion']>().toEqualTypeOf<string>();
    expectTypeOf<Pod['metadata']['namespace']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<Plain<KubernetesObject>['metadata']['uid']>().toEqualTypeOf<string>();
    expectTypeOf<Pod>().toExtend<KubernetesObject>();
  });

  it('promises nothing about objects within objects', () => {
    type Claim = NonNullable<NonNullable<Plain<V1StatefulSet>['spec']>['volumeClaimTemplates']>[number];
    expectTypeOf<NonNullable<Claim['metadata']>['uid']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<undefined>().toExtend<Claim['metadata']>();
  });

  it('gives fields the names that they have on the wire', () => {
    type Rule = NonNullable<NonNullable<Plain<V1NetworkPolicy>['spec']>['ingress']>[number];
    expectTypeOf<Rule>().toEqualTypeOf<{
      readonly from?: readonly PlainValue<V1NetworkPolicyPeer>[];
      readonly ports?: readonly PlainValue<V1NetworkPolicyPort>[];
    }>();
    expectTypeOf<Plain<V1ListMeta>>().toEqualTypeOf<{
      readonly continue?: string;
      readonly remainingItemCount?: number;
      readonly resourceVersion?: string;
      readonly selfLink?: string;
    }>();
    expectTypeOf<Plain<V1PodList>['metadata']>().toEqualTypeOf<Plain<V1ListMeta> | undefined>();
  });

  it('gives schemas their own names, all the way down, and no more any', () => {
    type Schema = Plain<V1JSONSchemaProps>;
    expectTypeOf<Schema['$ref']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<Schema['$schema']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<Schema['default']>().toEqualTypeOf<unknown>();
    expectTypeOf<Schema['enum']>().toEqualTypeOf<readonly unknown[] | undefined>();
    expectTypeOf<Schema['x-kubernetes-list-map-keys']>().toEqualTypeOf<readonly string[] | undefined>();
    expectTypeOf<NonNullable<Schema['properties']>[string]['not']>().toEqualTypeOf<Schema | undefined>();
    expectTypeOf<Schema['dependencies']>().toEqualTypeOf<{ readonly [key: string]: unknown } | undefined>();
    expectTypeOf<Extract<keyof Schema, `_${string}` | `x_${string}` | 'ref' | 'schema'>>().toEqualTypeOf<never>();
  });

  it('keeps arrays, records, numbers or strings, and what is optional', () => {
    type Container = NonNullable<Pod['spec']>['containers'][number];
    expectTypeOf<NonNullable<Container['resources']>['limits']>().toEqualTypeOf<
      { readonly [key: string]: string } | undefined
    >();
    expectTypeOf<Plain<V1Secret>['data']>().toEqualTypeOf<{ readonly [key: string]: string } | undefined>();
    expectTypeOf<PlainValue<V1NetworkPolicyPort>['port']>().toEqualTypeOf<string | number | undefined>();
    expectTypeOf<Plain<V1ConfigMap>>().toEqualTypeOf<{
      readonly apiVersion?: string;
      readonly kind?: string;
      readonly immutable?: boolean;
      readonly data?: { readonly [key: string]: string };
      readonly binaryData?: { readonly [key: string]: string };
      readonly metadata: Plain<V1Pod>['metadata'];
    }>();
  });

  it('keeps what is plain as it is', () => {
    interface CronTab {
      readonly apiVersion: string;
      readonly metadata: Plain<V1Pod>['metadata'];
      readonly spec: { readonly ref: string; readonly schema?: readonly [string, number]; readonly open: unknown };
    }
    expectTypeOf<Plain<CronTab>>().toEqualTypeOf<Plain<Plain<CronTab>>>();
    expectTypeOf<Plain<CronTab>>().branded.toEqualTypeOf<CronTab>();
    expectTypeOf<Plain<Pod>>().toEqualTypeOf<Pod>();
    expectTypeOf<Plain<unknown>>().toEqualTypeOf<unknown>();
    expectTypeOf<Plain<'a' | 1 | null>>().toEqualTypeOf<'a' | 1 | null>();
  });

  it('drops methods', () => {
    expectTypeOf<PlainValue<{ readonly a: string; render(): string }>>().toEqualTypeOf<{
      readonly a: string;
    }>();
  });

  it('L11: is read-only, while a draft of it can be written', () => {
    (pod: Pod, draft: Draft<Pod>) => {
      // @ts-expect-error A cached object does not change.
      pod.metadata.labels = {};
      // @ts-expect-error Nor do its arrays.
      pod.spec?.containers.push();
      delete draft.metadata.annotations;
      draft.metadata.labels = { tier: 'web' };
      draft.spec?.containers.splice(0, 1);
      // @ts-expect-error The name of a stored object cannot be taken away.
      delete draft.metadata.name;
    };
  });

  it('tells absent from undefined', () => {
    // @ts-expect-error JSON has no undefined.
    const wrong: PlainValue<V1ListMeta> = { continue: undefined };
    return void wrong;
  });
});

describe('Resource', () => {
  it('carries the model of its objects', () => {
    const objectsOf = <T>(_: Resource<T>): Plain<T>[] => [];
    expectTypeOf(objectsOf(core.pods)).toEqualTypeOf<Pod[]>();
    expectTypeOf(
      objectsOf(customResource<V1ConfigMap>({ group: 'a.b', version: 'v1', plural: 'cs', namespaced: true })),
    ).toEqualTypeOf<Plain<V1ConfigMap>[]>();
    // @ts-expect-error A pod has no drivers.
    const wrong: Resource<V1CSINode> = core.pods;
    const any: Resource<unknown> = core.pods;
    return void [wrong, any];
  });
});
