import fc from 'fast-check';

/** Few, so that objects are alike, and members stand twice. */
const key = fc.constantFrom(
  ...['"a"', '"b"', '"spec"', '"metadata"', '"managedFields"', '"managed\\u0046ields"', '"name"', '"1"', '"0"'],
  ...['"__proto__"', '"constructor"', '""', '"\\"managedFields"', '"x,\\"metadata"', '"\u007f0"', '"k\\\\"', '"ü"'],
);

/** The mark of the decoder among them, as it is and escaped. */
const text = fc.constantFrom(
  ...[
    '"v"',
    '"\u007f0"',
    '"\\u007f0"',
    '"\\u007F1"',
    '"\\\\u007f0"',
    '"}],{["',
    '"\\"},{\\""',
    '"ü\\u2028"',
    '"\\ud83d"',
  ],
  ...['"a string that is kept once"', '"another string that is kept once"', '"\\u0041 string that is kept once"'],
);

function spaced([open, close]: readonly [string, string], parts: readonly string[]): fc.Arbitrary<string> {
  return fc.constantFrom('', ' ', '\n\t').map((space) => {
    const inner = parts.map((part) => `${space}${part}${space}`).join(',');
    return `${open}${inner}${close}`;
  });
}

/** JSON as nobody should write it, and every parser must stand it: escapes where none are needed, members twice, numbers as keys. */
export const hostileObject: fc.Arbitrary<string> = fc.letrec<{ value: string; members: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('null', 'true', '0', '-0', '1.0', '1e2', '9007199254740993', '""', '{}', '[]', '[{}]'),
    text,
    fc.array(tie('value'), { maxLength: 3 }).chain((items) => spaced(['[', ']'], items)),
    tie('members'),
  ),
  members: fc.array(fc.tuple(key, tie('value')), { maxLength: 6 }).chain((members) =>
    spaced(
      ['{', '}'],
      members.map(([name, value]) => `${name}:${value}`),
    ),
  ),
})).members;

/** An object with a name, whose metadata and all else is hostile. */
export const hostileNamed: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom('a', 'b'), hostileObject, hostileObject, fc.boolean())
  .map(([name, object, metadata, first]) => {
    const named = `"metadata":${withMember(metadata, `"name":"${name}"`)}`;
    return first ? withMember(object, named) : `{${named},"spec":${object}}`;
  });

function withMember(object: string, member: string): string {
  const inner = object.trim().slice(1, -1).trim();
  return inner === '' ? `{${member}}` : `{${inner},${member}}`;
}
