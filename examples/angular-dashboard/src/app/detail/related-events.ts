import { ChangeDetectionStrategy, Component, inject, input } from '@angular/core';
import { core, orderBy } from 'rxinformer';
import { injectInformer, injectView } from 'rxinformer/angular';
import { Cluster } from '../cluster/cluster';
import { Age } from '../ui/age';

/** What the cluster has to say about one object, the newest first. */
@Component({
  selector: 'app-related-events',
  templateUrl: './related-events.html',
  imports: [Age],
  host: { class: 'card', 'data-testid': 'events' },
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class RelatedEvents {
  readonly uid = input.required<string>();
  readonly namespace = input<string>();

  readonly #cluster = inject(Cluster);
  protected readonly events = injectInformer(() =>
    this.#cluster.kind('events') === undefined
      ? undefined
      : {
          resource: core.events,
          namespace: this.namespace(),
          fieldSelector: `involvedObject.uid=${this.uid()}`,
          fields: [
            'metadata.creationTimestamp',
            'type',
            'reason',
            'message',
            'count',
            'lastTimestamp',
            'eventTime',
            'series.count',
            'series.lastObservedTime',
          ],
        },
  );
  protected readonly newest = injectView(this.events, (commits$) =>
    commits$.pipe(orderBy((event) => -Date.parse(this.seen(event)))),
  );

  protected seen(event: {
    readonly metadata: { readonly creationTimestamp: string };
    readonly series?: { readonly lastObservedTime?: string };
    readonly lastTimestamp?: string;
    readonly eventTime?: string;
  }): string {
    return event.series?.lastObservedTime ?? event.lastTimestamp ?? event.eventTime ?? event.metadata.creationTimestamp;
  }
}
