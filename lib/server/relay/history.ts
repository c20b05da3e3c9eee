import { compareResourceVersions } from '../../kubernetes/index.js';
import { deleted } from '../../store/index.js';
import { EventLog } from '../store/event-log.js';
import { withMetadata } from '../store/versions.js';
import type { ObjectChange } from './relayed-object.js';

/** One change, as far back as it is remembered. */
export interface Entry {
  readonly change: ObjectChange;
  /** What a reader who was told it knows, and resumes from: the resourceVersion of its object. */
  readonly version: string;
  /**
   * An end that was only concluded, from a list: nobody knows at which version it came. It has that of what was told before it, and comes after it.
   */
  readonly isConcluded: boolean;
  /** Bytes of the object, as JSON. */
  readonly size: number;
  /** The bytes of its events, by what they look like, until everybody has been told. */
  readonly frames: Map<string, Uint8Array>;
}

/** Where somebody resumes: a position, or what is wrong with the version. */
export type Resumption = number | 'expired' | 'future';

/** The newest changes of a collection: what resumed and slow watches need, limited in bytes. */
export class History {
  readonly #log = new EventLog<Entry>();
  readonly #limit: number;
  #bytes = 0;
  /** The version that was known before the oldest entry, and whether it is enough to know it. */
  #oldest: Pick<Entry, 'version' | 'isConcluded'>;

  /**
   * @param limit bytes
   * @param version where it begins
   */
  constructor(limit: number, version: string) {
    this.#limit = limit;
    this.#oldest = { version, isConcluded: false };
  }

  get end(): number {
    return this.#log.end;
  }

  get oldest(): string {
    return this.#oldest.version;
  }

  at(position: number): Entry | undefined {
    return this.#log.at(position);
  }

  push(entry: Entry): void {
    this.#log.push(entry);
    this.#bytes += entry.size;
  }

  /** Forgets the oldest entries until the rest keeps to the limit. */
  trim(forget: (entry: Entry, position: number) => void): void {
    while (this.#bytes > this.#limit) {
      const position = this.#log.first;
      const entry = this.#log.at(position);
      if (entry === undefined) return;
      forget(entry, position);
      this.#log.dropFirst();
      this.#bytes -= entry.size;
      this.#oldest = entry;
    }
  }

  /**
   * Where a reader goes on that knows everything up to a version.
   *
   * @param current the version of now
   */
  resume(version: string, current: string): Resumption {
    if (version === current && !this.#endsConcluded(version)) return this.end;
    const toCurrent = compareResourceVersions(version, current);
    if (toCurrent === 1) return 'future';
    const toOldest = compareResourceVersions(version, this.#oldest.version);
    if (toCurrent === undefined || toOldest === undefined) return this.#resumeByName(version);
    if (toOldest === -1 || (toOldest === 0 && this.#oldest.isConcluded)) return 'expired';
    return this.#log.positionWhere((entry) => {
      const order = compareResourceVersions(entry.version, version);
      return order === 1 || (order === 0 && entry.isConcluded);
    });
  }

  #endsConcluded(version: string): boolean {
    const last = this.#log.at(this.#log.end - 1);
    return last?.version === version && last.isConcluded;
  }

  /** Versions that are no numbers only equal themselves. */
  #resumeByName(version: string): Resumption {
    let ends: number | undefined;
    for (let position = this.#log.end - 1; position >= this.#log.first; position--) {
      const entry = this.#log.at(position);
      if (entry?.version !== version) continue;
      if (!entry.isConcluded) return position + 1;
      ends = position;
    }
    return ends ?? (version === this.#oldest.version && !this.#oldest.isConcluded ? this.#log.first : 'expired');
  }
}

/** A deletion that a list let conclude, as a watch can tell it: at the version that is known to come before it. */
export function concluded(change: ObjectChange, version: string): ObjectChange {
  const { key, object, previous = object } = change;
  return deleted(key, withMetadata(object, { resourceVersion: version }), previous, true);
}
