const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['m', 60],
  ['s', 1],
] as const;

/** Milliseconds in at most two units, the second one only where the first is small: 42s, 5m10s, 42m, 3h5m, 12d. */
export function duration(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const at = UNITS.findIndex(([, size]) => seconds >= size);
  const [unit, size] = UNITS[at] ?? ['s', 1];
  const [smaller, smallSize] = UNITS[at + 1] ?? ['', 0];
  const count = Math.floor(seconds / size);
  const rest = smallSize === 0 ? 0 : Math.floor((seconds % size) / smallSize);
  return count < 10 && rest > 0 ? `${count}${unit}${rest}${smaller}` : `${count}${unit}`;
}
