import type { Resource } from '../kubernetes/index.js';
import type { Transport } from '../transport/index.js';
import type { Bookmarks, Known, Streaming } from './machine.js';

const HOUR_MS = 60 * 60 * 1000;
/** A server that refused streamed lists may have been upgraded since. */
const NO_STREAMS_MS = HOUR_MS;
/** To ask once more whether bookmarks come costs two watches that look dead. */
const NO_BOOKMARKS_MS = 24 * HOUR_MS;

interface Learned<V> {
  readonly value: V;
  readonly at: number;
}

/** What was learned of one server, by all reflectors that reach it by one transport. It goes when the transport goes. */
export class ServerMemory {
  static readonly #servers = new WeakMap<Transport, ServerMemory>();
  readonly #streaming = new Map<string, Learned<'works' | 'fails'>>();
  readonly #bookmarks = new Map<string, Learned<'irregular' | number>>();
  /** Who cannot reach the server, in the order in which they found out, and how to tell them that somebody did. */
  readonly #unreachable = new Map<object, () => void>();
  readonly #connected = new Set<object>();

  static of(transport: Transport): ServerMemory {
    const known = ServerMemory.#servers.get(transport) ?? new ServerMemory();
    ServerMemory.#servers.set(transport, known);
    return known;
  }

  /** What one reflector of a resource sees of it, at any time: looked up only where it is asked for, since a watch may bring thousands of events a second. */
  seenBy(who: object, resource: Resource<unknown>, now: () => number): Known {
    const name = nameOf(resource);
    const [streaming, bookmarks, leads] = [
      () => this.#streamingOf(name, now()),
      () => this.#bookmarksOf(name, now()),
      () => this.#leads(who),
    ];
    return {
      get streaming() {
        return streaming();
      },
      get bookmarks() {
        return bookmarks();
      },
      get leads() {
        return leads();
      },
    };
  }

  #streamingOf(name: string, now: number): Streaming {
    const learned = this.#streaming.get(name);
    return learned === undefined || (learned.value === 'fails' && now - learned.at >= NO_STREAMS_MS)
      ? 'unknown'
      : learned.value;
  }

  learnStreaming(resource: Resource<unknown>, value: 'works' | 'fails', at: number): void {
    this.#streaming.set(nameOf(resource), { value, at });
  }

  #bookmarksOf(name: string, now: number): Bookmarks {
    const learned = this.#bookmarks.get(name);
    return learned === undefined || (learned.value === 'irregular' && now - learned.at >= NO_BOOKMARKS_MS)
      ? 'unknown'
      : learned.value;
  }

  learnBookmarks(resource: Resource<unknown>, value: 'irregular' | number, at: number): void {
    this.#bookmarks.set(nameOf(resource), { value, at });
  }

  /** Somebody cannot reach the server, and wants to be told when somebody else can. */
  unreachable(who: object, tell: () => void): void {
    this.#unreachable.set(who, tell);
  }

  /** Somebody has an answer that goes on. */
  connected(who: object): void {
    this.#connected.add(who);
  }

  disconnected(who: object): void {
    this.#connected.delete(who);
  }

  /**
   * Whether it is for this one to try, if nobody gets through: the first who found out, while it is there. While somebody has a
   * connection, the server is there, and what does not get through is not the same for all.
   */
  #leads(who: object): boolean {
    const [leader = who] = this.#unreachable.keys();
    return leader === who || !this.#unreachable.has(who) || this.#connected.size > 0;
  }

  /** Somebody got an answer. */
  reached(who: object): void {
    if (this.#unreachable.size === 0) return;
    const all = [...this.#unreachable];
    this.#unreachable.clear();
    for (const [other, tell] of all) if (other !== who) tell();
  }

  /** Nobody is to wait for somebody who has left. */
  leave(who: object): void {
    this.#unreachable.delete(who);
  }
}

function nameOf({ group, version, plural }: Resource<unknown>): string {
  return `${group}/${version}/${plural}`;
}
