/** Headers by name: in lower case where this project made them, in any case where a caller did. */
export type HeaderFields = Readonly<Record<string, string>>;
/** Where a header may come more than once, on a line each, as `impersonate-group` does for each group. */
export type HeaderLines = Readonly<Record<string, string | readonly string[]>>;

/** @see https://www.rfc-editor.org/rfc/rfc9110#section-5.5 */
const NAME = /^[!#$%&'*+.^_`|~0-9a-z-]+$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Who the caller is, or says to be: what no request may write over. */
const CREDENTIAL = /^(authorization|cookie|impersonate-.+)$/;

/**
 * Lower-cases names and trims values: a token read from a file often ends in a line break.
 *
 * @param option - what the caller calls them, for messages
 * @throws TypeError that names a header which HTTP does not allow, without its value: it may be a secret
 */
export function parseHeaders(headers: unknown, option: string): HeaderFields {
  return Object.fromEntries(
    fieldsOf(headers, option).map(([field, value]) => [field, parseValue(field, value, option)]),
  );
}

/** As `parseHeaders`; a list of values makes a line of each. */
export function parseHeaderLines(headers: unknown, option: string): HeaderLines {
  const lines = fieldsOf(headers, option).map(([field, value]) => [
    field,
    Array.isArray(value)
      ? value.map((one: unknown) => parseValue(field, one, option))
      : parseValue(field, value, option),
  ]);
  return Object.fromEntries(lines);
}

function fieldsOf(headers: unknown, option: string): readonly (readonly [string, unknown])[] {
  if (typeof headers !== 'object' || headers === null || Symbol.iterator in headers) {
    throw new TypeError(`${option}: must be a plain object, such as { authorization: 'Bearer …' }`);
  }
  return Object.entries(headers).map(([name, value]) => {
    const field = name.toLowerCase();
    if (!NAME.test(field)) throw new TypeError(`${option}: ${JSON.stringify(name)} is not the name of a header`);
    return [field, value];
  });
}

function parseValue(field: string, value: unknown, option: string): string {
  const text = typeof value === 'string' ? value.trim() : undefined;
  if (text === undefined || !VALUE.test(text)) {
    throw new TypeError(`${option}: the value of ${field} must be a string without line breaks and control characters`);
  }
  return text;
}

/** A request's headers win over the transport's own, except for credentials. */
export function mergeHeaders(own: HeaderFields, requested: HeaderFields): HeaderFields {
  const credentials = Object.entries(own).filter(([name]) => CREDENTIAL.test(name));
  return { ...own, ...requested, ...Object.fromEntries(credentials) };
}
