import { effect, inject } from '@angular/core';
import { Title } from '@angular/platform-browser';

/** Names the page, for tabs, bookmarks and the history. */
export function injectTitle(title: () => string): void {
  const page = inject(Title);
  effect(() => page.setTitle(`${title()} · rxinformer`));
}
