/** Texts one after the other, each ended by a full stop where it has no end of its own. Empty ones are left out. */
export function sentences(...texts: readonly string[]): string {
  return texts
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text) => (/[.?!…]$/.test(text) ? text : `${text}.`))
    .join(' ');
}
