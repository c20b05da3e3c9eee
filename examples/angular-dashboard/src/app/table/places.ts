import { Injectable } from '@angular/core';

/** Where somebody was in a table. */
export interface Place {
  readonly scrollTop: number;
  /** The key of the row that the arrow keys were at. */
  readonly active: string | undefined;
}

/** Where somebody was in each table, by the id of its kind, to be there again after a look at one object. */
@Injectable({ providedIn: 'root' })
export class Places {
  /** Whether somebody has been at the page of one object, so that a table that comes is one that is come back to. */
  hasLeft = false;
  readonly #known = new Map<string, Place>();

  keep(kindId: string, place: Place): void {
    this.#known.set(kindId, place);
  }

  take(kindId: string): Place | undefined {
    const place = this.#known.get(kindId);
    this.#known.delete(kindId);
    return place;
  }
}
