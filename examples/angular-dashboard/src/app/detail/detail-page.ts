import { DatePipe } from '@angular/common';
import {
  ChangeDetectionStrategy,
  Component,
  computed,
  type ElementRef,
  effect,
  inject,
  input,
  linkedSignal,
  viewChild,
} from '@angular/core';
import { Router, RouterLink } from '@angular/router';
import type { Resource } from 'rxinformer';
import { injectInformer } from 'rxinformer/angular';
import { Cluster } from '../cluster/cluster';
import { SESSION } from '../cluster/connection';
import { Banner } from '../status/banner';
import { staleSinceOf } from '../status/freshness';
import { noticeOf } from '../status/notice';
import { Waiting } from '../status/waiting';
import { Places } from '../table/places';
import { Age } from '../ui/age';
import { Clock } from '../ui/clock';
import { injectTitle } from '../ui/title';
import { isTyping } from '../ui/typing';
import { RelatedEvents } from './related-events';
import { podsOf, type Whole } from './whole';
import { YamlView } from './yaml-view';

/** One object, all of it: an informer that watches nothing else. */
@Component({
  selector: 'app-detail-page',
  templateUrl: './detail-page.html',
  imports: [Age, Banner, DatePipe, RelatedEvents, RouterLink, Waiting, YamlView],
  host: { class: 'page', '(document:keydown)': 'onKey($event)' },
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class DetailPage {
  readonly id = input.required<string>({ alias: 'kind' });
  readonly at = input<string>();
  readonly name = input.required<string>();

  readonly #router = inject(Router);
  readonly #clock = inject(Clock);
  readonly #session = inject(SESSION);
  protected readonly cluster = inject(Cluster);
  protected readonly kind = computed(() => this.cluster.kind(this.id()));
  protected readonly objects = injectInformer(() => {
    const resource = this.kind()?.resource as Resource<Whole> | undefined;
    return resource && { resource, namespace: this.at(), fieldSelector: `metadata.name=${this.name()}` };
  });
  readonly #now = computed(() => this.objects.rows()[0]);
  /** The object as it is, or as it was at last. */
  protected readonly object = linkedSignal<{ at: string; now: Whole | undefined }, Whole | undefined>({
    source: () => ({ at: `${this.id()}/${this.at()}/${this.name()}`, now: this.#now() }),
    computation: ({ at, now }, previous) => now ?? (previous?.source.at === at ? previous.value : undefined),
  });
  protected readonly isGone = computed(() => this.objects.ready() && this.#now() === undefined);
  protected readonly status = computed(() => {
    const object = this.object();
    return object && this.kind()?.status?.(object);
  });
  protected readonly labels = computed(() =>
    Object.entries(this.object()?.metadata.labels ?? {}).map(([key, value]) => `${key}=${value}`),
  );
  protected readonly owners = computed(() =>
    (this.object()?.metadata.ownerReferences ?? []).map(({ apiVersion, kind, name }) => {
      const owner = this.cluster.kindOf(apiVersion, kind);
      const at = this.at();
      const link = owner && ['/', owner.id, ...(owner.resource.namespaced && at !== undefined ? [at] : []), name];
      return { kind, name, link };
    }),
  );
  protected readonly pods = computed(() => {
    const object = this.object();
    return object && this.cluster.kind('pods') && podsOf(this.id(), object);
  });
  protected readonly notice = computed(() => {
    const kind = this.kind();
    return kind && noticeOf(this.objects.status(), kind.title, this.#clock.now(), this.#session.isSignedIn);
  });
  protected readonly staleSince = computed(() => staleSinceOf(this.objects.status()));
  private readonly heading = viewChild.required<ElementRef<HTMLElement>>('heading');

  constructor() {
    inject(Places).hasLeft = true;
    injectTitle(() => this.name());
    // Also where a link leads from one object to another, which keeps this component.
    effect(() => {
      this.id();
      this.at();
      this.name();
      this.heading().nativeElement.focus({ preventScroll: true });
    });
  }

  protected onKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || isTyping(event)) return;
    void this.#router.navigate(['/', this.id()], { queryParamsHandling: 'preserve' });
  }
}
