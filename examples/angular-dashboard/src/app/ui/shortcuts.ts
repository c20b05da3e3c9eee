import { ChangeDetectionStrategy, Component, type ElementRef, viewChild } from '@angular/core';

/** What the keys do. */
@Component({
  selector: 'app-shortcuts',
  templateUrl: './shortcuts.html',
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class Shortcuts {
  private readonly dialog = viewChild.required<ElementRef<HTMLDialogElement>>('dialog');
  protected readonly keys = [
    { keys: ['/'], text: 'Search' },
    { keys: ['l'], text: 'Filter by labels' },
    { keys: ['↑', '↓'], text: 'From row to row, also j and k' },
    { keys: ['PgUp', 'PgDn'], text: 'From page to page' },
    { keys: ['Home', 'End'], text: 'To the first row, to the last' },
    { keys: ['Enter'], text: 'Open the row; with none chosen, choose the first' },
    { keys: ['Esc'], text: 'Empty the box; back to the table' },
    { keys: ['↓', 'Enter'], text: 'In a box: to the table' },
    { keys: ['t'], text: 'Light, dark, or as the system has it' },
    { keys: ['?'], text: 'This list' },
  ] as const;

  open(): void {
    this.dialog().nativeElement.showModal();
  }
}
