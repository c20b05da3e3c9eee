import type { Change, Commit } from '../store/index.js';
import { type Heard, Inlet } from './inlet.js';
import { KEY_ORDER, type Order } from './order.js';
import { type About, Present } from './present.js';
import type { Row } from './row.js';
import { deletionsFirst, RowEdits, UNSEEN } from './row-edits.js';
import type { SourceRows } from './rows.js';
import type { Step } from './step.js';
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
  /** A change of the source as it is; absent: the view's objects are others than the source's. */
  own?(change: Change<T>): Change<R>;
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
    return this.#publish(deletionsFirst(edits.steps), { ...this.#about, cause: 'replace' });
  }

  /** For these keys the mapping is another. */
  remapKeys(keys: Iterable<string>, about: Partial<About>): ViewCommit<R> | undefined {
    if (this.#table === undefined || this.#source === undefined || this.#about === undefined) return undefined;
    const edits = new RowEdits(this.#table);
    this.#remap(this.#source, edits, keys);
    return this.#publish(edits.steps, { ...this.#about, ...about });
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
    if (steps === undefined) return this.#publish(deletionsFirst(this.#compare(table, source, true).steps), about);
    const edits = new RowEdits(table);
    for (const step of steps) this.#follow(step, edits);
    this.#remap(source, edits, keys);
    return this.#publish(edits.steps, about);
  }

  #follow({ change, after }: Step<T>, edits: RowEdits<R>): void {
    const { key, type } = change;
    const before = edits.row(key);
    if (after === undefined) {
      this.#mapping.forget?.(key);
      edits.become(key, before, undefined, change, this.#mapping.own?.(change));
    } else if (type !== 'sync' || before !== undefined) {
      edits.become(key, before, this.#mapping.row(after, before), change, this.#mapping.own?.(change));
    }
  }

  #remap(source: SourceRows<T>, edits: RowEdits<R>, keys: Iterable<string>): void {
    for (const key of keys) {
      const row = source.row(key);
      if (row !== undefined) edits.become(key, edits.row(key), this.#mapping.row(row, undefined));
    }
  }

  /** What leads to the present of the source from whatever the view has. @param isValid the mapping is as it was */
  #compare(table: Table<R>, source: SourceRows<T>, isValid: boolean): RowEdits<R> {
    const edits = new RowEdits(table);
    for (const row of table) {
      if (source.row(row.key) !== undefined) continue;
      this.#mapping.forget?.(row.key);
      edits.become(row.key, row, undefined, UNSEEN);
    }
    for (const row of source) {
      const before = isValid ? table.row(row.key) : undefined;
      edits.becomeUnheard(row.key, this.#mapping.row(row, before));
    }
    return edits;
  }

  #publish(steps: readonly Step<R>[], about: About): ViewCommit<R> {
    const order = this.#mapping.order(this.#source?.order ?? KEY_ORDER);
    this.#table = this.#table?.edited(steps, order) ?? Table.of<R>([], order);
    return this.#present.next(this.#table, steps, about);
  }

  #extent({ snapshot }: Commit<T>): Extent | undefined {
    return this.#mapping.isWhole === true && isView(snapshot) ? snapshot : undefined;
  }
}
