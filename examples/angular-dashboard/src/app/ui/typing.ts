/**
 * Whether a key may move in the table: nothing is typed, no dialog and no menu is open, and it is not the one that a link or a
 * button waits for.
 */
export function isForTable(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || isTyping(event)) return false;
  if (document.querySelector('dialog[open], .menu-open') !== null) return false;
  return !(event.key === 'Enter' && event.target instanceof Element && event.target.closest('a, button, summary'));
}

/** Whether a key belongs to what is typed somewhere, so that it is no shortcut. */
export function isTyping({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return true;
  return target instanceof Element && target.closest('input, select, textarea, dialog') !== null;
}
