import { Directive, ElementRef, effect, inject, input, untracked } from '@angular/core';

const LOOK: KeyframeAnimationOptions = { duration: 1400, easing: 'ease-out' };

/** Lights an element up for a moment when its text becomes another, unless the user wants no motion. */
@Directive({ selector: '[appFlash]' })
export class Flash {
  readonly appFlash = input.required<string>();
  /** Whether it lights up at first, too. */
  readonly isNew = input(false);

  constructor() {
    const element: HTMLElement = inject(ElementRef).nativeElement;
    let shown: string | undefined;
    effect(() => {
      const text = this.appFlash();
      if (shown === undefined ? untracked(this.isNew) : shown !== text) flash(element);
      shown = text;
    });
  }
}

export function flash(element: Element): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  element.animate([{ backgroundColor: 'var(--flash)' }, { backgroundColor: 'transparent' }], LOOK);
}
