import { describe, it } from '@jest/globals';
import type { KubernetesObject, V1Pod } from '@kubernetes/client-node';
import * as clientNode from '@kubernetes/client-node';
import { expectTypeOf } from 'expect-type';
import * as compat from '../../lib/compat/index.js';

type Theirs = typeof clientNode.makeInformer<V1Pod>;
type Ours = typeof compat.makeInformer<V1Pod>;

/** These are checked by `npm run types`; here they only run through. */
describe('makeInformer', () => {
  it('has client-node’s type, and takes options besides', () => {
    expectTypeOf<ReturnType<Ours>>().toEqualTypeOf<ReturnType<Theirs>>();
    expectTypeOf<Parameters<Ours>[4]>().toEqualTypeOf<compat.CompatOptions | undefined>();
    const theirs: typeof clientNode.makeInformer = compat.makeInformer;
    const ours: typeof compat.makeInformer = clientNode.makeInformer;
    expectTypeOf(theirs).toEqualTypeOf(clientNode.makeInformer);
    expectTypeOf(ours).toEqualTypeOf(compat.makeInformer);
  });

  it('comes with the same names', () => {
    expectTypeOf<compat.Informer<V1Pod>>().toEqualTypeOf<clientNode.Informer<V1Pod>>();
    expectTypeOf<compat.ObjectCache<V1Pod>>().toEqualTypeOf<clientNode.ObjectCache<V1Pod>>();
    expectTypeOf<compat.ObjectCallback<V1Pod>>().toEqualTypeOf<clientNode.ObjectCallback<V1Pod>>();
    expectTypeOf<compat.ErrorCallback>().toEqualTypeOf<clientNode.ErrorCallback>();
    expectTypeOf<compat.ListPromise<V1Pod>>().toEqualTypeOf<clientNode.ListPromise<V1Pod>>();
    expectTypeOf<typeof compat.ADD>().toEqualTypeOf<clientNode.ADD>();
    expectTypeOf<typeof compat.UPDATE>().toEqualTypeOf<clientNode.UPDATE>();
    expectTypeOf<typeof compat.CHANGE>().toEqualTypeOf<clientNode.CHANGE>();
    expectTypeOf<typeof compat.DELETE>().toEqualTypeOf<clientNode.DELETE>();
    expectTypeOf<typeof compat.CONNECT>().toEqualTypeOf<clientNode.CONNECT>();
    expectTypeOf<typeof compat.ERROR>().toEqualTypeOf<clientNode.ERROR>();
  });

  it('refuses what client-node’s refuses', () => {
    const use = (informer: ReturnType<Ours>) => {
      // @ts-expect-error: there is no such event
      informer.on('modified', () => {});
      // @ts-expect-error: pods have no data
      informer.on('add', (pod) => pod.data);
      // @ts-expect-error: the array is the cache's, by its type
      informer.list().push({});
    };
    expectTypeOf(use).toBeFunction();
    expectTypeOf<Parameters<typeof compat.makeInformer<KubernetesObject>>[0]>().toEqualTypeOf<clientNode.KubeConfig>();
  });
});
