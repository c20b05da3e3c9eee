import type { Resource } from '../kubernetes/index.js';
import type { Transport } from '../transport/index.js';
import type { Streaming } from './machine.js';

/** A server that refused streamed lists may have been upgraded since. */
const FORGOTTEN_AFTER_MS = 60 * 60 * 1000;

interface Learned {
  readonly streaming: 'works' | 'fails';
  readonly at: number;
}

/** What was learned of one server, by all reflectors that reach it by one transport. It goes when the transport goes. */
export class ServerMemory {
  static readonly #servers = new WeakMap<Transport, ServerMemory>();
  readonly #streaming = new Map<string, Learned>();

  static of(transport: Transport): ServerMemory {
    const known = ServerMemory.#servers.get(transport) ?? new ServerMemory();
    ServerMemory.#servers.set(transport, known);
    return known;
  }

  /** Whether the server streams lists of a resource. */
  streaming(resource: Resource<unknown>, now: number): Streaming {
    const learned = this.#streaming.get(nameOf(resource));
    if (learned === undefined) return 'unknown';
    return learned.streaming === 'fails' && now - learned.at >= FORGOTTEN_AFTER_MS ? 'unknown' : learned.streaming;
  }

  learnStreaming(resource: Resource<unknown>, streaming: 'works' | 'fails', at: number): void {
    this.#streaming.set(nameOf(resource), { streaming, at });
  }
}

function nameOf({ group, version, plural }: Resource<unknown>): string {
  return `${group}/${version}/${plural}`;
}
