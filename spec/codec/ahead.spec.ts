/** Lists of what is cached already: which items are told by their beginning, and where they end. */
import { afterEach, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { jsonEncoding } from '../../lib/codec/index.js';
import { type KubernetesObject, keyOf } from '../../lib/kubernetes/index.js';
import { runs } from '../support/runs.js';
import { anyCuts, bytesOf, chunksOf } from './chunks.js';
import { hostileObject } from './hostile.js';

const cached = new Map<string, KubernetesObject>(
  ['a', 'b'].map((name) => [name, Object.freeze({ metadata: { name, uid: 'u', resourceVersion: '1' }, cached: true })]),
);

function decode(texts: readonly string[], cuts: readonly number[] = []): KubernetesObject[] {
  const objects: KubernetesObject[] = [];
  const decoder = jsonEncoding<KubernetesObject>({
    managedFields: 'drop',
    strict: true,
    typeMeta: undefined,
    known: (key) => cached.get(key),
  }).list({
    object: (object) => objects.push(object),
    refused: (error) => {
      throw error;
    },
  });
  for (const chunk of chunksOf(bytesOf(`{"metadata":{},"items":[${texts.join(',')}]}`), cuts)) decoder.write(chunk);
  decoder.end();
  return objects;
}

/** What may come of a text: the cached object, if it is that version of it; else, and also then with escapes or metadata twice, what JSON.parse gives. */
function expected(text: string): string[] {
  const object: { metadata: Record<string, unknown> } = JSON.parse(text);
  delete object.metadata.managedFields;
  const known = cached.get(keyOf(object));
  const isSame = object.metadata.uid === 'u' && object.metadata.resourceVersion === '1';
  if (!isSame || known === undefined) return [sorted(object)];
  return text.includes('\\u') || text.split('"metadata"').length > 2
    ? [sorted(known), sorted(object)]
    : [sorted(known)];
}

function sorted(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

const anyMetadata = fc
  .record({
    name: fc.constantFrom('"a"', '"b"', '"c"', '"\\u0061"'),
    more: fc.array(
      fc.constantFrom(
        ...[
          '"uid":"u"',
          '"uid":"u"',
          '"resourceVersion":"1"',
          '"resourceVersion":"1"',
          '"resourceVersion":"2"',
          '"uid":"v"',
        ],
        ...[
          '"n\\u0061me":"b"',
          '"name":"b"',
          '"labels":{"}":"]"}',
          '"managedFields":[{"a":["]}"]}]',
          '"managedFields":[{}]',
        ],
      ),
      { maxLength: 5 },
    ),
  })
  .chain((members) => fc.constantFrom(':', ':', ' :', ': ').map((colon) => ({ ...members, colon })))
  .map(({ name, more, colon }) => `"metadata"${colon}{${[`"name":${name}`, ...more].join(' , ')}}`);

const anyItem = fc
  .tuple(
    anyMetadata,
    hostileObject,
    fc.constantFrom('', '"m\\u0065tadata":{"name":"c"},', '"x":1e2 ,'),
    fc.option(fc.oneof(anyMetadata, fc.constant('"m\\u0065tadata":{"name":"c"}'))),
  )
  .map(
    ([metadata, spec, before, again]) => `{${before}${metadata},"spec":${spec}${again === null ? '' : `,${again}`}}`,
  );

afterEach(() => {
  jest.restoreAllMocks();
});

it('L11: takes the cached object for its version, and of all else what JSON.parse gives, however it is written and cut', () => {
  fc.assert(
    fc.property(fc.array(anyItem, { maxLength: 6 }), anyCuts, (texts, cuts) => {
      const objects = decode(texts, cuts);
      expect(objects).toHaveLength(texts.length);
      objects.forEach((object, i) => {
        expect(expected(texts[i] ?? '')).toContain(sorted(object));
      });
    }),
    runs,
  );
});

it('neither parses nor outlines an item that is cached, behind however many that are not', () => {
  const parse = jest.spyOn(JSON, 'parse');
  const stranger = (i: number) => `{"metadata":{"name":"stranger-${i}","uid":"s","resourceVersion":"1"}}`;
  const known = '{"metadata":{"name":"a","uid":"u","resourceVersion":"1"},"spec":{"large":[1,2]}}';
  const texts = [...Array.from({ length: 40 }, (_, i) => stranger(i)), ...new Array<string>(20).fill(known)];
  expect(decode(texts, [1000, 2000, 2500]).filter((object) => object === cached.get('a'))).toHaveLength(20);
  expect(parse.mock.calls.filter(([text]) => text.includes('large'))).toHaveLength(0);
});
