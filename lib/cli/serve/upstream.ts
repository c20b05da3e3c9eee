import type { Transport } from '../../transport/index.js';
import { connectByKubeConfig } from '../cluster/kube-config.js';
import type { ServeCommand } from '../command.js';
import { startDemo } from '../demo/demo.js';
import type { Surroundings } from '../surroundings.js';

/** The server that is relayed. */
export interface Upstream {
  readonly transport: Transport;
  /** In words. */
  readonly place: string;
  /** Whose credentials it is asked with, in words. */
  readonly account: string;
  /** Bytes of changes that the relay remembers; undefined: as it thinks fit. */
  readonly historyBytes: number | undefined;
  /** What else there is to say to the user. */
  readonly notes: readonly string[];
  close(): Promise<void>;
}

/** Half a minute of 2,000 changes a second. */
const CROWD_HISTORY = 48 * 1024 * 1024;

/** @throws Refusal when there is no way to it */
export async function openUpstream(command: ServeCommand, around: Surroundings): Promise<Upstream> {
  const { demo, kubeConfigFile: file, context } = command;
  if (demo === undefined) {
    const { transport, context: name, account } = await connectByKubeConfig({ file, context }, around.importClientNode);
    return {
      transport,
      place: `${transport.url} (context ${name})`,
      account,
      historyBytes: undefined,
      notes: [],
      close: async () => {},
    };
  }
  const server = await startDemo({ ...demo, port: 0, host: '127.0.0.1' }, around.scheduler);
  const many =
    demo.crowd === undefined ? '' : `, ${demo.crowd.pods} more pods, ${demo.crowd.eventsPerSecond} changes/s`;
  return {
    transport: server.transport,
    place: `the demo cluster (seed ${demo.seed}, ${demo.rate} changes/s${many}${demo.chaos ? ', chaos' : ''})`,
    account: 'nobody',
    historyBytes: demo.crowd === undefined ? undefined : CROWD_HISTORY,
    notes: [`The demo's own API server is at ${server.url}: what you change there shows.`],
    close: () => server.close(),
  };
}
