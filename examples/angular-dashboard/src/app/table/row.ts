import { ChangeDetectionStrategy, Component, computed, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import type { Column, Kind, Row } from '../kinds';
import { Age } from '../ui/age';
import { Flash } from '../ui/flash';
import { StatusMark } from '../ui/status-mark';

const LABELS_SHOWN = 3;

/** Labels that only controllers read. */
const HASHES: ReadonlySet<string> = new Set([
  'pod-template-hash',
  'controller-revision-hash',
  'pod-template-generation',
]);

/** One row. Angular looks at it again only if its object, or its place, is another. */
@Component({
  selector: 'app-row',
  templateUrl: './row.html',
  imports: [Age, Flash, RouterLink, StatusMark],
  host: { role: 'row', class: 'row', 'data-testid': 'row', '[attr.data-key]': 'key()' },
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class TableRow {
  readonly row = input.required<Row>();
  readonly kind = input.required<Kind>();
  readonly columns = input.required<readonly Column[]>();
  protected readonly key = computed(() => keyOfRow(this.row()));
  protected readonly cells = computed(() => {
    const row = this.row();
    return this.columns().map((column) => ({ column, text: column.text(row) }));
  });
  protected readonly tone = computed(() => this.kind().status?.(this.row()).tone ?? 'off');
  protected readonly link = computed(() => linkTo(this.kind(), this.row()));
  protected readonly labels = computed(() =>
    Object.entries(this.row().metadata.labels ?? {})
      .filter(([key]) => !HASHES.has(key))
      .slice(0, LABELS_SHOWN)
      .map(([key, value]) => ({ selector: `${key}=${value}`, text: value === '' ? key : value })),
  );
}

export function keyOfRow({ metadata: { namespace, name } }: Row): string {
  return namespace === undefined ? name : `${namespace}/${name}`;
}

/** For the router: the page of one object. */
export function linkTo({ id }: Kind, { metadata: { namespace, name } }: Row): readonly string[] {
  return namespace === undefined ? ['/', id, name] : ['/', id, namespace, name];
}
