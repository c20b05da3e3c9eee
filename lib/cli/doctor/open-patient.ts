import { of } from 'rxjs';
import { fetchTransport } from '../../transport/index.js';
import { credentialKinds, kubeConfigTransport, stepsByKubeConfig, stepsByUrl } from '../../transport/node/index.js';
import { loadKubeConfig, namespaceOfContext } from '../cluster/kube-config.js';
import { namespaceFor } from '../cluster/namespace-for.js';
import type { DemoChoice, DoctorCommand } from '../command.js';
import { startDemo } from '../demo/demo.js';
import { messageOf, Refusal } from '../refusal.js';
import type { Surroundings } from '../surroundings.js';
import type { Patient } from './patient.js';
import { Secrets } from './secrets.js';

/** Somebody to examine, and what must not be told of him. */
export interface Admission {
  readonly patient: Patient;
  /** Where he is, in words. */
  readonly place: string;
  /** The namespace of the context; undefined: all. */
  readonly namespace: string | undefined;
  readonly secrets: Secrets;
  close(): Promise<void>;
}

type Way = Pick<Patient, 'transport' | 'steps' | 'credentialKinds'>;

/** @throws Refusal when there is no way to it */
export function openPatient(command: DoctorCommand, around: Surroundings): Promise<Admission> {
  return command.demo === undefined ? openCluster(command, around) : openDemo(command, command.demo, around);
}

async function openCluster(command: DoctorCommand, around: Surroundings): Promise<Admission> {
  const choice = { file: command.kubeConfigFile, context: command.context };
  const kubeConfig = await loadKubeConfig(choice, around.importClientNode);
  const secrets = new Secrets();
  const watched = secrets.watching(kubeConfig);
  try {
    const transport = kubeConfigTransport(watched);
    const way = { transport, steps: stepsByKubeConfig(kubeConfig), credentialKinds: () => credentialKinds(watched) };
    const namespace = namespaceOfContext(kubeConfig);
    const place = `${transport.url}, context ${kubeConfig.getCurrentContext()}`;
    return { patient: patientOf(command, way, namespace, around), place, namespace, secrets, close: async () => {} };
  } catch (error) {
    throw new Refusal(`${choice.file ?? 'the default kubeconfig'}: ${messageOf(error)}`, 1);
  }
}

async function openDemo(command: DoctorCommand, demo: DemoChoice, around: Surroundings): Promise<Admission> {
  const { url, close } = await startDemo({ ...demo, port: 0, host: '127.0.0.1' }, around.scheduler);
  const way = { transport: fetchTransport({ baseUrl: url }), steps: stepsByUrl(url), credentialKinds: () => of([]) };
  const place = `${url}, the demo (seed ${demo.seed}, ${demo.rate} changes/s${demo.chaos ? ', chaos' : ''})`;
  return {
    patient: patientOf(command, way, undefined, around),
    place,
    namespace: undefined,
    secrets: new Secrets(),
    close,
  };
}

function patientOf(command: DoctorCommand, way: Way, namespace: string | undefined, around: Surroundings): Patient {
  const { resource, labelSelector, fieldSelector, watchSeconds, timeoutSeconds } = command;
  return {
    ...way,
    ...{ resource, labelSelector, fieldSelector },
    namespaceFor: (found) => namespaceFor(command, namespace, found),
    watchMs: watchSeconds * 1000,
    timeoutMs: timeoutSeconds * 1000,
    scheduler: around.scheduler,
  };
}
