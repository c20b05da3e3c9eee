/** One bookmark may be late, and none is expected more often than this. */
const BOOKMARK_SILENCE_MS = 90_000;
const LATE_BOOKMARK = 1.5;
const BOOKMARK_GRACE_MS = 5000;
/** What a watch has after its own end, before it is silent. */
export const END_GRACE_MS = 15_000;
/** client-go asks for no watch of more than 10 minutes. */
const LONGEST_SILENCE_MS = 600_000 + END_GRACE_MS;

/** Within which a word is due where bookmarks come so far apart. */
export function bookmarkSilenceMs(bookmarks: number): number {
  const due = Math.max(BOOKMARK_SILENCE_MS, LATE_BOOKMARK * bookmarks + BOOKMARK_GRACE_MS);
  return Math.min(due, LONGEST_SILENCE_MS);
}
