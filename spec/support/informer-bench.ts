import type { V1Pod } from '@kubernetes/client-node';
import { createInformer, type Informer, type InformerOptions } from '../../lib/informer/index.js';
import { core, type Plain } from '../../lib/kubernetes/index.js';
import type { Change } from '../../lib/store/index.js';
import { podList, ScriptedServer } from './scripted-server.js';
import { settled, TestClock } from './virtual-time.js';

export type Pod = Plain<V1Pod>;

/** An informer of pods, a server that the test plays, and a clock that the test moves. */
export class InformerBench {
  readonly informer: Informer<Pod, 'node'>;

  constructor(
    options: Partial<InformerOptions<V1Pod, 'node'>> = {},
    readonly server = new ScriptedServer(),
    readonly clock = new TestClock(),
  ) {
    this.informer = createInformer<V1Pod, 'node'>({
      transport: this.server,
      resource: core.pods,
      indexers: { node: (pod) => (pod.spec?.nodeName ? [pod.spec.nodeName] : []) },
      scheduler: this.clock,
      random: () => 0.5,
      ...options,
    });
  }

  /** Answers the list that is asked for, opens the watch, and waits for the commit. */
  async goLive(resourceVersion: number, ...pods: object[]): Promise<void> {
    this.server.last.json(podList(resourceVersion, pods));
    this.server.last.open();
    await settled();
  }

  /** Sends what makes one chunk of the watch, and waits for its commit. */
  async send(...frames: (string | object)[]): Promise<void> {
    this.server.last.send(...frames);
    await settled();
  }

  /** Has the server say that history is gone, and waits for the list that is asked for then. */
  async expire(): Promise<void> {
    await this.send({
      type: 'ERROR',
      object: { kind: 'Status', apiVersion: 'v1', status: 'Failure', code: 410, reason: 'Expired', message: 'gone' },
    });
    this.clock.advance(60_000);
  }

  /** The same, and answers that list. */
  async relist(resourceVersion: number, ...pods: object[]): Promise<void> {
    await this.expire();
    await this.goLive(resourceVersion, ...pods);
  }
}

/** A change in short: `add a@1`, `add a@1 initially`, `update a@1→2`, `delete a@2 (unknown)`. */
export function told(change: Change<Pod>): string {
  const name = change.key.replace('shop/', '');
  const version = change.object?.metadata.resourceVersion;
  switch (change.type) {
    case 'add':
      return `add ${name}@${version}${change.isInInitialList ? ' initially' : ''}`;
    case 'update':
      return `update ${name}@${change.previous.metadata.resourceVersion}→${version}`;
    case 'sync':
      return `sync ${name}@${version}`;
    case 'delete':
      return `delete ${name}@${version}${change.finalStateUnknown ? ' (unknown)' : ''}`;
  }
}

/** Everything that a stream says, in short. */
export function listen(informer: Informer<Pod, 'node'>): string[] {
  const heard: string[] = [];
  informer.events$.subscribe((change) => heard.push(told(change)));
  return heard;
}
