/** Bytes for people: `812 B`, `96 KB`, `1.5 MB`; a KB has 1024. */
export function size(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const [unit, factor] = bytes < 1024 * 1024 ? ['KB', 1024] : ['MB', 1024 * 1024];
  const amount = bytes / factor;
  return `${amount < 10 ? amount.toFixed(1).replace(/\.0$/, '') : Math.round(amount)} ${unit}`;
}
