import { afterEach, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { type FieldTree, fieldTree, pick } from '../../lib/codec/fields.js';
import { type DecodeOptions, jsonEncoding, NamelessError } from '../../lib/codec/index.js';
import { Siblings } from '../../lib/codec/siblings.js';
import { Strings } from '../../lib/codec/strings.js';
import { type KubernetesObject, keyOf } from '../../lib/kubernetes/index.js';
import { collectGarbage } from '../support/garbage.js';
import { runs } from '../support/runs.js';
import { anyCuts, anyObject, bytesOf, chunksOf } from './chunks.js';
import { hostileNamed } from './hostile.js';

const PLAIN: DecodeOptions = { managedFields: 'drop', strict: true, typeMeta: undefined };

/** Decodes a list, and then the same objects as events, each knowing what was decoded before. */
function decoded(texts: readonly string[], cuts: readonly number[], options: Partial<DecodeOptions> = {}) {
  const objects: KubernetesObject[] = [];
  const known = new Map<string, KubernetesObject>();
  const take = (object: KubernetesObject) => {
    known.set(keyOf(object), object);
    objects.push(object);
  };
  const refuse = (error: Error) => {
    throw error;
  };
  const encoding = jsonEncoding<KubernetesObject>({ ...PLAIN, known: (key) => known.get(key), ...options });
  const list = encoding.list({ object: take, refused: refuse });
  for (const chunk of chunksOf(bytesOf(`{"metadata":{},"items":[${texts.join(',')}]}`), cuts)) list.write(chunk);
  list.end();
  const watch = encoding.watch({
    frame: (frame) => {
      if ('object' in frame) take(frame.object);
    },
    refused: refuse,
  });
  const events = texts.map((text) => `{"type":"MODIFIED","object":{"kind":"Pod",${text.trim().slice(1)}}\n`);
  for (const chunk of chunksOf(bytesOf(events.map((event) => event.replace(/\n(?!$)/g, ' ')).join('')), cuts)) {
    watch.write(chunk);
  }
  watch.end();
  return objects;
}

/** A value as text, its members sorted: of two versions that are equal but for their order, one is used for both. */
function written(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

/** What JSON.parse makes of the texts, without managedFields. */
function expected(texts: readonly string[], managedFields: 'drop' | 'keep' = 'drop'): string[] {
  const parsed = (text: string): string => {
    const object: { metadata: Record<string, unknown> } = JSON.parse(text);
    if (managedFields === 'drop') delete object.metadata.managedFields;
    return written(object);
  };
  return [...texts.map(parsed), ...texts.map((text) => parsed(`{"kind":"Pod",${text.trim().slice(1)}`))];
}

const isDeepFrozen = (value: unknown): boolean =>
  typeof value !== 'object' || value === null || (Object.isFrozen(value) && Object.values(value).every(isDeepFrozen));

describe('decoding with what is here already', () => {
  it('L11: gives what JSON.parse gives, frozen, of objects that have much in common', () => {
    fc.assert(
      fc.property(
        fc.array(anyObject, { minLength: 1, maxLength: 4 }),
        fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 12 }),
        anyCuts,
        fc.constantFrom('drop' as const, 'keep' as const),
        (templates, picks, cuts, managedFields) => {
          // Objects put together of the parts of others.
          const part = (i: number): Record<string, unknown> => templates[i % templates.length] ?? {};
          const texts = picks.map(([a, b]) => JSON.stringify({ ...part(a), spec: part(b).spec, more: part(a + b) }));
          const objects = decoded(texts, cuts, { managedFields });
          expect(objects.map((object) => written(object))).toEqual(expected(texts, managedFields));
          expect(objects.every(isDeepFrozen)).toBe(true);
        },
      ),
      runs,
    );
  });

  it('gives what JSON.parse gives of hostile texts: escapes, members twice, numbers as keys, its own mark', () => {
    fc.assert(
      fc.property(fc.array(hostileNamed, { maxLength: 8 }), anyCuts, (texts, cuts) => {
        const objects = decoded(texts, cuts);
        expect(objects.map((object) => written(object))).toEqual(expected(texts));
        expect(objects.every(isDeepFrozen)).toBe(true);
      }),
      runs,
    );
  });

  it('gives the same with a transform, and without freezing', () => {
    fc.assert(
      fc.property(fc.array(hostileNamed, { maxLength: 6 }), anyCuts, (texts, cuts) => {
        const transform = (draft: unknown) => {
          Object(draft).added = 1;
        };
        const objects = decoded(texts, cuts, { transform });
        expect(objects.every(isDeepFrozen)).toBe(true);
        expect(objects.map((object) => ({ ...object, added: 1 }))).toEqual(objects);
        expect(decoded(texts, cuts, { strict: false }).map((object) => written(object))).toEqual(expected(texts));
      }),
      runs,
    );
  });
});

describe('decoding with what is here already: only some fields', () => {
  const paths = fc.subarray(
    [
      'spec',
      'metadata',
      'metadata.other',
      'metadata.labels.a',
      'status.name',
      'spec.spec.name',
      'a',
      'a.b',
      '1',
      'spec.items.spec',
    ],
    { minLength: 1 },
  );
  const type = '"kind":"Pod","apiVersion":"v1",';

  /** What the tree names of what JSON.parse gives. */
  const picked = (text: string, fields: FieldTree): string => {
    const object: { metadata: Record<string, unknown> } = JSON.parse(text);
    delete object.metadata.managedFields;
    return written(pick(object, fields));
  };

  it.each<[string, fc.Arbitrary<string>]>([
    ['ordinary', anyObject.map((object) => written(object))],
    ['hostile', hostileNamed],
  ])('L11: gives what is named of what JSON.parse gives, of %s objects', (_, anyText) => {
    fc.assert(
      fc.property(fc.array(anyText, { maxLength: 8 }), paths, anyCuts, fc.boolean(), (texts, names, cuts, strict) => {
        const fields = fieldTree(names);
        const typed = texts.map((text) => `{${type}${text.trim().slice(1)}`);
        const objects = decoded(typed, cuts, { fields, strict });
        const wanted = typed.map((text) => picked(text, fields));
        const events = typed.map((text) => picked(`{"kind":"Pod",${text.slice(1)}`, fields));
        expect(objects.map((object) => written(object))).toEqual([...wanted, ...events]);
        if (strict) expect(objects.every(isDeepFrozen)).toBe(true);
      }),
      runs,
    );
  });

  it('parses nothing else, and shares what is left', () => {
    const parse = jest.spyOn(JSON, 'parse');
    const fields = fieldTree(['status.phase']);
    const text = (name: string) =>
      JSON.stringify({
        metadata: { name, labels: { a: 'b' } },
        spec: { nodeName: 'n' },
        status: { phase: 'Running', more: {} },
      });
    const [a, b] = decoded([text('a'), text('b')], [], { fields });
    expect(a).toEqual({ metadata: { name: 'a' }, status: { phase: 'Running' } });
    expect(Reflect.get(a ?? {}, 'status')).toBe(Reflect.get(b ?? {}, 'status'));
    expect(parse.mock.calls.map(([json]) => json).join()).not.toMatch(/nodeName|labels|more/);
    parse.mockRestore();
  });

  it('reports an object without a name as such', () => {
    const refused: Error[] = [];
    const encoding = jsonEncoding<KubernetesObject>({
      ...{ ...PLAIN, fields: fieldTree(['spec']), typeMeta: { apiVersion: 'v1', kind: 'Pod' } },
    });
    const list = encoding.list({ object: () => {}, refused: (error) => refused.push(error) });
    list.write(bytesOf('{"metadata":{},"items":[{"status":{}}]}'));
    list.end();
    expect(refused).toEqual([expect.any(NamelessError)]);
  });
});

const labels = { app: 'web', tier: 'front' };
const pod = (name: string, resourceVersion: string, more: object = {}) => ({
  kind: 'Pod',
  metadata: { name, namespace: 'shop', uid: `uid-${name}`, resourceVersion, labels },
  spec: { nodeName: `node-of-${name}`, tolerations: [{ key: 'a', operator: 'Exists' }] },
  ...more,
});

describe('decoding with what is here already: what is shared', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  const read = (path: string, object: unknown): unknown =>
    path.split('.').reduce((value: unknown, name) => Object(value)[name], object);

  it.each(['metadata.labels', 'spec.tolerations'])('L12: equal parts of siblings are one: %s', (path) => {
    const [a, b] = decoded([JSON.stringify(pod('a', '1')), JSON.stringify(pod('b', '2'))], []);
    expect(read(path, a)).toBe(read(path, b));
    expect(read(path, a)).toBeDefined();
  });

  it('siblings that may be written to share nothing', () => {
    const texts = [JSON.stringify(pod('a', '1')), JSON.stringify(pod('b', '2'))];
    const [a, b] = decoded(texts, [], { strict: false });
    expect(read('metadata.labels', a)).not.toBe(read('metadata.labels', b));
  });

  it('L12: the unchanged parts of a new version are those of the one before', () => {
    const texts = [
      JSON.stringify(pod('a', '1', { status: { n: 1 } })),
      JSON.stringify(pod('a', '2', { status: { n: 2 } })),
    ];
    const [first, second] = decoded(texts, []);
    expect(second).not.toBe(first);
    expect(read('spec', second)).toBe(read('spec', first));
    expect(read('metadata.labels', second)).toBe(read('metadata.labels', first));
  });

  it('an item of the version that is known is not parsed, and is the known object', () => {
    const known = decoded([JSON.stringify(pod('a', '1'))], [])[0];
    const parse = jest.spyOn(JSON, 'parse');
    const objects: unknown[] = [];
    const encoding = jsonEncoding<KubernetesObject>({ ...PLAIN, known: () => known });
    const list = encoding.list({ object: (object) => objects.push(object), refused: () => {} });
    list.write(bytesOf(`{"metadata":{},"items":[${JSON.stringify(pod('a', '1'))}]}`));
    list.end();
    expect(objects).toEqual([known]);
    expect(objects[0]).toBe(known);
    expect(parse.mock.calls.map(([text]) => text)).toEqual(['{"metadata":{},"items":[]}']);
  });

  it.each([
    ['another version', pod('a', '2')],
    ['another uid', pod('a', '1', { metadata: { ...pod('a', '1').metadata, uid: 'other' } })],
  ])('an item with %s is parsed', (_, item) => {
    const known = decoded([JSON.stringify(pod('a', '1'))], [])[0];
    const objects: unknown[] = [];
    const encoding = jsonEncoding<KubernetesObject>({ ...PLAIN, known: () => known });
    const list = encoding.list({ object: (object) => objects.push(object), refused: () => {} });
    list.write(bytesOf(`{"metadata":{},"items":[${JSON.stringify(item)}]}`));
    list.end();
    expect(objects).toEqual([item]);
  });

  it('a status that changes is parsed without the spec, the labels and the managedFields around it', () => {
    const text = (version: string, ready: boolean) =>
      JSON.stringify({
        ...pod('a', version),
        metadata: { ...pod('a', version).metadata, managedFields: [{ manager: 'kubelet' }] },
        status: { ready },
      });
    const encoding = jsonEncoding<KubernetesObject>({ ...PLAIN, known: () => before });
    const [before] = decoded([text('1', false)], []);
    const frames: unknown[] = [];
    const watch = encoding.watch({ frame: (frame) => frames.push(frame), refused: () => {} });
    const parse = jest.spyOn(JSON, 'parse');
    watch.write(bytesOf(`{"type":"MODIFIED","object":${text('2', true)}}\n`));
    const parsed = parse.mock.calls.map(([json]) => json).join();
    expect(parsed).toContain('"ready":true');
    expect(parsed).not.toMatch(/nodeName|tier|managedFields/);
    expect(frames).toEqual([
      { type: 'MODIFIED', resourceVersion: '2', object: { ...pod('a', '2'), status: { ready: true } } },
    ]);
  });
});

describe('what is kept to be found again', () => {
  it('L18: is bounded for values', () => {
    const siblings = new Siblings();
    for (let i = 0; i < 100_000; i++) siblings.remember(Math.imul(i, 2654435761), {});
    expect(siblings.size).toBeLessThanOrEqual(1 << 14);
  });

  it('L18: keeps nothing alive', async () => {
    const siblings = new Siblings();
    let value: object | undefined = { large: 'x'.repeat(1000) };
    const past = new WeakRef(value);
    siblings.remember(7, value);
    value = undefined;
    await collectGarbage();
    expect(past.deref()).toBeUndefined();
  });

  it('L18: is bounded for strings, and the frequent ones stay', () => {
    const strings = new Strings();
    for (let i = 0; i < 100_000; i++) {
      strings.one(`a string of its own ${i}`);
      strings.one('a string that comes often');
    }
    expect(strings.size).toBeLessThanOrEqual(2 * 4096);
  });

  it('compares what it finds with the bytes, so that another value under the same hash is not taken', () => {
    const siblings = new Siblings();
    const value = { a: 1 };
    siblings.remember(7, value);
    expect(siblings.find(7, bytesOf('{"a":2}'), 0, 7)).toBeUndefined();
    expect(siblings.find(7, bytesOf('{"a":1}'), 0, 7)).toBe(value);
  });
});
