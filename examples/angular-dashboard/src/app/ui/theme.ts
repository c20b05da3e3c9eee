import { effect, Injectable, signal } from '@angular/core';

export type Theme = 'system' | 'light' | 'dark';

const THEMES: readonly Theme[] = ['system', 'light', 'dark'];
const STORED = 'rxinformer.theme';

/** Light, dark, or as the system has it, kept for the next visit. */
@Injectable({ providedIn: 'root' })
export class Themes {
  readonly theme = signal<Theme>(stored());

  constructor() {
    effect(() => {
      const theme = this.theme();
      localStorage.setItem(STORED, theme);
      if (theme === 'system') delete document.documentElement.dataset.theme;
      else document.documentElement.dataset.theme = theme;
    });
  }

  next(): void {
    this.theme.update((theme) => THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system');
  }
}

function stored(): Theme {
  const text = localStorage.getItem(STORED);
  return THEMES.find((theme) => theme === text) ?? 'system';
}
