import type { Status } from './kind';

interface State {
  readonly waiting?: { readonly reason?: string };
  readonly running?: object;
  readonly terminated?: { readonly reason?: string; readonly exitCode: number };
}

interface Container {
  readonly name: string;
  readonly ready: boolean;
  readonly restartCount: number;
  readonly started?: boolean;
  readonly state?: State;
}

/** The part of a pod that its status is made of. */
export interface PodLike {
  readonly metadata: { readonly deletionTimestamp?: string };
  readonly spec?: { readonly containers?: readonly object[]; readonly initContainers?: readonly object[] };
  readonly status?: {
    readonly phase?: string;
    readonly reason?: string;
    readonly containerStatuses?: readonly Container[];
    readonly initContainerStatuses?: readonly Container[];
  };
}

/** What a pod does, in the word of `kubectl get pods`. */
export function podStatus(pod: PodLike): Status {
  const text = podWord(pod);
  return { text, tone: toneOf(text) };
}

function podWord({ metadata, spec, status = {} }: PodLike): string {
  const { phase = 'Unknown', reason, containerStatuses = [], initContainerStatuses = [] } = status;
  const isOver = phase === 'Succeeded' || phase === 'Failed';
  if (metadata.deletionTimestamp !== undefined && !isOver) return 'Terminating';
  if (phase === 'Pending') {
    const step = initContainerStatuses.findIndex(
      ({ state, started }) => state?.terminated?.exitCode !== 0 && started !== true,
    );
    if (step >= 0) {
      const word = wordOf(initContainerStatuses[step]?.state);
      const steps = spec?.initContainers?.length ?? initContainerStatuses.length;
      return word === undefined || word === 'PodInitializing' ? `Init:${step}/${steps}` : `Init:${word}`;
    }
  }
  const words = containerStatuses.flatMap(({ state }) => wordOf(state) ?? []);
  const isServing = containerStatuses.some(({ ready, state }) => ready && state?.running !== undefined);
  const word = words[0];
  if (word === 'Completed' && isServing) return 'Running';
  return word ?? reason ?? phase;
}

/** What there is to say of a container that does not run. */
function wordOf({ waiting, terminated }: State = {}): string | undefined {
  if (waiting?.reason) return waiting.reason;
  if (terminated === undefined) return undefined;
  return terminated.reason || `ExitCode:${terminated.exitCode}`;
}

const BUSY = /^(Pending|ContainerCreating|PodInitializing|Terminating|Init:\d+\/\d+|SchedulingGated)$/;

function toneOf(word: string): Status['tone'] {
  if (word === 'Running') return 'good';
  if (word === 'Completed' || word === 'Succeeded') return 'done';
  if (word === 'Unknown') return 'off';
  return BUSY.test(word) ? 'busy' : 'bad';
}

export function podReady({ spec, status }: PodLike): readonly [ready: number, containers: number] {
  const statuses = status?.containerStatuses ?? [];
  return [statuses.filter(({ ready }) => ready).length, spec?.containers?.length ?? statuses.length];
}

export function podRestarts({ status }: PodLike): number {
  return (status?.containerStatuses ?? []).reduce((sum, { restartCount }) => sum + restartCount, 0);
}
