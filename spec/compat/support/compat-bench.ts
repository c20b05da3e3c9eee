import type { V1Pod } from '@kubernetes/client-node';
import { CompatInformer } from '../../../lib/compat/compat-informer.js';
import type { InformerOptions } from '../../../lib/informer/index.js';
import { core } from '../../../lib/kubernetes/index.js';
import { errorEvent, podList, ScriptedServer } from '../../support/scripted-server.js';
import { settled, TestClock } from '../../support/virtual-time.js';

/** A compat informer of pods, a server that the test plays, a clock that the test moves, and all that was told. */
export class CompatBench {
  readonly server = new ScriptedServer();
  readonly clock = new TestClock();
  readonly informer: CompatInformer<V1Pod>;
  readonly heard: string[] = [];
  /** How `listFn` and path are understood, the next time that this is asked. */
  options = async (): Promise<InformerOptions<V1Pod>> => ({
    transport: this.server,
    resource: core.pods,
    strict: false,
  });

  constructor() {
    this.informer = new CompatInformer<V1Pod>({
      options: () => this.options(),
      scheduler: this.clock,
      random: () => 0.5,
    });
    for (const verb of ['add', 'update', 'delete'] as const) {
      this.informer.on(verb, ({ metadata }) =>
        this.heard.push(`${verb} ${metadata?.name}@${metadata?.resourceVersion}`),
      );
    }
    this.informer.on('connect', () => this.heard.push('connect'));
    this.informer.on('error', (error: Error) => this.heard.push(`error ${error.message.split(': ')[1]}`));
  }

  /** Starts and answers the list, then opens the watch. */
  async goLive(resourceVersion: number, ...pods: object[]): Promise<void> {
    void this.informer.start();
    await settled();
    await this.answerList(resourceVersion, ...pods);
  }

  async answerList(resourceVersion: number, ...pods: object[]): Promise<void> {
    this.server.last.json(podList(resourceVersion, pods));
    await settled();
    this.server.last.open();
    await settled();
  }

  /** The watch, open or not, is refused. */
  async refuse(code: number, reason: string): Promise<void> {
    const { last } = this.server;
    if (last.query.watch !== undefined && last.opened) last.send(errorEvent(code, reason));
    else last.refuse(code, reason);
    await settled();
  }

  /** Sends what makes one chunk of the watch, and waits for its commit. */
  async send(...frames: (string | object)[]): Promise<void> {
    this.server.last.send(...frames);
    await settled();
  }

  async advance(ms: number): Promise<void> {
    this.clock.advance(ms);
    await settled();
  }

  /** What was told since this was asked last. */
  news(): string[] {
    return this.heard.splice(0);
  }
}
