// What the types of the package promise, seen by a strict compiler that also checks the declarations it loads.
import * as clientNode from '@kubernetes/client-node';
import { type Informer, KubeConfig, type ObjectCache, type V1Pod } from '@kubernetes/client-node';
import { core, createInformer, customResource, type Plain, select } from 'rxinformer';
import { makeInformer } from 'rxinformer/compat';
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

// Either makeInformer may stand for the other.
const either: (typeof clientNode.makeInformer)[] = [makeInformer, clientNode.makeInformer];
const ours: typeof makeInformer = clientNode.makeInformer;
const listFn = async () => ({ items: [] as V1Pod[] });
const compat: Informer<V1Pod> & ObjectCache<V1Pod> = makeInformer(new KubeConfig(), '/api/v1/pods', listFn, 'tier=web');
compat.on('change', (pod) => console.log(pod.spec?.nodeName, either.length, ours.name));
compat.on('error', (error: Error) => console.error(error.message));
// @ts-expect-error: there is no such event
compat.on('modified', () => {});
makeInformer(new KubeConfig(), '/api/v1/pods', listFn, undefined, { strict: true, managedFields: 'keep' });
