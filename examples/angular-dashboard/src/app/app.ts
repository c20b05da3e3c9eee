import { DecimalPipe } from '@angular/common';
import { ChangeDetectionStrategy, Component, computed, inject, signal, viewChild } from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { NavigationEnd, Router, RouterLink, RouterLinkActive, RouterOutlet } from '@angular/router';
import { filter, map } from 'rxjs';
import { Cluster } from './cluster/cluster';
import { SESSION } from './cluster/connection';
import { LiveCounts } from './cluster/live-counts';
import { SECTIONS } from './kinds';
import { SignInDialog } from './session/sign-in-dialog';
import { Shortcuts } from './ui/shortcuts';
import { Themes } from './ui/theme';
import { isTyping } from './ui/typing';

@Component({
  selector: 'app-root',
  templateUrl: './app.html',
  imports: [DecimalPipe, RouterLink, RouterLinkActive, RouterOutlet, Shortcuts, SignInDialog],
  host: { '(document:keydown)': 'onKey($event)', '[class.menu-open]': 'isMenuOpen()' },
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class App {
  readonly #router = inject(Router);
  protected readonly cluster = inject(Cluster);
  protected readonly counts = inject(LiveCounts).byKind;
  protected readonly themes = inject(Themes);
  protected readonly session = inject(SESSION);
  protected readonly isMenuOpen = signal(false);
  /** The namespace is kept from kind to kind. */
  protected readonly place = toSignal(
    this.#router.events.pipe(
      filter((event) => event instanceof NavigationEnd),
      map(({ urlAfterRedirects }) => {
        this.isMenuOpen.set(false);
        const namespace: unknown = this.#router.parseUrl(urlAfterRedirects).queryParams.namespace;
        return { namespace };
      }),
    ),
    { initialValue: { namespace: undefined } },
  );
  protected readonly sections = computed(() =>
    SECTIONS.map((title) => ({ title, kinds: this.cluster.kinds()?.filter(({ section }) => section === title) ?? [] })),
  );
  private readonly shortcuts = viewChild.required(Shortcuts);

  protected onKey(event: KeyboardEvent): void {
    if (event.key === 'Escape') this.isMenuOpen.set(false);
    if (isTyping(event)) return;
    if (event.key === '?') this.shortcuts().open();
    if (event.key === 't') this.themes.next();
  }
}
