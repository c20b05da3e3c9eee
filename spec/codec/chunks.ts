import fc from 'fast-check';

const encoder = new TextEncoder();

/** UTF-8 bytes of a text. */
export function bytesOf(text: string): Uint8Array {
  return encoder.encode(text);
}

/** The same bytes in pieces, cut at the given places (taken modulo the length). */
export function chunksOf(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  const bounds = [0, ...places, bytes.length];
  return bounds.slice(1).map((end, i) => bytes.slice(bounds[i] ?? 0, end));
}

export const anyCuts = fc.array(fc.nat({ max: 100_000 }), { maxLength: 30 });

/** Any JSON value as a server could send it, keys that matter to the codec among them. */
export const anyJson = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(
      null,
      true,
      false,
      0,
      -1.5,
      1e21,
      '',
      'managedFields',
      '"}],{[',
      '\\',
      '\\"',
      'ünï\u2028 \u{1f600}',
    ),
    fc.string(),
    fc.integer(),
    fc.array(tie('value'), { maxLength: 4 }),
    tie('members'),
  ),
  members: fc.dictionary(
    fc.oneof(
      fc.constantFrom('metadata', 'managedFields', 'items', 'object', 'name', 'spec', '"quoted"', '\\'),
      fc.string({ maxLength: 5 }),
    ),
    tie('value'),
    { maxKeys: 5 },
  ),
})).value;

/** Any object with a key, with or without managedFields, its members in any order. */
export const anyObject = fc
  .record({
    metadata: fc.record({
      name: fc.constantFrom('a', 'b', 'web-0'),
      namespace: fc.constantFrom('shop', 'x'),
      other: anyJson,
      ...{ managedFields: fc.option(fc.array(anyJson, { maxLength: 3 }), { nil: undefined }) },
    }),
    spec: anyJson,
    status: anyJson,
    managedFields: anyJson,
    turn: fc.nat({ max: 3 }),
  })
  .map(({ turn, ...object }) => {
    const members = Object.entries(object);
    return Object.fromEntries([...members.slice(turn), ...members.slice(0, turn)]);
  });

/** JSON with or without white space between its tokens. */
export const anyIndent = fc.constantFrom('', ' ', '\t', '\r\n  ');

/** What a decoder that drops managedFields should make of an object. */
export function withoutManagedFields(object: Record<string, unknown>): unknown {
  const copy: { metadata: { managedFields?: unknown } } = JSON.parse(JSON.stringify(object));
  delete copy.metadata.managedFields;
  return copy;
}
