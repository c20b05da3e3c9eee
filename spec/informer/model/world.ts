import { bookmark, errorEvent, event, pod, podList, type ScriptedExchange } from '../../support/scripted-server.js';
import type { Command, Speech } from './plans.js';

/** What the server does, or says if it is asked something. */
type ServerCommand = Extract<Command, { server: string }>;

export type PlainPod = ReturnType<typeof pod>;

/** One thing that was written on the server. */
interface Written {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly object: PlainPod;
  readonly version: number;
}

/** What goes from the server to the client, as the model hears it too. */
export interface Wire {
  listed(objects: readonly PlainPod[], version: number): void;
  event(written: Written): void;
  bookmark(version: number): void;
}

/** A collection on a server with all of its history, spoken through scripted exchanges. */
export class World {
  readonly #objects = new Map<string, PlainPod>();
  readonly #history: Written[] = [];
  readonly #cursors = new Map<ScriptedExchange, number>();
  #version = 10;
  #compacted = 0;
  #lives = 0;

  /** @param exchange the request that is open, if one is */
  serve(command: ServerCommand, exchange: ScriptedExchange | undefined, wire: Wire): void {
    switch (command.server) {
      case 'put':
        this.#put(command.name);
        break;
      case 'delete':
        this.#delete(command.name);
        break;
      case 'recreate':
        this.#delete(command.name);
        this.#put(command.name);
        break;
      case 'compact':
        // Watches from before are told that their history is gone.
        this.#compacted = this.#version;
        break;
      default:
        if (exchange !== undefined) this.#speak(command.server, exchange, wire);
    }
  }

  #speak(word: Speech, exchange: ScriptedExchange, wire: Wire): void {
    switch (word) {
      case 'answer':
        this.#answer(exchange, wire);
        break;
      case 'send':
      case 'send many':
        this.#send(exchange, word === 'send' ? 'one' : 'many', wire);
        break;
      case 'repeat':
        this.#repeat(exchange, wire);
        break;
      case 'bookmark':
        this.#bookmark(exchange, wire);
        break;
      case 'end':
        if (exchange.query.watch !== undefined) exchange.end();
        break;
      case 'reset':
        exchange.reset();
        break;
      case 'refuse':
        exchange.refuse(500, 'InternalError');
        break;
    }
  }

  get version(): number {
    return this.#version;
  }

  #put(name: string): void {
    const old = this.#objects.get(name);
    const uid = old?.metadata.uid ?? `uid-${name}-${++this.#lives}`;
    const object = pod(name, ++this.#version);
    const next = { ...object, metadata: { ...object.metadata, uid } };
    this.#write(old === undefined ? 'ADDED' : 'MODIFIED', next);
    this.#objects.set(name, next);
  }

  #delete(name: string): void {
    const old = this.#objects.get(name);
    if (old === undefined) return;
    this.#objects.delete(name);
    this.#write('DELETED', { ...old, metadata: { ...old.metadata, resourceVersion: String(++this.#version) } });
  }

  #write(type: Written['type'], object: PlainPod): void {
    this.#history.push({ type, object, version: this.#version });
  }

  /** Answers a request that waits for that: a list with what there is, a watch with its opening. */
  #answer(exchange: ScriptedExchange, wire: Wire): void {
    if (this.#cursors.has(exchange)) return;
    if (exchange.query.watch === undefined) {
      const objects = [...this.#objects.values()].sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
      wire.listed(objects, this.#version);
      exchange.json(podList(this.#version, objects));
      return;
    }
    const from = Number(exchange.query.resourceVersion);
    if (from < this.#compacted) {
      exchange.refuse(410, 'Expired');
    } else {
      this.#cursors.set(exchange, from);
      exchange.open();
    }
  }

  /** Sends an open watch what it does not know yet, in one chunk, or in one for each event. */
  #send(exchange: ScriptedExchange, chunks: 'one' | 'many', wire: Wire): void {
    const cursor = this.#cursors.get(exchange);
    if (cursor === undefined) return;
    if (cursor < this.#compacted) {
      exchange.send(errorEvent(410, 'Expired'));
      return;
    }
    const news = this.#history.filter(({ version }) => version > cursor);
    this.#cursors.set(exchange, this.#version);
    for (const written of news) wire.event(written);
    const frames = news.map(({ type, object }) => event(type, object));
    if (chunks === 'one' && frames.length > 0) exchange.send(...frames);
    else for (const frame of frames) exchange.send(frame);
  }

  /** Sends the newest event again. */
  #repeat(exchange: ScriptedExchange, wire: Wire): void {
    const cursor = this.#cursors.get(exchange);
    const last = this.#history.at(-1);
    if (last === undefined || last.type === 'DELETED' || cursor !== last.version) return;
    wire.event(last);
    exchange.send(event('MODIFIED', last.object));
  }

  #bookmark(exchange: ScriptedExchange, wire: Wire): void {
    const cursor = this.#cursors.get(exchange);
    if (cursor !== this.#version) return;
    wire.bookmark(this.#version);
    exchange.send(bookmark(this.#version));
  }
}
