import {
  afterNextRender,
  ChangeDetectionStrategy,
  Component,
  computed,
  DestroyRef,
  type ElementRef,
  inject,
  input,
  output,
  signal,
  viewChild,
} from '@angular/core';
import type { ViewSnapshot } from 'rxinformer';
import type { ViewSignals } from 'rxinformer/angular';
import type { Column, Kind, Row } from '../kinds';
import { nextPosition } from './next-position';
import { Places } from './places';
import { keyOfRow, TableRow } from './row';
import type { Sort } from './sort';

/** In pixels; the style sheet has the same. */
const ROW_HEIGHT = 34;

/** Rows that are there above and below what is seen, for a scroll that is faster than a frame. */
const AROUND = 8;

/** A table that has elements only for the rows that are seen, and is walked through with the arrow keys. */
@Component({
  selector: 'app-grid',
  templateUrl: './grid.html',
  imports: [TableRow],
  host: { class: 'grid-host' },
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class Grid {
  readonly kind = input.required<Kind>();
  readonly columns = input.required<readonly Column[]>();
  /** The tracks of these columns in the CSS grid. */
  readonly tracks = input.required<string>();
  readonly table = input.required<ViewSignals<Row>>();
  /** All rows in the order of the table now, also those outside of its window. */
  readonly order = input.required<() => ViewSnapshot<Row> | undefined>();
  readonly sort = input.required<readonly Sort[]>();
  readonly windowChange = output<{ readonly start: number; readonly end: number }>();
  readonly sorted = output<{ readonly title: string; readonly keepOthers: boolean }>();
  readonly opened = output<Row>();

  /** The key of the row that the arrow keys are at: it stays at its object, wherever that moves. */
  protected readonly active = signal<string | undefined>(undefined);
  protected readonly activeId = computed(() => {
    const key = this.active();
    return key !== undefined && this.table().snapshot().has(key) ? idOf(key) : null;
  });
  protected readonly height = ROW_HEIGHT;
  protected readonly keyOf = keyOfRow;
  protected readonly idOf = idOf;

  private readonly viewport = viewChild.required<ElementRef<HTMLElement>>('viewport');
  readonly #places = inject(Places);

  constructor() {
    const destroyed = inject(DestroyRef);
    afterNextRender(() => {
      const observer = new ResizeObserver(() => this.look());
      observer.observe(this.viewport().nativeElement);
      destroyed.onDestroy(() => observer.disconnect());
      this.#return();
    });
  }

  focus(): void {
    this.viewport().nativeElement.focus({ preventScroll: true });
  }

  /** From a box above: to the row that it was at, or to the first. */
  enter(): void {
    this.focus();
    if (this.activeId() === null) this.#goTo(0);
  }

  /** Tells which rows are to be seen. */
  protected look(): void {
    const { scrollTop, clientHeight } = this.viewport().nativeElement;
    const first = Math.floor(scrollTop / ROW_HEIGHT);
    const count = Math.ceil(clientHeight / ROW_HEIGHT);
    this.windowChange.emit({ start: Math.max(0, first - AROUND), end: first + count + AROUND });
  }

  protected directionOf({ title }: Column): 'ascending' | 'descending' | 'none' {
    const sort = this.sort().find((sort) => sort.title === title);
    if (sort === undefined) return 'none';
    return sort.isDescending ? 'descending' : 'ascending';
  }

  /** The place of a column among several that the table is sorted by. */
  protected rankOf({ title }: Column): number | undefined {
    const rank = this.sort().findIndex((sort) => sort.title === title);
    return rank < 0 || this.sort().length < 2 ? undefined : rank + 1;
  }

  /** A key that nothing else waits for, wherever the focus is. */
  onKey(event: KeyboardEvent): void {
    const order = this.order()();
    if (order === undefined) return;
    const key = this.active();
    const at = key === undefined ? -1 : order.indexOf(key);
    const chosen = at < 0 ? undefined : order.at(at);
    if (event.key === 'Enter' && chosen !== undefined) {
      event.preventDefault();
      this.#open(chosen);
      return;
    }
    const next = nextPosition(event.key, at, order.total - 1, this.#page());
    if (next === undefined) return;
    event.preventDefault();
    this.focus();
    this.#goTo(next);
  }

  /** A link that is to open elsewhere is left to the browser, and text that was selected is no click. */
  protected onClick(event: MouseEvent, row: Row): void {
    this.active.set(keyOfRow(row));
    if (event.ctrlKey || event.metaKey || event.shiftKey || getSelection()?.isCollapsed === false) return;
    event.preventDefault();
    this.#open(row);
  }

  #open(row: Row): void {
    const { scrollTop } = this.viewport().nativeElement;
    this.#places.keep(this.kind().id, { scrollTop, active: this.active() });
    this.opened.emit(row);
  }

  /** Goes to where somebody was before a look at one object. */
  #return(): void {
    const place = this.#places.take(this.kind().id);
    const isFree = document.activeElement === null || document.activeElement === document.body;
    if (place !== undefined || (this.#places.hasLeft && isFree)) this.focus();
    if (place === undefined) return;
    this.viewport().nativeElement.scrollTop = place.scrollTop;
    this.active.set(place.active);
  }

  #page(): number {
    return Math.max(1, Math.floor(this.viewport().nativeElement.clientHeight / ROW_HEIGHT) - 2);
  }

  #goTo(position: number): void {
    const row = this.order()()?.at(position);
    if (row === undefined) return;
    this.active.set(keyOfRow(row));
    const viewport = this.viewport().nativeElement;
    const top = position * ROW_HEIGHT;
    // The head lies over the first row of what is seen.
    const lowest = viewport.scrollTop + viewport.clientHeight - 2 * ROW_HEIGHT;
    if (top < viewport.scrollTop) viewport.scrollTop = top;
    else if (top > lowest) viewport.scrollTop += top - lowest;
  }
}

function idOf(key: string): string {
  return `row-${key.replace('/', '-')}`;
}
