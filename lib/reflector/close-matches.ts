/** How many mistakes are believed to be mistakes. */
const MOST_EDITS = 2;

/** Those of the words that somebody who typed `word` may have meant: the nearest ones, at most three. */
export function closeMatches(word: string, words: Iterable<string>): readonly string[] {
  const close = [...new Set(words)]
    .map((candidate) => ({ candidate, distance: distanceOf(word, candidate) }))
    .filter(({ distance }) => distance <= Math.min(MOST_EDITS, word.length - 1));
  const nearest = Math.min(...close.map(({ distance }) => distance));
  const found = close.filter(({ distance }) => distance === nearest).map(({ candidate }) => candidate);
  return found.sort().slice(0, 3);
}

/** A word that is only begun is one mistake away. */
function distanceOf(word: string, candidate: string): number {
  return word.length >= 3 && candidate.startsWith(word) ? Math.min(1, edits(word, candidate)) : edits(word, candidate);
}

/** The Levenshtein distance: how many characters have to be put in, left out or exchanged. */
function edits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [index, character] of [...from].entries()) {
    const next = [index + 1];
    for (const [column, other] of [...to].entries()) {
      const above = (row[column + 1] ?? 0) + 1;
      const left = (next[column] ?? 0) + 1;
      const diagonal = (row[column] ?? 0) + (character === other ? 0 : 1);
      next.push(Math.min(above, left, diagonal));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
