// Says what happens to the pods of your cluster, until Ctrl-C.
import { KubeConfig } from '@kubernetes/client-node';
import { core, createInformer } from 'rxinformer';
import { kubeConfigTransport } from 'rxinformer/node';

const kubeConfig = new KubeConfig();
kubeConfig.loadFromDefault();

const pods = createInformer({ transport: kubeConfigTransport(kubeConfig), resource: core.pods });

pods.events$.subscribe(({ type, key, object }) => console.log(type, key, object.status?.phase));
pods.status$.subscribe(({ phase, failure }) =>
  console.log(failure ? `${phase}: ${failure.message}. ${failure.advice}` : phase),
);
