import { LocationStrategy } from '@angular/common';
import { ChangeDetectionStrategy, Component, computed, ElementRef, effect, inject, input } from '@angular/core';
import type { Column, Kind, Row } from '../kinds';
import { Age } from '../ui/age';
import { flash } from '../ui/flash';
import { nameParts } from './name-parts';

const LABELS_SHOWN = 3;

/** Labels that only controllers read. */
const HASHES: ReadonlySet<string> = new Set([
  'pod-template-hash',
  'controller-revision-hash',
  'pod-template-generation',
]);

/** One row. Angular looks at it again only if its object is another, and then lights up the cells that changed. */
@Component({
  selector: 'app-row',
  templateUrl: './row.html',
  imports: [Age],
  host: { role: 'row', class: 'row', 'data-testid': 'row', '[attr.data-key]': 'key()' },
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class TableRow {
  readonly row = input.required<Row>();
  readonly kind = input.required<Kind>();
  readonly columns = input.required<readonly Column[]>();
  readonly #location = inject(LocationStrategy);
  protected readonly partsOf = nameParts;
  protected readonly key = computed(() => keyOfRow(this.row()));
  protected readonly cells = computed(() => {
    const row = this.row();
    return this.columns().map((column) => ({ column, text: column.text(row) }));
  });
  protected readonly tone = computed(() => this.kind().status?.(this.row()).tone ?? 'off');
  /** For a click with the middle button, and for copying: other clicks are the grid's. */
  protected readonly href = computed(() =>
    this.#location.prepareExternalUrl(`/${linkTo(this.kind(), this.row()).map(encodeURIComponent).join('/')}`),
  );
  protected readonly labels = computed(() =>
    Object.entries(this.row().metadata.labels ?? {})
      .filter(([key]) => !HASHES.has(key))
      .slice(0, LABELS_SHOWN)
      .map(([key, value]) => ({ key, text: value === '' || value === 'true' ? key : value })),
  );

  constructor() {
    const { children }: HTMLElement = inject(ElementRef).nativeElement;
    let shown: readonly { readonly column: Column; readonly text: string }[] = [];
    effect(() => {
      const cells = this.cells();
      for (const [index, { column, text }] of cells.entries()) {
        const before = shown[index];
        const cell = children[index];
        if (before?.column === column && before.text !== text && cell) flash(cell);
      }
      shown = cells;
    });
  }
}

export function keyOfRow({ metadata: { namespace, name } }: Row): string {
  return namespace === undefined ? name : `${namespace}/${name}`;
}

/** For the router: the page of one object. */
export function linkTo({ id }: Kind, { metadata: { namespace, name } }: Row): readonly string[] {
  return namespace === undefined ? [id, name] : [id, namespace, name];
}
