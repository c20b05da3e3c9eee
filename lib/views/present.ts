import { added, type Change, type Commit } from '../store/index.js';
import { KEY_ORDER } from './row.js';
import type { Rows } from './rows.js';
import { Table } from './table.js';
import { type Extent, type Origin, RowsSnapshot, type ViewCommit } from './view-snapshot.js';

/** What a commit of a view says beside its rows and changes. */
export interface About {
  readonly resourceVersion: string;
  readonly cause: Commit<unknown>['cause'];
  /** What it was made of, see `originsOf`. */
  readonly origins: readonly Origin[];
  readonly extent?: Extent | undefined;
}

/** Makes the commits of one view, each of which goes on from the one before. */
export class Present<T> {
  #rows: Rows<T> = Table.of<T>([], KEY_ORDER);
  #snapshot = new RowsSnapshot<T>(this.#rows, '', []);

  /** The first commit: from nothing to what there is. Its adds are made when somebody asks for them. */
  begin(rows: Rows<T>, about: About): ViewCommit<T> {
    const previous = this.#snapshot;
    const snapshot = this.#show(rows, about);
    let changes: readonly Change<T>[] | undefined;
    return Object.freeze({
      previous,
      snapshot,
      get changes() {
        changes ??= Object.freeze(Array.from(snapshot, ([key, object]) => added(key, object, true)));
        return changes;
      },
      resourceVersion: about.resourceVersion,
      cause: 'replace',
    });
  }

  next(rows: Rows<T>, changes: readonly Change<T>[], about: About): ViewCommit<T> {
    const { resourceVersion, cause } = about;
    const previous = this.#snapshot;
    const snapshot = this.#show(rows, about);
    return Object.freeze({ previous, snapshot, changes: Object.freeze(changes), resourceVersion, cause });
  }

  #show(rows: Rows<T>, { resourceVersion, origins, extent }: About): RowsSnapshot<T> {
    this.#rows = rows;
    this.#snapshot = new RowsSnapshot(rows, resourceVersion, origins, extent);
    return this.#snapshot;
  }
}
