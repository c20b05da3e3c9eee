/** Headers by name: in lower case where this project made them, in any case where a caller did. */
export type HeaderFields = Readonly<Record<string, string>>;

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
  if (typeof headers !== 'object' || headers === null || Symbol.iterator in headers) {
    throw new TypeError(`${option}: must be a plain object, such as { authorization: 'Bearer …' }`);
  }
  const fields: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const field = name.toLowerCase();
    if (!NAME.test(field)) throw new TypeError(`${option}: ${JSON.stringify(name)} is not the name of a header`);
    const text = typeof value === 'string' ? value.trim() : undefined;
    if (text === undefined || !VALUE.test(text)) {
      throw new TypeError(
        `${option}: the value of ${field} must be a string without line breaks and control characters`,
      );
    }
    fields[field] = text;
  }
  return fields;
}

/** A request's headers win over the transport's own, except for credentials. */
export function mergeHeaders(own: HeaderFields, requested: HeaderFields): HeaderFields {
  const credentials = Object.entries(own).filter(([name]) => CREDENTIAL.test(name));
  return { ...own, ...requested, ...Object.fromEntries(credentials) };
}
