import {
  ChangeDetectionStrategy,
  Component,
  DestroyRef,
  type ElementRef,
  effect,
  inject,
  input,
  output,
  viewChild,
} from '@angular/core';
import { takeUntilDestroyed } from '@angular/core/rxjs-interop';
import { debounceTime, Subject } from 'rxjs';

const TYPING_MS = 120;

/** A text that is typed, and told when the typing pauses. What comes from elsewhere never changes it under the user's hands. */
@Component({
  selector: 'app-text-box',
  templateUrl: './text-box.html',
  host: { class: 'text-box' },
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class TextBox {
  readonly label = input.required<string>();
  readonly value = input.required<string>();
  readonly icon = input.required<'search' | 'label'>();
  readonly hint = input('');
  readonly problem = input<string>();
  readonly testId = input.required<string>();
  readonly typed = output<string>();
  /** Somebody wants to go on to what was searched for. */
  readonly done = output();

  private readonly field = viewChild.required<ElementRef<HTMLInputElement>>('field');
  protected readonly typing$ = new Subject<string>();

  constructor() {
    this.typing$
      .pipe(debounceTime(TYPING_MS), takeUntilDestroyed(inject(DestroyRef)))
      .subscribe((text) => this.typed.emit(text.trim()));
    effect(() => {
      const value = this.value();
      const { nativeElement: field } = this.field();
      if (document.activeElement !== field) field.value = value;
    });
  }

  focus(): void {
    this.field().nativeElement.select();
  }

  /** Not while an input method is choosing among words. */
  protected finish(event: Event, field: HTMLInputElement): void {
    if (event instanceof KeyboardEvent && event.isComposing) return;
    event.preventDefault();
    this.typed.emit(field.value.trim());
    this.done.emit();
  }

  /** Empties the box; one that is empty is left. */
  protected escape(event: Event, field: HTMLInputElement): void {
    if (field.value === '') return;
    event.stopPropagation();
    field.value = '';
    this.typed.emit('');
  }
}
