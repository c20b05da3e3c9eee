import { DecimalPipe } from '@angular/common';
import {
  ChangeDetectionStrategy,
  Component,
  computed,
  inject,
  input,
  signal,
  untracked,
  viewChild,
} from '@angular/core';
import { Router } from '@angular/router';
import { orderBy, search, slice, type ViewSnapshot, where } from 'rxinformer';
import { injectInformer, injectView } from 'rxinformer/angular';
import { tap } from 'rxjs';
import { Cluster } from '../cluster/cluster';
import { SESSION } from '../cluster/connection';
import type { Row } from '../kinds';
import { Overview } from '../overview/overview';
import { Banner } from '../status/banner';
import { noticeOf } from '../status/notice';
import { Waiting } from '../status/waiting';
import { NamespacePicker } from '../toolbar/namespace-picker';
import { TextBox } from '../toolbar/text-box';
import { Clock } from '../ui/clock';
import { NARROW } from '../ui/narrow';
import { injectTitle } from '../ui/title';
import { isForTable, isTyping } from '../ui/typing';
import { filterOf, labelsOf, searchedTexts } from './filter';
import { Grid } from './grid';
import { linkTo } from './row';
import { printSort, sortKeys, sortsOf, toggleSort } from './sort';

/** A part of the address that may be missing. */
const text = (value: string | undefined) => value ?? '';

/** The table of a kind. What it shows is in the address, so that it can be shared, and gone back to. */
@Component({
  selector: 'app-table-page',
  templateUrl: './table-page.html',
  imports: [Banner, DecimalPipe, Grid, NamespacePicker, Overview, TextBox, Waiting],
  host: { class: 'page', '(document:keydown)': 'onKey($event)' },
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class TablePage {
  readonly id = input.required<string>({ alias: 'kind' });
  readonly namespace = input<string>();
  readonly search = input('', { transform: text });
  readonly labels = input('', { transform: text });
  readonly status = input('', { transform: text });
  readonly sort = input('', { transform: text });

  readonly #router = inject(Router);
  readonly #clock = inject(Clock);
  readonly #session = inject(SESSION);
  readonly #isNarrow = inject(NARROW);
  protected readonly cluster = inject(Cluster);
  protected readonly kind = computed(() => this.cluster.kind(this.id()));
  protected readonly objects = injectInformer(() => this.kind()?.request(this.namespace()));
  protected readonly size = computed(() => this.objects.snapshot().size);
  protected readonly notice = computed(() => {
    const kind = this.kind();
    return kind && noticeOf(this.objects.status(), kind.title, this.#clock.now(), this.#session.isSignedIn);
  });

  protected readonly columns = computed(() => {
    const columns = this.kind()?.columns ?? [];
    return this.#isNarrow() ? columns.filter(({ narrowWidth }) => narrowWidth !== undefined) : columns;
  });
  protected readonly tracks = computed(() =>
    this.columns()
      .map(({ width, narrowWidth }) => (this.#isNarrow() ? narrowWidth : width))
      .join(' '),
  );
  protected readonly sorts = computed(() => sortsOf(this.sort(), this.kind()));
  protected readonly selector = computed(() => labelsOf(this.labels()));
  protected readonly statuses = computed(() => new Set(this.status().split(',').filter(Boolean)));
  protected readonly isFiltered = computed(() => this.search() + this.labels() + this.status() !== '');

  protected readonly window = signal({ start: 0, end: 50 });
  #order: ViewSnapshot<Row> | undefined;
  /** All rows in the order of the table, also those outside of the window: to know where one is. */
  protected readonly order = () => this.#order;
  protected readonly table = injectView(this.objects, (commits$, live) => {
    const kind = untracked(this.kind);
    return commits$.pipe(
      where(live(() => filterOf(kind, this.selector(), this.statuses()))),
      search(live(this.search), searchedTexts(kind)),
      orderBy(live(() => sortKeys(this.sorts(), kind))),
      tap(({ snapshot }) => {
        this.#order = snapshot;
      }),
      slice(live(this.window)),
    );
  });

  protected readonly grid = viewChild(Grid);
  private readonly searchBox = viewChild<TextBox>('searchBox');
  private readonly labelBox = viewChild<TextBox>('labelBox');

  constructor() {
    injectTitle(() => this.kind()?.title ?? this.id());
  }

  protected onKey(event: KeyboardEvent): void {
    if (event.key === 'Escape') this.grid()?.focus();
    if (isForTable(event)) this.grid()?.onKey(event);
    const box = event.key === '/' ? this.searchBox() : event.key === 'l' ? this.labelBox() : undefined;
    if (box === undefined || isTyping(event)) return;
    event.preventDefault();
    box.focus();
  }

  protected resort({ title, keepOthers }: { readonly title: string; readonly keepOthers: boolean }): void {
    this.show({ sort: printSort(toggleSort(this.sorts(), title, keepOthers)) });
  }

  protected toggleStatus(status: string): void {
    const others = [...this.statuses()].filter((each) => each !== status);
    this.show({ status: (this.statuses().has(status) ? others : [...others, status]).join(',') });
  }

  protected clearFilters(): void {
    this.show({ search: '', labels: '', status: '' });
  }

  protected open(row: Row): void {
    const kind = this.kind();
    if (kind !== undefined)
      void this.#router.navigate(['/', ...linkTo(kind, row)], { queryParamsHandling: 'preserve' });
  }

  /** Changes the address. What is empty is left out of it. */
  protected show(part: Readonly<Record<string, string>>): void {
    const queryParams = Object.fromEntries(Object.entries(part).map(([name, value]) => [name, value || null]));
    void this.#router.navigate([], { queryParams, queryParamsHandling: 'merge', replaceUrl: true });
  }
}
