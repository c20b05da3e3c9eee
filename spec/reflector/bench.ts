import type { V1Pod } from '@kubernetes/client-node';
import type { Subscription } from 'rxjs';
import { core } from '../../lib/kubernetes/index.js';
import {
  type InformerStatus,
  type ReflectorEvent,
  type ReflectorOptions,
  reflector,
} from '../../lib/reflector/index.js';
import { ScriptedServer } from '../support/scripted-server.js';
import { TestClock } from '../support/virtual-time.js';

type Named = { readonly metadata: { readonly name: string; readonly resourceVersion: string } };

/** A reflector of pods that has begun, a server that the test plays, and a clock that the test moves. */
export class ReflectorBench {
  readonly server: ScriptedServer;
  readonly statuses: InformerStatus[] = [];
  readonly events: string[] = [];
  readonly #subscription: Subscription;

  constructor(
    options: Partial<ReflectorOptions<V1Pod>> = {},
    server: ScriptedServer | ConstructorParameters<typeof ScriptedServer>[0] = {},
    readonly clock = new TestClock(),
  ) {
    this.server = server instanceof ScriptedServer ? server : new ScriptedServer(server);
    this.#subscription = reflector({
      transport: this.server,
      resource: core.pods,
      scheduler: clock,
      random: () => 0.5,
      onStatus: (status) => this.statuses.push(status),
      ...options,
    }).subscribe((said) => this.events.push(told(said)));
  }

  readonly status = () => this.statuses.at(-1);

  readonly stop = () => this.#subscription.unsubscribe();
}

/** An event in short: `replace a@1,b@2 @10`, `modified a@3`, `bookmark @11`. */
export function told(said: ReflectorEvent<Named>): string {
  const name = ({ metadata }: Named) => `${metadata.name}@${metadata.resourceVersion}`;
  switch (said.type) {
    case 'replace':
      return `replace ${said.objects.map(name).join(',')} @${said.resourceVersion}`;
    case 'bookmark':
      return `bookmark @${said.resourceVersion}`;
    case 'added':
    case 'modified':
    case 'deleted':
      return `${said.type} ${name(said.object)}`;
  }
}
