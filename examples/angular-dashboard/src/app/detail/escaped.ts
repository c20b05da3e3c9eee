/** Control characters, and those that turn the text around them or are not to be seen; tab and newline are none of them. */
const HIDDEN = /(?![\t\n])[\p{Cc}\p{Bidi_Control}\u00ad\u200b\u2028\u2029\u2060-\u2064\ufeff]/u;
const ALL_HIDDEN = new RegExp(HIDDEN, 'gu');

/** A text with such characters as a scalar of YAML in double quotes, with all of them escaped; undefined for other texts. */
export function escaped(text: string): string | undefined {
  if (!HIDDEN.test(text)) return undefined;
  // A string of JSON is one of YAML. JSON leaves as they are those from U+007F on.
  return JSON.stringify(text).replace(
    ALL_HIDDEN,
    (character) => `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
  );
}
