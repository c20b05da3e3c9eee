import { concat, defer, type Observable, of, Subject } from 'rxjs';
import { DeltaFIFO } from '../../../lib/delta/index.js';
import { added, type Change, type Commit, Indexer } from '../../../lib/store/index.js';

/** What the collections of these tests hold. */
export interface Item {
  readonly metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly uid: string;
    readonly resourceVersion: string;
    readonly labels: Readonly<Record<string, string>>;
  };
  readonly n: number;
  /** The key of something else. */
  readonly on?: string | undefined;
}

/** A live collection, in whose place a test acts; late subscribers get the present first, as those of an informer do. */
export class Collection {
  readonly #indexer = new Indexer<Item>();
  readonly #fifo = newFIFO(this.#indexer);
  readonly #commits$ = new Subject<Commit<Item>>();
  readonly #nothing = this.#indexer.snapshot;
  #version = 0;

  readonly commits$: Observable<Commit<Item>> = defer(() => {
    const { snapshot } = this.#indexer;
    if (snapshot === this.#nothing) return this.#commits$;
    const changes = [...snapshot].map(([key, object]) => added(key, object, true));
    const { resourceVersion } = snapshot;
    const present: Commit<Item> = { previous: this.#nothing, snapshot, changes, resourceVersion, cause: 'replace' };
    return concat(of(present), this.#commits$);
  });

  get snapshot() {
    return this.#indexer.snapshot;
  }

  item(name: string, n: number, on?: string, uid = name): Item {
    const resourceVersion = String(++this.#version);
    return {
      metadata: { name, namespace: 'n', uid, resourceVersion, labels: { tier: n < 5 ? 'low' : 'high' } },
      n,
      on,
    };
  }

  /** The first list, or another. */
  list(items: Readonly<Record<string, number>>): void {
    this.#fifo.replace(
      Object.entries(items).map(([name, n]) => this.item(name, n)),
      String(++this.#version),
    );
    this.commit();
  }

  put(name: string, n: number, on?: string): void {
    this.#fifo.update(this.item(name, n, on));
    this.commit();
  }

  delete(name: string): void {
    this.#fifo.delete(this.item(name, 0));
    this.commit();
  }

  resync(): void {
    this.#fifo.resync();
    this.commit();
  }

  /** Only the resourceVersion goes on. */
  bookmark(): void {
    this.#fifo.bookmark(String(++this.#version));
    this.commit();
  }

  /** Several events in one commit. */
  together(act: (fifo: DeltaFIFO<Item>) => void): void {
    act(this.#fifo);
    this.commit();
  }

  complete(): void {
    this.#commits$.complete();
  }

  commit(): void {
    this.#commits$.next(this.#indexer.apply(this.#fifo.drain()));
  }
}

function newFIFO(knownObjects: Indexer<Item>): DeltaFIFO<Item> {
  return new DeltaFIFO<Item>({ knownObjects, emitReplaced: true });
}

/** What a subscriber hears, in short: `add a, update b` for each commit, and how the stream ends. */
export function heardOf<T>(commits$: Observable<Commit<T>>): string[] {
  const heard: string[] = [];
  commits$.subscribe({
    next: ({ changes }) => heard.push(changes.map(inShort).join(', ')),
    error: (error) => heard.push(String(error)),
    complete: () => heard.push('complete'),
  });
  return heard;
}

export function inShort<T>({ type, key, object, previous, finalStateUnknown }: Change<T>): string {
  const name = key.replace(/^n\//, '');
  if (type === 'update' && object === previous) return `move ${name}`;
  return `${type} ${name}${finalStateUnknown ? ' (unknown)' : ''}`;
}

/** The newest commit of a stream, kept up to date. */
export function latest<C>(commits$: Observable<C>): { readonly value: C; readonly all: readonly C[] } {
  const all: C[] = [];
  commits$.subscribe((commit) => all.push(commit));
  return {
    all,
    get value() {
      const last = all.at(-1);
      if (last === undefined) throw new Error('no commit has come');
      return last;
    },
  };
}

/** The names of what is in a snapshot, in its order. */
export const namesOf = (snapshot: { keys(): Iterable<string> }) =>
  [...snapshot.keys()].map((key) => key.replace(/^n\//, '')).join(' ');
