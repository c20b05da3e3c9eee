import { added, type Change, type Commit } from '../store/index.js';
import { KEY_ORDER } from './order.js';
import type { Rows } from './rows.js';
import type { Step } from './step.js';
import { Table } from './table.js';
import { StepCommit } from './view-commit.js';
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
  #snapshot = new RowsSnapshot<T>(Table.of<T>([], KEY_ORDER), '', []);

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

  next(rows: Rows<T>, steps: readonly Step<T>[], about: About): ViewCommit<T> {
    const previous = this.#snapshot;
    return new StepCommit(previous, this.#show(rows, about), steps, about.cause);
  }

  #show(rows: Rows<T>, { resourceVersion, origins, extent }: About): RowsSnapshot<T> {
    this.#snapshot = new RowsSnapshot(rows, resourceVersion, origins, extent);
    return this.#snapshot;
  }
}
