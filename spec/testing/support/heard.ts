import { core } from '../../../lib/kubernetes/index.js';
import {
  createHostileServer,
  type HostileServer,
  type HostileServerOptions,
  TestClock,
} from '../../../lib/testing/index.js';
import type { TransportRequest } from '../../../lib/transport/index.js';

export const LIST = '/api/v1/namespaces/default/configmaps';

export function watchFrom(resourceVersion: string | number, more = ''): string {
  return `${LIST}?watch=true&resourceVersion=${resourceVersion}${more}`;
}

/** A server with the config maps a@3 and b@4, on which nothing goes wrong unless it is said. */
export class Bench {
  readonly clock = new TestClock();
  readonly server: HostileServer;

  constructor(options: HostileServerOptions = {}) {
    this.server = createHostileServer({
      scheduler: this.clock,
      ...(options.faults === undefined ? { plan: [] } : {}),
      ...options,
    });
    for (const name of ['a', 'b']) this.write(name);
  }

  /** Creates a config map, or changes it. */
  write(name: string): void {
    const { store } = this.server;
    const metadata = { name, namespace: 'default' };
    const exists = store.list(core.configMaps).items.some((object) => object.metadata.name === name);
    if (exists) store.update(core.configMaps, { metadata, data: { at: store.resourceVersion } });
    else store.create(core.configMaps, { metadata });
  }

  /** Asks, and gives what is heard, a line an event; it grows while time passes. */
  ask(request: string | TransportRequest, client = 'client'): string[] {
    const heard: string[] = [];
    const note = (text: string) => heard.push(text);
    const decoder = new TextDecoder();
    const asked = typeof request === 'string' ? { path: request } : request;
    this.server
      .transport({ client })
      .request(asked)
      .subscribe({
        next: ({ status, body$, headers }) => {
          note(`${status}${headers['retry-after'] === undefined ? '' : ` after ${headers['retry-after']} s`}`);
          body$.subscribe({
            next: (chunk) => note(decoder.decode(chunk)),
            error: (error) => note(`broken: ${error.code}`),
            complete: () => note('end'),
          });
        },
        error: (error) => note(`failed: ${error.code}`),
        complete: () => note('over'),
      });
    return heard;
  }
}

/** Watch frames in short: `MODIFIED a@5`, `BOOKMARK @7`, `ERROR 410`. */
export function frames(heard: readonly string[]): string[] {
  return heard
    .filter((text) => text.startsWith('{'))
    .flatMap((text) => text.trim().split('\n'))
    .map((line) => {
      const { type, object } = JSON.parse(line);
      return type === 'ERROR'
        ? `ERROR ${object.code}`
        : `${type} ${object.metadata.name ?? ''}@${object.metadata.resourceVersion}`;
    });
}

/** The names in a list, and its version. */
export function listed(heard: readonly string[]): string[] {
  const { items, metadata } = JSON.parse(heard.slice(1, -2).join(''));
  return [...items.map((item: { metadata: { name: string } }) => item.metadata.name), `at ${metadata.resourceVersion}`];
}
