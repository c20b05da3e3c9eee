/** @throws TypeError, naming the option, when a selector is given in another form than as a text */
export function requireText(option: string, selector: unknown, example: string): void {
  if (typeof selector !== 'string')
    throw new TypeError(
      `${option}: ${JSON.stringify(selector)} is no text; write it as for kubectl, such as "${example}"`,
    );
}

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
