import type { Transport } from '../../../lib/transport/index.js';
import { ask, WatchReader } from '../support/ask.js';

interface Metadata {
  readonly name: string;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

/**
 * A client that lists and watches, as simple as can be: it believes what it is told, and notes whatever is no story (L3), goes back (L17), or is
 * not what it asked for.
 */
export class Believer {
  /** What it believes there is: the version of each object, by name. */
  readonly belief = new Map<string, Metadata>();
  readonly lies: string[] = [];
  lists = 0;
  #reader: WatchReader | undefined;
  #read = 0;
  #cursor = '';
  /** Whether it resumed: the end of what it knows to be gone may be told once more. */
  #resumed = false;
  #paused = false;
  /** Whether the objects come that were there when it began. */
  #initial = false;
  #breaksAfter = Number.POSITIVE_INFINITY;

  /** @param tier selects by this label; undefined: everything */
  constructor(
    private readonly transport: Transport,
    private readonly path: string,
    private readonly tier: string | undefined,
    private readonly streams: boolean,
  ) {}

  get #query(): string {
    return this.tier === undefined ? '' : `&labelSelector=tier%3D${this.tier}`;
  }

  async begin(): Promise<void> {
    this.stop();
    this.#resumed = false;
    this.#initial = this.streams;
    if (this.streams) {
      this.belief.clear();
      this.lists += 1;
      this.#open('&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&resourceVersion=0');
      return;
    }
    const { status, json } = await ask(this.transport, `${this.path}?${this.#query}`);
    if (status !== 200) return;
    this.lists += 1;
    this.belief.clear();
    const { items, metadata }: { items: { metadata: Metadata }[]; metadata: Metadata } = Object(json);
    for (const { metadata: of } of items) this.belief.set(of.name, of);
    this.#cursor = metadata.resourceVersion;
    this.#open(`&resourceVersion=${this.#cursor}`);
  }

  /** Takes note of what came, and begins anew where that is asked for. */
  async look(): Promise<void> {
    const reader = this.#reader;
    if (reader === undefined) return this.begin();
    const end = Math.min(reader.frames.length, this.#read + this.#breaksAfter);
    for (; this.#read < end; this.#read++) {
      const { type, object } = reader.frames[this.#read] ?? { type: '', object: {} };
      if (type === 'ERROR') return this.begin();
      this.#hear(type, Object(object.metadata));
    }
    if (end < reader.frames.length) {
      this.#breaksAfter = Number.POSITIVE_INFINITY;
      return this.resumeWatch();
    }
    if (reader.ended || reader.error !== undefined) this.resumeWatch();
  }

  /** Once more comes at a time than so many events, it breaks off after those, and goes on from there. */
  breakAfter(events: number): void {
    this.#breaksAfter = events;
  }

  /** Breaks off, and goes on from what it was told last. */
  resumeWatch(): void {
    this.stop();
    if (this.#initial) return;
    this.#resumed = true;
    this.#open(`&resourceVersion=${this.#cursor}`);
  }

  pause(): void {
    this.#paused = true;
    this.#reader?.pause();
  }

  read(): void {
    this.#paused = false;
    this.#reader?.resume();
  }

  stop(): void {
    this.#reader?.stop();
    this.#reader = undefined;
  }

  #open(query: string): void {
    this.#read = 0;
    this.#reader = new WatchReader(this.transport, `${this.path}?watch=1&allowWatchBookmarks=1${this.#query}${query}`);
    if (this.#paused) this.#reader.pause();
  }

  #hear(type: string, metadata: Metadata): void {
    const { name, resourceVersion, labels } = metadata;
    const known = this.belief.get(name);
    const event = `${type} ${name}@${resourceVersion}`;
    if (this.#initial) this.#initial = metadata.annotations?.['k8s.io/initial-events-end'] === undefined;
    else if (Number(resourceVersion) < Number(this.#cursor)) this.#lie(event, `after ${this.#cursor}`);
    if (!this.#initial) this.#cursor = resourceVersion;
    switch (type) {
      case 'ADDED':
        if (known !== undefined) this.#lie(event, 'is known');
        break;
      case 'MODIFIED':
        if (known === undefined) this.#lie(event, 'is not known');
        else if (known.uid !== metadata.uid) this.#lie(event, 'is another life');
        break;
      case 'DELETED':
        if (known === undefined && !this.#resumed) this.#lie(event, 'is not known');
        this.belief.delete(name);
        return;
      case 'BOOKMARK':
        return;
    }
    if (this.tier !== undefined && labels?.tier !== this.tier) this.#lie(event, 'was not asked for');
    this.belief.set(name, metadata);
  }

  #lie(event: string, why: string): void {
    this.lies.push(`${event} ${why}`);
  }
}
