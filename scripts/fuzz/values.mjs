const KEYS = [
  ...[
    'a',
    'b',
    'name',
    'namespace',
    'uid',
    'resourceVersion',
    'spec',
    'status',
    'metadata',
    'managedFields',
    'items',
    'object',
    'kind',
  ],
  ...[
    '0',
    '1',
    '10',
    '-1',
    '',
    ' ',
    '__proto__',
    'constructor',
    'toString',
    'ü',
    '名',
    '\u007f0',
    '\\',
    '"',
    'a"b',
    '\n',
    '\u2028',
    'k'.repeat(70),
  ],
];
const TEXTS = [
  ...[
    '',
    'v',
    'Running',
    'true',
    'null',
    '{',
    '}',
    '[]',
    '"',
    '\\',
    '\\"',
    '\u007f0',
    '\u007f12',
    '\u0000',
    '\n',
    '\ud83d',
    '\ud83d\ude00',
    'ü',
    '名前',
    '\u2028',
  ],
  ...[
    '"metadata":{"managedFields":[',
    '}],"spec":{',
    '2024-01-01T00:00:00Z',
    'a string that is long enough to be kept once',
    'x'.repeat(200),
  ],
];
const NUMBERS = [0, 1, -1, 42, 1.5, 1e21, 1e-7, 9007199254740991, 5e-324, 1.7976931348623157e308];

/** Any value, small. */
export function anyValue(chance, depth = 3) {
  const kind = chance.below(depth > 0 ? 9 : 6);
  if (kind < 3) return chance.pick(TEXTS);
  if (kind === 3) return chance.pick(NUMBERS);
  if (kind === 4) return chance.pick([true, false, null]);
  if (kind === 5) return chance.one(2) ? {} : [];
  if (kind === 6) return Array.from({ length: chance.below(4) }, () => anyValue(chance, depth - 1));
  return anyMembers(chance, depth);
}

export function anyMembers(chance, depth = 3) {
  const members = Object.create(null);
  for (let i = chance.below(6); i > 0; i--) members[anyKey(chance)] = anyValue(chance, depth - 1);
  return members;
}

export function anyKey(chance) {
  return chance.pick(KEYS);
}
