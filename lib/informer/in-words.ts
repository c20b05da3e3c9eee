/** How much of an object is told. */
const CONDITIONS = 8;
const LENGTH = 64;

/**
 * An object in a few words, for a message to people: its version, whether it is being deleted, and what its status says for
 * itself. What else is in it, such as the data of a secret, is not told.
 */
export function inWords(object: unknown): string {
  const metadata = fieldOf(object, 'metadata');
  const status = fieldOf(object, 'status');
  const words = [
    said('resourceVersion', fieldOf(metadata, 'resourceVersion')),
    said('being deleted since', fieldOf(metadata, 'deletionTimestamp')),
    said('phase', fieldOf(status, 'phase')),
    ...conditionsOf(status),
  ].filter((word) => word !== '');
  return words.length === 0 ? 'it is there' : `it is there, ${words.join(', ')}`;
}

/** `Ready=False (ContainersNotReady)`, in the order in which they stand. */
function conditionsOf(status: unknown): readonly string[] {
  const conditions = fieldOf(status, 'conditions');
  if (!Array.isArray(conditions)) return [];
  const words = conditions.slice(0, CONDITIONS).map((condition: unknown) => {
    const reason = text(fieldOf(condition, 'reason'));
    return `${text(fieldOf(condition, 'type'))}=${text(fieldOf(condition, 'status'))}${reason === '' ? '' : ` (${reason})`}`;
  });
  return conditions.length > CONDITIONS ? [...words, `and ${conditions.length - CONDITIONS} conditions more`] : words;
}

function said(what: string, value: unknown): string {
  const word = text(value);
  return word === '' ? '' : `${what} ${word}`;
}

function text(value: unknown): string {
  if (typeof value !== 'string') return '';
  return value.length > LENGTH ? `${value.slice(0, LENGTH)}…` : value;
}

function fieldOf(value: unknown, field: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, field) : undefined;
}
