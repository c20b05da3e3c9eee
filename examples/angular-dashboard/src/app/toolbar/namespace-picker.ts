import { ChangeDetectionStrategy, Component, computed, inject, input, output } from '@angular/core';
import { injectInformer } from 'rxinformer/angular';
import { Cluster } from '../cluster/cluster';

/** All namespaces, or one. It shows the namespaces that there are, or only the chosen one where these may not be listed. */
@Component({
  selector: 'app-namespace-picker',
  templateUrl: './namespace-picker.html',
  host: { class: 'select' },
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class NamespacePicker {
  readonly value = input<string>();
  readonly picked = output<string>();

  readonly #cluster = inject(Cluster);
  readonly #namespaces = injectInformer(() => this.#cluster.kind('namespaces')?.request(undefined));
  protected readonly names = computed(() => {
    const names = this.#namespaces.rows().map(({ metadata }) => metadata.name);
    const value = this.value();
    return value === undefined || names.includes(value) ? names : [value, ...names];
  });
}
