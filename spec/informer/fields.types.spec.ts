import { it } from '@jest/globals';
import type { V1ObjectMeta, V1Pod } from '@kubernetes/client-node';
import { expectTypeOf } from 'expect-type';
import { createInformer, type Informer, type InformerFactory } from '../../lib/informer/index.js';
import { core, type MetadataOnly, type Only, type Plain } from '../../lib/kubernetes/index.js';
import { reflector } from '../../lib/reflector/index.js';
import type { Transport } from '../../lib/transport/index.js';

const check = (transport: Transport, factory: InformerFactory) => {
  const resource = core.pods;
  const pods = createInformer({
    ...{ transport, resource },
    fields: ['metadata.labels', 'spec.nodeName', 'spec.containers.image'],
    indexers: { node: ({ spec }) => (spec?.nodeName === undefined ? [] : [spec.nodeName]) },
  });
  const [first] = pods.snapshot.byIndex('node', 'worker-1');
  expectTypeOf(first?.metadata.name).toEqualTypeOf<string | undefined>();
  expectTypeOf(first?.metadata.labels).toEqualTypeOf<Plain<V1Pod>['metadata']['labels'] | undefined>();
  expectTypeOf(first?.spec?.nodeName).toEqualTypeOf<string | undefined>();
  expectTypeOf(first?.spec?.containers[0]).toEqualTypeOf<{ readonly image?: string } | undefined>();
  // @ts-expect-error it is not kept
  first?.status;
  // @ts-expect-error it is not kept
  first?.spec?.hostname;
  // @ts-expect-error it is not kept
  first?.metadata.annotations;

  // @ts-expect-error there is no such field
  createInformer({ transport, resource, fields: ['spec.nodename'] });
  // @ts-expect-error a single label has no path: name the map
  createInformer({ transport, resource, fields: ['metadata.labels.app'] });
  // @ts-expect-error what an index function reads has to be kept
  createInformer({ transport, resource, fields: ['spec.nodeName'], indexers: { ip: ({ status }) => [status] } });

  const metadata = createInformer({ transport, resource, metadataOnly: true });
  expectTypeOf(metadata).toEqualTypeOf<Informer<MetadataOnly<Plain<V1Pod>>>>();
  expectTypeOf<MetadataOnly<Plain<V1Pod>>['metadata']>().toEqualTypeOf<Plain<V1Pod>['metadata']>();

  expectTypeOf(factory.informer(resource, { fields: ['status.phase'] })).toEqualTypeOf<
    Informer<Only<Plain<V1Pod>, 'status.phase'>>
  >();
  expectTypeOf(factory.informer(resource, { metadataOnly: true })).toEqualTypeOf(metadata);

  reflector({ transport, resource, fields: ['spec.nodeName'] }).subscribe((event) => {
    // @ts-expect-error it is not kept
    if (event.type === 'added') event.object.status;
  });
};

it('what is kept of an object is what can be read of it', () => {
  expectTypeOf(check).toBeFunction();
  expectTypeOf<Only<{ a: { b: 1; c: 2 }[] }, 'a.b'>>().toEqualTypeOf<{ readonly a: readonly { readonly b: 1 }[] }>();
  expectTypeOf<V1ObjectMeta>().toBeObject();
});
