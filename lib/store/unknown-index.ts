/** What a query gets that names an index which is not there. */
export function unknownIndex(name: string, known: Iterable<string>): RangeError {
  const names = [...known].map((each) => `"${each}"`);
  const there = names.length === 0 ? 'there are none' : `there is ${names.join(', ')}`;
  return new RangeError(`no index is named "${name}"; ${there}`);
}
