import { DatePipe } from '@angular/common';
import { ChangeDetectionStrategy, Component, computed, input, linkedSignal, signal } from '@angular/core';
import { Flash } from '../ui/flash';
import { type Line, yamlLines } from './yaml-lines';

interface Shown {
  readonly lines: readonly Line[];
  readonly paths: ReadonlySet<string>;
  /** Those that have come since. */
  readonly fresh: ReadonlySet<string>;
}

/** An object as YAML that stays true: what becomes another value, and what is new, lights up. */
@Component({
  selector: 'app-yaml-view',
  templateUrl: './yaml-view.html',
  imports: [DatePipe, Flash],
  host: { class: 'yaml' },
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class YamlView {
  readonly object = input.required<object>();
  /** Since when it may be behind; undefined while it is live. */
  readonly staleSince = input<number>();
  readonly isGone = input(false);

  protected readonly shown = linkedSignal<object, Shown>({
    source: this.object,
    computation: (object, previous) => {
      const lines = yamlLines(object);
      const paths = new Set(lines.map(({ path }) => path));
      const known = previous?.value.paths;
      const fresh = known === undefined ? [] : [...paths].filter((path) => !known.has(path));
      return { lines, paths, fresh: new Set(fresh) };
    },
  });
  protected readonly copied = signal(false);
  readonly #text = computed(() =>
    this.shown()
      .lines.map(({ lead, key, value }) => `${lead}${key}${value}\n`)
      .join(''),
  );

  protected async copy(): Promise<void> {
    await navigator.clipboard.writeText(this.#text());
    this.copied.set(true);
    setTimeout(() => this.copied.set(false), 2000);
  }
}
