import { ChangeDetectionStrategy, Component, computed, inject, input } from '@angular/core';
import { toObservable, toSignal } from '@angular/core/rxjs-interop';
import { Router } from '@angular/router';
import { injectInformer } from 'rxinformer/angular';
import { BehaviorSubject, concat, of, switchMap } from 'rxjs';
import { Cluster } from '../cluster/cluster';
import type { Row } from '../kinds';
import { filterOf, labelsOf, searchedTexts } from './filter';
import { Grid } from './grid';
import { liveTable } from './live-table';
import { linkTo } from './row';
import { parseSort, printSort, sortKeys, toggleSort } from './sort';

/** A part of the address that may be missing. */
const text = (value: string | undefined) => value ?? '';

/** The table of a kind. What it shows is in the address, so that it can be shared, and gone back to. */
@Component({
  selector: 'app-table-page',
  templateUrl: './table-page.html',
  imports: [Grid],
  host: { class: 'page' },
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
  protected readonly cluster = inject(Cluster);
  protected readonly kind = computed(() => this.cluster.kind(this.id()));
  protected readonly objects = injectInformer(() => this.kind()?.request(this.namespace()));

  protected readonly columns = computed(() => this.kind()?.columns ?? []);
  protected readonly sorts = computed(() => parseSort(this.sort()));
  protected readonly selector = computed(() => labelsOf(this.labels()));

  /** An informer with its kind: never that of one and the columns of another. */
  readonly #source = computed(() => {
    const kind = this.kind();
    const informer = this.objects.informer();
    return kind && informer && { kind, informer };
  });
  readonly #filter$ = toObservable(
    computed(() => {
      const kind = this.kind();
      const statuses = new Set(
        this.status()
          .split(',')
          .filter((status) => status !== ''),
      );
      return kind ? filterOf(kind, this.selector(), statuses) : () => false;
    }),
  );
  readonly #text$ = toObservable(this.search);
  readonly #sort$ = toObservable(computed(() => sortKeys(this.sorts(), this.columns())));
  protected readonly window$ = new BehaviorSubject({ start: 0, end: 50 });

  protected readonly table = toSignal(
    toObservable(this.#source).pipe(
      switchMap((source) => {
        if (source === undefined) return of(undefined);
        const steering = { filter$: this.#filter$, text$: this.#text$, sort$: this.#sort$, window$: this.window$ };
        return concat(of(undefined), liveTable(source.informer.changes$, searchedTexts(source.kind), steering));
      }),
    ),
  );

  protected resort({ title, keepOthers }: { readonly title: string; readonly keepOthers: boolean }): void {
    this.show({ sort: printSort(toggleSort(this.sorts(), title, keepOthers)) });
  }

  protected open(row: Row): void {
    const kind = this.kind();
    if (kind !== undefined) void this.#router.navigate([...linkTo(kind, row)], { queryParamsHandling: 'preserve' });
  }

  /** Changes the address. What is empty is left out of it. */
  protected show(part: Readonly<Record<string, string>>): void {
    const queryParams = Object.fromEntries(Object.entries(part).map(([name, value]) => [name, value || null]));
    void this.#router.navigate([], { queryParams, queryParamsHandling: 'merge', replaceUrl: true });
  }
}
