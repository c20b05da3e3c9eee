/** A selector that cannot be parsed: names the option, quotes the selector, points at the place, says what would be right. */
export function selectorError(
  option: string,
  selector: string,
  at: number,
  found: string,
  expected: string,
): TypeError {
  const place = found === '' ? 'its end' : `character ${at + 1} (${JSON.stringify(found)})`;
  return new TypeError(`${option} ${JSON.stringify(selector)} is wrong at ${place}: ${expected}`);
}
