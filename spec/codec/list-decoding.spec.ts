import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  DecodeError,
  type DecodeOptions,
  jsonEncoding,
  NamelessError,
  OtherKindError,
  TooDeepError,
  TransformError,
} from '../../lib/codec/index.js';
import type { KubernetesObject } from '../../lib/kubernetes/index.js';
import { runs } from '../support/runs.js';
import { anyCuts, anyIndent, anyObject, bytesOf, chunksOf, withoutManagedFields } from './chunks.js';

const PLAIN: DecodeOptions = { managedFields: 'drop', strict: true, typeMeta: undefined };

function decode(chunks: readonly Uint8Array[], options: DecodeOptions = PLAIN) {
  const objects: KubernetesObject[] = [];
  const refused: Error[] = [];
  const decoder = jsonEncoding<KubernetesObject>(options).list({
    object: (object) => objects.push(object),
    refused: (error) => refused.push(error),
  });
  for (const chunk of chunks) decoder.write(chunk);
  return { meta: decoder.end(), objects, refused };
}

const decodeText = (text: string, options = PLAIN) => decode([bytesOf(text)], options);
const pod = (name: string, more: object = {}) => ({ metadata: { name, namespace: 'shop' }, ...more });

describe('decoding a list', () => {
  it('gives what JSON.parse gives, without managedFields, however the bytes are cut and the fields ordered', () => {
    fc.assert(
      fc.property(
        fc.array(anyObject, { maxLength: 6 }),
        anyCuts,
        anyIndent,
        fc.boolean(),
        (items, cuts, indent, itemsFirst) => {
          const metadata = { resourceVersion: '7', continue: 'token', remainingItemCount: 3 };
          const list = itemsFirst ? { items, kind: 'PodList', metadata } : { kind: 'PodList', metadata, items };
          const { meta, objects } = decode(chunksOf(bytesOf(JSON.stringify(list, null, indent)), cuts));
          expect(meta).toEqual(metadata);
          expect(objects).toEqual(items.map(withoutManagedFields));
        },
      ),
      runs,
    );
  });

  it('keeps managedFields when asked to', () => {
    const item = { metadata: { name: 'a', managedFields: [{ manager: 'kubectl' }] } };
    const { objects } = decodeText(JSON.stringify({ metadata: {}, items: [item] }), {
      ...PLAIN,
      managedFields: 'keep',
    });
    expect(objects).toEqual([item]);
  });

  it('drops managedFields that are written with an escape, which only the parser can see', () => {
    const { objects } = decodeText('{"metadata":{},"items":[{"metadata":{"name":"a","managed\\u0046ields":[1]}}]}');
    expect(objects).toEqual([{ metadata: { name: 'a' } }]);
  });

  it('leaves a managedFields of a custom resource elsewhere alone', () => {
    const item = {
      spec: { metadata: { managedFields: [1] }, managedFields: 2 },
      metadata: { name: 'a', labels: { managedFields: 'x' } },
    };
    expect(decodeText(JSON.stringify({ metadata: {}, items: [item] })).objects).toEqual([item]);
  });

  it('gives items the kind and apiVersion that lists of built-in kinds leave out, unless they have their own', () => {
    const typeMeta = { apiVersion: 'v1', kind: 'Pod' };
    const { objects } = decodeText(
      JSON.stringify({ metadata: {}, items: [pod('a'), pod('b', { kind: 'Pod', apiVersion: 'x/v1' })] }),
      { ...PLAIN, typeMeta },
    );
    expect(objects).toEqual([
      { ...typeMeta, ...pod('a') },
      { kind: 'Pod', apiVersion: 'x/v1', ...pod('b') },
    ]);
  });

  it('L15: takes a list without objects as whole, also when its items are null', () => {
    expect(decodeText('{"kind":"PodList","metadata":{"resourceVersion":"5"},"items":[]}').objects).toEqual([]);
    const { meta, objects } = decodeText('{"kind":"PodList","metadata":{"resourceVersion":"5"},"items":null}');
    expect({ meta, objects }).toEqual({ meta: { resourceVersion: '5' }, objects: [] });
  });

  it('L15: never takes a list that is cut short as whole, wherever it is cut', () => {
    const text = JSON.stringify({ kind: 'PodList', metadata: { resourceVersion: '5' }, items: [pod('a'), pod('b')] });
    for (let length = 0; length < text.length; length++) {
      expect(() => decodeText(text.slice(0, length))).toThrow(DecodeError);
    }
  });

  it.each([
    ['a page of HTML', '<html>sign in</html>'],
    ['a Status', '{"kind":"Status","metadata":{},"code":500}'],
    ['a Table', '{"kind":"Table","metadata":{},"rows":[]}'],
    ['an array', '[]'],
    ['nothing', ''],
    ['items that are no objects', '{"metadata":{},"items":[1]}'],
    ['a comma before the items', '{"metadata":{},"items":[,{"metadata":{"name":"a"}}]}'],
    ['a comma behind them', '{"metadata":{},"items":[{"metadata":{"name":"a"}},]}'],
    ['two commas', '{"metadata":{},"items":[{"metadata":{"name":"a"}},,{"metadata":{"name":"b"}}]}'],
    ['no comma', '{"metadata":{},"items":[{"metadata":{"name":"a"}}{"metadata":{"name":"b"}}]}'],
    ['an item that is no JSON', '{"metadata":{},"items":[{"metadata":{"name":"a"},}]}'],
    ['items twice', '{"metadata":{},"items":[],"items":[{"metadata":{"name":"a"}}]}'],
    ['more behind the end', '{"metadata":{},"items":[]}]'],
    ['no metadata', '{"items":[]}'],
  ])('refuses %s', (_, text) => {
    expect(() => decodeText(text)).toThrow(DecodeError);
  });

  it('refuses bytes that are not UTF-8, and quotes none of them', () => {
    const bytes = bytesOf('{"metadata":{},"items":[{"metadata":{"name":"a"},"data":"?"}]}');
    bytes[bytes.indexOf(0x3f)] = 0xff;
    expect(() => decode([bytes])).toThrow(new DecodeError('the server sent bytes that are not UTF-8'));
  });

  it('L11: freezes objects all the way down in strict mode, and not otherwise', () => {
    const text = JSON.stringify({ metadata: {}, items: [pod('a', { spec: { list: [{ deep: 1 }] } })] });
    const isDeepFrozen = (value: unknown): boolean =>
      typeof value !== 'object' ||
      value === null ||
      (Object.isFrozen(value) && Object.values(value).every(isDeepFrozen));
    expect(decodeText(text).objects.every(isDeepFrozen)).toBe(true);
    expect(decodeText(text, { ...PLAIN, strict: false }).objects.some(Object.isFrozen)).toBe(false);
  });

  it('L12: uses the equal parts of the known version again', () => {
    const [known] = decodeText(
      JSON.stringify({ metadata: {}, items: [pod('a', { spec: { x: [1, { y: 2 }] }, status: 'old' })] }),
    ).objects;
    const text = JSON.stringify({ metadata: {}, items: [pod('a', { spec: { x: [1, { y: 2 }] }, status: 'new' })] });
    const [next] = decodeText(text, { ...PLAIN, known: (key) => (key === 'shop/a' ? known : undefined) }).objects;
    expect(next).toEqual(pod('a', { spec: { x: [1, { y: 2 }] }, status: 'new' }));
    expect(next).toHaveProperty('spec', expect.anything());
    expect(Object.is(Reflect.get(next ?? {}, 'spec'), Reflect.get(known ?? {}, 'spec'))).toBe(true);
    expect(next?.metadata).toBe(known?.metadata);
  });

  it('applies the transform to a draft before the object is frozen', () => {
    const { objects } = decodeText(JSON.stringify({ metadata: {}, items: [pod('a', { data: 'secret' })] }), {
      ...PLAIN,
      transform: (draft) => void Reflect.deleteProperty(Object(draft), 'data'),
    });
    expect(objects).toEqual([pod('a')]);
    expect(Object.isFrozen(objects[0]?.metadata)).toBe(true);
  });

  it('L16: reports an object whose transform throws, and keeps the others', () => {
    const { objects, refused } = decodeText(JSON.stringify({ metadata: {}, items: [pod('a'), pod('bad'), pod('c')] }), {
      ...PLAIN,
      transform: (draft) => {
        if (JSON.stringify(draft).includes('bad')) throw new Error('no');
      },
    });
    expect(objects).toEqual([pod('a'), pod('c')]);
    expect(refused).toEqual([new TransformError('transform failed for shop/bad: no')]);
  });

  it.each<[string, (draft: unknown) => unknown, string]>([
    [
      'returns a promise, whatever becomes of that',
      async (draft) => {
        await undefined;
        Object(draft).spec = {};
      },
      'it returned a promise; it must change the draft before it returns',
    ],
    [
      'takes the metadata',
      (draft) => Reflect.deleteProperty(Object(draft), 'metadata'),
      'it leaves the object without a name: metadata.name is absent',
    ],
    [
      'takes the name',
      (draft) => Reflect.deleteProperty(Object(draft).metadata, 'name'),
      'it leaves the object without a name: metadata.name is absent',
    ],
    [
      'makes a namespace of what is none',
      (draft) => Reflect.set(Object(draft).metadata, 'namespace', () => {}),
      'it leaves the object without a name: metadata.namespace is undefined',
    ],
  ])('L16: blames a transform that %s', (_what, transform, why) => {
    const { objects, refused } = decodeText(JSON.stringify({ metadata: {}, items: [pod('a')] }), {
      ...PLAIN,
      transform,
    });
    expect(objects).toEqual([]);
    expect(refused).toEqual([new TransformError(`transform failed for shop/a: ${why}`)]);
  });

  describe('L16: of what kind it is', () => {
    const cronTab = { apiVersion: 'stable.example.com/v1', kind: 'CronTab' };
    const listed = (envelope: object, options: Partial<DecodeOptions> = {}) =>
      decodeText(JSON.stringify({ ...envelope, metadata: {}, items: [pod('a')] }), {
        ...PLAIN,
        typeMeta: { apiVersion: 'v1', kind: 'Pod' },
        ...options,
      });

    it.each<[object, Partial<DecodeOptions>]>([
      [{ kind: 'PodList' }, {}],
      [{}, {}],
      [{ kind: 'List' }, {}],
      [{ kind: 'ServiceList' }, { typeMeta: undefined }],
      [{ kind: 'PartialObjectMetadataList' }, { metadataOnly: true }],
      [{ kind: 'CronTabs', apiVersion: 'stable.example.com/v1' }, { typeMeta: cronTab }],
    ])('is taken: %j', (envelope, options) => {
      expect(listed(envelope, options).objects).toHaveLength(1);
    });

    it.each<[object, Partial<DecodeOptions>, string]>([
      [{ kind: 'ServiceList', apiVersion: 'v1' }, {}, 'a ServiceList, not a PodList'],
      [{ kind: 'PodList' }, { metadataOnly: true }, 'a PodList, not a PartialObjectMetadataList'],
      [{ kind: 'ServiceList', apiVersion: 'v1' }, { typeMeta: cronTab }, 'a ServiceList, not a CronTabList'],
    ])('is refused: %j', (envelope, options, said) => {
      expect(() => listed(envelope, options)).toThrow(new DecodeError(`the server answered with ${said}`));
    });

    it('is told of an object that says another kind, and the others are there', () => {
      const items = [pod('a'), pod('svc', { kind: 'Service' }), pod('b', { kind: '' })];
      const { objects, refused } = decodeText(JSON.stringify({ kind: 'PodList', metadata: {}, items }), {
        ...PLAIN,
        typeMeta: { apiVersion: 'v1', kind: 'Pod' },
      });
      expect(objects.map(({ metadata }) => metadata?.name)).toEqual(['a', 'b']);
      expect(refused).toEqual([new OtherKindError('the list holds an object of the kind "Service", not Pod')]);
    });
  });

  describe('L16: how deep objects may be nested', () => {
    /** With so many levels, itself included. */
    const nested = (levels: number) =>
      `{"metadata":{"namespace":"shop","name":"b"},"spec":${'[{"x":'.repeat(levels / 2 - 1)}[]${'}]'.repeat(levels / 2 - 1)}}`;
    const list = (levels: number, cuts: readonly number[] = [], options: Partial<DecodeOptions> = {}) => {
      const text = `{"metadata":{},"items":[{"metadata":{"name":"a"}},${nested(levels)},{"metadata":{"name":"c"}}]}`;
      const { objects, refused } = decode(chunksOf(bytesOf(text), cuts), { ...PLAIN, ...options });
      return [objects.map(({ metadata }) => metadata?.name).join(), ...refused];
    };
    const told = new TooDeepError('the server sent the object shop/b nested too deeply, more than 500 levels');

    it('is 500 levels, whatever is done with them', () => {
      expect(list(500)).toEqual(['a,b,c']);
      expect(list(500, [], { known: () => JSON.parse(nested(500)), transform: () => {} })).toEqual(['a,b,c']);
    });

    it('costs the one object that is nested deeper, and no other, however the bytes are cut', () => {
      expect(list(502)).toEqual(['a,c', told]);
      expect(list(9000, [10, 100, 1000, 5000])).toEqual(['a,c', told]);
      expect(list(200_000, [], { strict: false, fields: { metadata: 'all' } })).toEqual(['a,c', told]);
    });
  });

  it.each([
    ['no name', {}, 'name is absent'],
    ['an empty name', { name: '' }, 'name is ""'],
    ['a number for a name', { name: 7 }, 'name is 7'],
    ['a slash in the name', { name: 'a/b' }, 'name is "a/b"'],
    ['a slash in the namespace', { name: 'a', namespace: 'b/c' }, 'namespace is "b/c"'],
    ['no metadata', undefined, 'name is absent'],
  ])('L16: reports an object with %s, and keeps the others', (_, metadata, message) => {
    const { objects, refused } = decodeText(
      JSON.stringify({ metadata: {}, items: [pod('a'), { metadata }, pod('c')] }),
    );
    expect(objects).toEqual([pod('a'), pod('c')]);
    expect(refused).toEqual([new NamelessError(`the server sent an object without a name: metadata.${message}`)]);
  });

  it('does not let an object set a prototype', () => {
    const text = '{"metadata":{},"items":[{"metadata":{"name":"a"},"__proto__":{"polluted":true}}]}';
    const [known] = decodeText(text).objects;
    const [next] = decodeText(text, { ...PLAIN, known: () => known }).objects;
    expect(Object.getPrototypeOf(next)).toBe(Object.prototype);
    expect(Object.keys(next ?? {})).toContain('__proto__');
  });
});
