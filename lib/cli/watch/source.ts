import { fetchTransport, type Transport } from '../../transport/index.js';
import { connectByKubeConfig } from '../cluster/kube-config.js';
import type { WatchCommand } from '../command.js';
import { startDemo } from '../demo/demo.js';
import type { Surroundings } from '../surroundings.js';

/** Where the objects come from. */
export interface Source {
  readonly transport: Transport;
  /** In words, for the title. */
  readonly place: string;
  /** The namespace that is meant when the user names none; undefined: all. */
  readonly namespace: string | undefined;
  readonly note: (now: number) => string;
  close(): Promise<void>;
}

/** @throws Refusal when there is no way to it */
export async function openSource(command: WatchCommand, around: Surroundings): Promise<Source> {
  const { demo, kubeConfigFile: file, context } = command;
  if (demo === undefined) {
    const cluster = await connectByKubeConfig({ file, context }, around.importClientNode);
    const { transport, namespace } = cluster;
    const place = `${transport.url} (context ${cluster.context})`;
    return { transport, place, namespace, note: () => '', close: async () => {} };
  }
  const server = await startDemo({ ...demo, port: 0, host: '127.0.0.1' }, around.scheduler);
  return {
    transport: fetchTransport({ baseUrl: server.url }),
    place: `demo at ${server.url} (seed ${demo.seed}, ${demo.rate} changes/s)`,
    namespace: undefined,
    note: (now) => server.note(now),
    close: () => server.close(),
  };
}
