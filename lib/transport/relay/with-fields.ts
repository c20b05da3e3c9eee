/** The path of a request that asks a relay to leave out all but the fields that its reader keeps, and what tells an object. */
export function withFields(path: string, fields: readonly string[] | undefined): string {
  if (fields === undefined) return path;
  return `${path}${path.includes('?') ? '&' : '?'}fields=${fields.map(encodeURIComponent).join(',')}`;
}
