import type { Change, Commit } from '../store/index.js';
import { type Heard, Inlet, type Step } from './inlet.js';
import { type About, Present } from './present.js';
import type { Order, Row } from './row.js';
import { deletionsFirst, RowEdits } from './row-edits.js';
import type { SourceRows } from './rows.js';
import { Table } from './table.js';
import { type Extent, isView, originsOf, type ViewCommit } from './view-snapshot.js';

/** What a view makes of each row of its source: a row of the same key, or none. */
export interface Mapping<T, R> {
  /** The order of the view's rows, where the source's is this one: the same for the same. */
  order(source: Order): Order;
  /**
   * The view's row for a row of the source.
   *
   * @param before the one that it has for this key, if what it was made by still holds
   */
  row(source: Row<T>, before: Row<R> | undefined): Row<R> | undefined;
  /** The last state of an object that is gone; absent: the one that the view has. */
  last?(change: Change<T>): R;
  /** A key has left the source. */
  forget?(key: string): void;
  /** It shows all rows of its source, and so the same part of the whole. */
  readonly isWhole?: boolean;
}

/** A view whose rows are those of its source, one by one: some, or all, changed or not, in this order or another. */
export class MappedView<T, R> {
  readonly #mapping: Mapping<T, R>;
  readonly #inlet = new Inlet<T>();
  readonly #present = new Present<R>();
  #table: Table<R> | undefined;
  #source: SourceRows<T> | undefined;
  #about: About | undefined;

  constructor(mapping: Mapping<T, R>) {
    this.#mapping = mapping;
  }

  /** @param keys those for which the mapping is another, whatever the commit says */
  take(commit: Commit<T>, origins = originsOf(commit), keys: Iterable<string> = []): ViewCommit<R> {
    const { resourceVersion, cause } = commit;
    const heard = this.#inlet.take(commit);
    this.#source = heard.source;
    this.#about = { resourceVersion, cause, origins, extent: this.#extent(commit) };
    return this.#table === undefined
      ? this.#begin(heard.source, this.#about)
      : this.#edit(this.#table, heard, this.#about, keys);
  }

  /** The mapping is another: everything is looked at again. Nothing, if there was nothing yet. */
  remap(): ViewCommit<R> | undefined {
    if (this.#table === undefined || this.#source === undefined || this.#about === undefined) return undefined;
    const edits = this.#compare(this.#table, this.#source, false);
    return this.#publish(edits.rows, deletionsFirst(edits.changes), { ...this.#about, cause: 'replace' });
  }

  /** For these keys the mapping is another. */
  remapKeys(keys: Iterable<string>, about: Partial<About>): ViewCommit<R> | undefined {
    if (this.#table === undefined || this.#source === undefined || this.#about === undefined) return undefined;
    const edits = new RowEdits(this.#table);
    this.#remap(this.#source, edits, keys);
    return this.#publish(edits.rows, edits.changes, { ...this.#about, ...about });
  }

  #begin(source: SourceRows<T>, about: About): ViewCommit<R> {
    const rows: Row<R>[] = [];
    for (const row of source) {
      const own = this.#mapping.row(row, undefined);
      if (own !== undefined) rows.push(own);
    }
    this.#table = Table.of(rows, this.#mapping.order(source.order));
    return this.#present.begin(this.#table, about);
  }

  #edit(table: Table<R>, { source, steps }: Heard<T>, about: About, keys: Iterable<string>): ViewCommit<R> {
    if (steps === undefined) {
      const { rows, changes } = this.#compare(table, source, true);
      return this.#publish(rows, deletionsFirst(changes), about);
    }
    const edits = new RowEdits(table);
    for (const step of steps) this.#follow(step, edits);
    this.#remap(source, edits, keys);
    return this.#publish(edits.rows, edits.changes, about);
  }

  #follow({ change, row }: Step<T>, edits: RowEdits<R>): void {
    const { key, type, isInInitialList, finalStateUnknown } = change;
    if (row === undefined) {
      const last = this.#mapping.last?.(change);
      this.#mapping.forget?.(key);
      edits.become(key, undefined, last === undefined ? { finalStateUnknown } : { finalStateUnknown, last });
    } else if (type !== 'sync' || edits.row(key) !== undefined) {
      edits.become(key, this.#mapping.row(row, edits.row(key)), { isInInitialList, isSync: type === 'sync' });
    }
  }

  #remap(source: SourceRows<T>, edits: RowEdits<R>, keys: Iterable<string>): void {
    for (const key of keys) {
      const row = source.row(key);
      if (row !== undefined) edits.become(key, this.#mapping.row(row, undefined));
    }
  }

  /** What leads to the present of the source from whatever the view has. @param isValid the mapping is as it was */
  #compare(table: Table<R>, source: SourceRows<T>, isValid: boolean): RowEdits<R> {
    const edits = new RowEdits(table);
    for (const { key } of table) {
      if (source.row(key) !== undefined) continue;
      this.#mapping.forget?.(key);
      edits.become(key, undefined, { finalStateUnknown: true });
    }
    for (const row of source) {
      const before = isValid ? table.row(row.key) : undefined;
      edits.becomeUnheard(row.key, this.#mapping.row(row, before));
    }
    return edits;
  }

  #publish(rows: ReadonlyMap<string, Row<R> | undefined>, changes: readonly Change<R>[], about: About): ViewCommit<R> {
    const order = this.#mapping.order(this.#source?.order ?? []);
    this.#table = this.#table?.edited(rows, order) ?? Table.of<R>([], order);
    return this.#present.next(this.#table, changes, about);
  }

  #extent({ snapshot }: Commit<T>): Extent | undefined {
    return this.#mapping.isWhole === true && isView(snapshot) ? snapshot : undefined;
  }
}
