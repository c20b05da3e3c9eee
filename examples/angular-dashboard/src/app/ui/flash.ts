import { Directive, ElementRef, effect, inject, input } from '@angular/core';

const LOOK: KeyframeAnimationOptions = { duration: 1200, easing: 'ease-out' };

/** Lights an element up for a moment when its text becomes another, unless the user wants no motion. */
@Directive({ selector: '[appFlash]' })
export class Flash {
  readonly appFlash = input.required<string>();

  constructor() {
    const element: HTMLElement = inject(ElementRef).nativeElement;
    let shown: string | undefined;
    effect(() => {
      const text = this.appFlash();
      if (shown !== undefined && shown !== text && !matchMedia('(prefers-reduced-motion: reduce)').matches)
        element.animate([{ backgroundColor: 'var(--flash)' }, { backgroundColor: 'transparent' }], LOOK);
      shown = text;
    });
  }
}
