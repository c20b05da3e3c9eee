// What the types of the package promise, seen by a strict compiler that also checks the declarations it loads.
import { KubeConfig, type V1Pod } from '@kubernetes/client-node';
import { core, createInformer, customResource, type Plain, select } from 'rxinformer';
import { kubeConfigTransport } from 'rxinformer/node';
import { createApiServer } from 'rxinformer/server';

const pods = createInformer({
  transport: kubeConfigTransport(new KubeConfig()),
  resource: core.pods,
  namespace: 'shop',
  indexers: { node: (pod) => (pod.spec?.nodeName ? [pod.spec.nodeName] : []) },
  transform: (draft) => {
    delete draft.metadata.annotations;
  },
});
pods.snapshot$
  .pipe(select((snapshot) => snapshot.byIndex('node', 'worker-1')))
  .subscribe((list: readonly Plain<V1Pod>[]) => list.length);
// @ts-expect-error: there is no such index
pods.snapshot.byIndex('zone', 'a');
const created: string | undefined = pods.snapshot.get('shop/web-0')?.metadata.creationTimestamp;

interface Widget {
  readonly metadata: { readonly name: string };
  readonly spec: { readonly size: number };
}
const widgets = customResource<Widget>({ group: 'example.com', version: 'v1', plural: 'widgets', namespaced: true });
const server = createApiServer({ resources: [widgets] });
createInformer({ transport: server.transport(), resource: widgets }).events$.subscribe((event) => {
  if (event.type === 'update') console.log(event.previous.spec.size, event.object.spec.size, created);
});
