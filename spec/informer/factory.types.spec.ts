import { it } from '@jest/globals';
import type { V1Pod } from '@kubernetes/client-node';
import { expectTypeOf } from 'expect-type';
import type { Informer, InformerFactory, InformerReport } from '../../lib/informer/index.js';
import { core, type Plain } from '../../lib/kubernetes/index.js';

it('the informers of a factory have the types of their resource and indexes', () => {
  const check = (factory: InformerFactory) => {
    const pods = factory.informer(core.pods, {
      indexers: { node: (pod) => (pod.spec?.nodeName === undefined ? [] : [pod.spec.nodeName]) },
    });
    expectTypeOf(pods).toEqualTypeOf<Informer<Plain<V1Pod>, 'node'>>();
    expectTypeOf(factory.informer(core.pods)).toEqualTypeOf<Informer<Plain<V1Pod>>>();
    // @ts-expect-error there is no such index
    pods.snapshot.byIndex('zone', 'a');
    // @ts-expect-error an informer's transport is the factory's
    factory.informer(core.pods, { transport: undefined });
    // Any informer can be looked at as one of a report.
    const report = (informer: InformerReport['informer']) => informer.name;
    report(pods);
  };
  expectTypeOf(check).toBeFunction();
});
