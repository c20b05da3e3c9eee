// One informer on the load server; prints one JSON line.
//   node --expose-gc bench/informer.mjs --port P [--watch WINDOWS] [--rate EVENTS_PER_S] [--managed-fields keep] [--out json]
//     [--relist SHARE_THAT_CHANGES] [--subscribers N] [--slow] [--namespaces N] [--fields PATH,PATH]
// Run `npm run build` first. Figures: wall and CPU time of the sync, the longest block of the event loop in it, peak RSS, heap a pod (after two
// forced collections, minus the start, snapshot and one index included); with --watch, events and CPU an event at saturation, in windows
// of 1.5 s after 2.5 s of warm-up: medians, and the least and the most; with --relist, the same of a list after "410 Gone".
import { KubeConfig } from '@kubernetes/client-node';
import { filter, firstValueFrom, skip } from 'rxjs';
import { core, createInformer } from '../dist/index.js';
import { kubeConfigTransport } from '../dist/node.js';
import { printFigures, readArguments, SLOW_MS } from './measure/arguments.mjs';
import { after } from './measure/figures.mjs';
import { LoadServer } from './measure/load-server.mjs';
import { measure } from './measure/measure.mjs';

const args = readArguments({ 'managed-fields': { type: 'string', default: 'drop' }, fields: { type: 'string' } });
const server = new LoadServer(args.port);

async function informerFor() {
  const kubeConfig = new KubeConfig();
  kubeConfig.loadFromOptions({
    clusters: [{ name: 'bench', server: server.url }],
    users: [{ name: 'nobody' }],
    contexts: [{ name: 'bench', cluster: 'bench', user: 'nobody' }],
    currentContext: 'bench',
  });
  return createInformer({
    transport: kubeConfigTransport(kubeConfig),
    resource: core.pods,
    // With `fields` that is not for this option to say.
    ...(args.fields === undefined ? { managedFields: args['managed-fields'] } : { fields: args.fields.split(',') }),
    indexers: { node: (pod) => (pod.spec?.nodeName ? [pod.spec.nodeName] : []) },
    ...(args.namespaces > 0 ? { namespace: (await server.stats()).namespaces.slice(0, args.namespaces) } : {}),
  });
}

const pods = await informerFor();
const subject = {
  start: async () => (await pods.ready()).size,
  listen(onEvent) {
    pods.events$.subscribe(onEvent);
    for (let i = 1; i < args.subscribers; i++) pods.events$.subscribe(() => {});
    if (args.slow) pods.consume(() => after(SLOW_MS), { keep: 'latest', concurrency: 1 });
  },
  // The first that a subscriber is told is what there is.
  relisted: () =>
    firstValueFrom(
      pods.changes$.pipe(
        skip(1),
        filter(({ cause }) => cause === 'replace'),
      ),
    ),
  stop: () => pods.stop(),
};
printFigures({
  informer: 'rxinformer',
  managedFields: args['managed-fields'],
  ...(await measure(subject, server, args)),
});
