/** Where a key leads to from a position, which is -1 for none; undefined for keys that lead nowhere. */
export function nextPosition(key: string, at: number, last: number, page: number): number | undefined {
  if (last < 0) return undefined;
  const to = (position: number) => Math.max(0, Math.min(last, position));
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return to(at + 1);
    case 'ArrowUp':
    case 'k':
      return to(at - 1);
    case 'PageDown':
      return to(at + page);
    case 'PageUp':
      return to(at - page);
    case 'Home':
      return 0;
    // Opens the row that is chosen; without one, chooses.
    case 'Enter':
      return at < 0 ? 0 : undefined;
    case 'End':
      return to(last);
    default:
      return undefined;
  }
}
