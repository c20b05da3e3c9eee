/** Lists whose items are like one another, so that most are decoded by what differs. */
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { fieldTree, pick } from '../../lib/codec/fields.js';
import { type DecodeOptions, jsonEncoding, NamelessError, OtherKindError } from '../../lib/codec/index.js';
import { Recent } from '../../lib/codec/recent.js';
import type { KubernetesObject } from '../../lib/kubernetes/index.js';
import { runs } from '../support/runs.js';
import { anyCuts, anyJson, anyObject, bytesOf, chunksOf } from './chunks.js';
import { hostileNamed } from './hostile.js';

const PLAIN: DecodeOptions = { managedFields: 'drop', strict: true, typeMeta: undefined };

function decode(texts: readonly string[], cuts: readonly number[] = [], options: Partial<DecodeOptions> = {}) {
  const objects: KubernetesObject[] = [];
  const refused: Error[] = [];
  const decoder = jsonEncoding<KubernetesObject>({ ...PLAIN, ...options }).list({
    object: (object) => objects.push(object),
    refused: (error) => refused.push(error),
  });
  for (const chunk of chunksOf(bytesOf(`{"metadata":{},"items":[${texts.join(',')}]}`), cuts)) decoder.write(chunk);
  decoder.end();
  return { objects, refused };
}

/** What JSON.parse gives, without managedFields, with its members in their order. */
function expected(text: string): unknown {
  const object: { metadata: Record<string, unknown> } = JSON.parse(text);
  delete object.metadata.managedFields;
  return object;
}

const written = (values: readonly unknown[]): string[] => values.map((value) => JSON.stringify(value));

const isDeepFrozen = (value: unknown): boolean =>
  typeof value !== 'object' || value === null || (Object.isFrozen(value) && Object.values(value).every(isDeepFrozen));

/** One value of an object is exchanged for another, added, or taken away. */
interface Edit {
  readonly path: readonly number[];
  readonly value: unknown;
  readonly how: 'exchange' | 'add' | 'remove';
}

const anyEdit: fc.Arbitrary<Edit> = fc.record({
  path: fc.array(fc.nat(9), { minLength: 1, maxLength: 4 }),
  value: anyJson,
  how: fc.constantFrom(
    'exchange' as const,
    'exchange' as const,
    'exchange' as const,
    'add' as const,
    'remove' as const,
  ),
});

type Members = Record<string, unknown>;

function edited(text: string, edits: readonly Edit[], name: string): string {
  const object: Members = JSON.parse(text);
  for (const { path, value, how } of edits) {
    const keys = (place: Members) => Object.keys(place).filter((key) => key !== '__proto__');
    let place = object;
    let key = '';
    for (const step of path) {
      const inner = place[key] ?? place;
      if (key !== '') {
        if (typeof inner !== 'object') break;
        place = inner as Members;
      }
      key = keys(place)[step % Math.max(1, keys(place).length)] ?? 'new';
    }
    if (how === 'remove') Reflect.deleteProperty(place, key);
    else place[how === 'add' ? `${key}x` : key] = value;
  }
  const metadata = Object(object.metadata);
  return JSON.stringify({ ...object, metadata: { ...metadata, name, namespace: 'shop' } });
}

const anyKin = fc
  .tuple(anyObject, fc.array(fc.array(anyEdit, { maxLength: 3 }), { minLength: 1, maxLength: 6 }))
  .map(([object, edits]) => edits.map((some, i) => edited(JSON.stringify(object), some, `pod-${i}`)));

afterEach(() => {
  jest.restoreAllMocks();
});

describe('decoding items that are alike', () => {
  it('L11: gives what JSON.parse gives, in its order, frozen, whatever differs, however the bytes are cut', () => {
    fc.assert(
      fc.property(anyKin, anyCuts, (texts, cuts) => {
        const { objects } = decode(texts, cuts);
        expect(written(objects)).toEqual(written(texts.map(expected)));
        expect(objects.every(isDeepFrozen)).toBe(true);
        const kept = decode(texts, cuts, { managedFields: 'keep' }).objects;
        expect(written(kept)).toEqual(written(texts.map((text) => JSON.parse(text))));
      }),
      runs,
    );
  });

  it('L11: gives what JSON.parse gives behind an item that is written in any way', () => {
    fc.assert(
      fc.property(hostileNamed, fc.array(hostileNamed, { maxLength: 3 }), anyCuts, (text, others, cuts) => {
        const texts = [text, text, ...others, text];
        expect(written(decode(texts, cuts).objects.map(sorted))).toEqual(written(texts.map(expected).map(sorted)));
      }),
      runs,
    );
  });

  it('L11: gives what is named of it, and nothing else', () => {
    const paths = ['spec', 'metadata.other', 'status.name', 'spec.spec.name', 'spec.items.name', 'status.items.spec'];
    fc.assert(
      fc.property(anyKin, fc.subarray(paths, { minLength: 1 }), anyCuts, (texts, names, cuts) => {
        const fields = fieldTree(names);
        const { objects } = decode(texts, cuts, { fields });
        expect(written(objects)).toEqual(written(texts.map((text) => pick(expected(text), fields))));
        expect(objects.every(isDeepFrozen)).toBe(true);
      }),
      runs,
    );
  });

  it('takes no text for a mark of its own', () => {
    const text = (name: string, last: string, twice = '') =>
      `{"metadata":{"name":"${name}"},"spec":{"p":[1]},${twice}"status":{"q":"${last}"}}`;
    const twice = '"spec":{"p":[2]},';
    const lists = [
      [text('a', 'q'), text('b', '\u007f0'), text('c', '\\u007f0'), text('d', '\u007f')],
      [text('a', 'q', twice), text('b', '\u007f0', twice), text('c', '\\u007f1', twice), text('d', '\u007f1', twice)],
    ];
    for (const texts of lists) expect(written(decode(texts).objects)).toEqual(written(texts.map(expected)));
  });

  it('refuses each text that JSON.parse refuses, also where it differs in one byte from what it is like', () => {
    const text =
      '{"metadata":{"name":"a","managedFields":[{"x":1}],"labels":{"x":"y\\"z"}},"spec":{"n":[1,-2.5e3,true,null,"s"],"o":{}},"status":{"p":"q"}}';
    for (let at = 1; at < text.length - 1; at++) {
      for (const other of '"\\{}[]:,0x \u0001\u007f') {
        const changed = text.slice(0, at) + other + text.slice(at + 1);
        const outcome = (decoded: () => unknown): unknown => {
          try {
            return decoded();
          } catch {
            return 'refused';
          }
        };
        // What closes an item within a list is another list.
        if (
          outcome(() => JSON.parse(`[${changed}]`).length) !== 1 &&
          outcome(() => JSON.parse(`[${changed}]`)) !== 'refused'
        )
          continue;
        const alone = outcome(() => written(decode([changed]).objects));
        const behind = outcome(() => written(decode([text, changed]).objects).slice(1));
        expect({ changed, outcome: behind }).toEqual({ changed, outcome: alone });
      }
    }
  });
});

/** Members of two texts that are equal but for their order are one object. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}

it('what came lately is compared with the bytes, so that another value under the same hash is not taken', () => {
  const recent = new Recent();
  const value = Object.freeze({ ip: '10.0.0.1' });
  recent.remember(7, value);
  const find = (text: string) => recent.find(7, bytesOf(text), 0, text.length);
  expect([find('{"ip":"10.0.0.1"}'), find('{"ip":"10.0.0.2"}')]).toEqual([value, undefined]);
});

describe('an item that is like the one before', () => {
  const pod = (name: string, more: object = {}) =>
    JSON.stringify({
      metadata: {
        name,
        labels: { app: 'web' },
        managedFields: [{ manager: `by ${name}`, fieldsV1: {} }],
        uid: `uid of ${name}`,
      },
      spec: { containers: [{ name: 'main', image: 'web:1', ports: [{ port: 80 }], env: [{ name: 'A', value: 'a' }] }] },
      status: { conditions: [{ type: 'Ready', at: `at ${name}` }], ...more },
    });

  it('shares all in which nothing differs, and none of it is parsed again', () => {
    const parse = jest.spyOn(JSON, 'parse');
    const { objects } = decode([pod('a'), pod('b'), pod('c')]);
    const [a, b, c] = objects.map((object): Members => ({ ...object }));
    expect(b?.spec).toBe(a?.spec);
    expect(c?.spec).toBe(a?.spec);
    expect(c?.metadata).toEqual({ name: 'c', labels: { app: 'web' }, uid: 'uid of c' });
    const texts = parse.mock.calls.map(([text]) => text);
    expect(texts.filter((text) => text.includes('"image"'))).toHaveLength(1);
    expect(texts.filter((text) => text.includes('manager'))).toHaveLength(0);
  });

  it('shares with any before it what is small and the same', () => {
    const node = (name: string) => ({ hostIPs: [{ ip: `10.0.0.${name}` }] });
    const { objects } = decode(['1', '2', '1', '2', '1', '2'].map((name, i) => pod(String(i), node(name))));
    const ips = objects.map((object) => Object(Reflect.get(object, 'status')).hostIPs);
    expect(ips[5]).toBe(ips[3]);
    expect(ips[4]).toBe(ips[2]);
    expect(ips[5]).not.toBe(ips[4]);
  });

  it('shares with any before it what is left where only some fields are kept', () => {
    const on = (node: string, i: number) =>
      JSON.stringify({ metadata: { name: `${i}` }, spec: { a: i, node, b: [i] } });
    const { objects } = decode(['x', 'y', 'x', 'y', 'x', 'y'].map(on), [], { fields: fieldTree(['spec.node']) });
    const specs = objects.map((object) => Reflect.get(object, 'spec'));
    expect(specs).toEqual([{ node: 'x' }, { node: 'y' }, { node: 'x' }, { node: 'y' }, { node: 'x' }, { node: 'y' }]);
    expect(specs[4]).toBe(specs[0]);
    expect(specs[5]).toBe(specs[1]);
  });

  it('may have a container with other members in it, which costs no more than that', () => {
    const parse = jest.spyOn(JSON, 'parse');
    const { objects } = decode([
      pod('a', { last: { a: 1 } }),
      pod('b', { last: { b: [1, 2] } }),
      pod('c', { last: {} }),
    ]);
    expect(objects.map((object) => Object(Reflect.get(object, 'status')).last)).toEqual([{ a: 1 }, { b: [1, 2] }, {}]);
    expect(parse.mock.calls.filter(([text]) => text.includes('"image"'))).toHaveLength(1);
  });

  it('L16: is refused alone where it has no name, or says another kind', () => {
    const typed = (name: unknown, kind: string) =>
      JSON.stringify({ kind, apiVersion: 'v1', metadata: { name }, spec: { a: [1] } });
    const { objects, refused } = decode(
      [typed('a', 'Pod'), typed(1, 'Pod'), typed('c', 'Node'), typed('d', 'Pod')],
      [],
      {
        typeMeta: { kind: 'Pod', apiVersion: 'v1' },
      },
    );
    expect(objects.map((object) => object.metadata?.name)).toEqual(['a', 'd']);
    expect(refused.map((error) => error.constructor)).toEqual([NamelessError, OtherKindError]);
  });

  it('L12: shares with the version that is known of it, not with its like', () => {
    const [known] = decode([pod('b', { phase: 'Running' })]).objects;
    const { objects } = decode([pod('a', { phase: 'Pending' }), pod('b', { phase: 'Pending' })], [], {
      known: (key) => (key === 'b' ? known : undefined),
    });
    expect(objects[1]).toEqual({ ...known, status: { conditions: [{ type: 'Ready', at: 'at b' }], phase: 'Pending' } });
    expect(objects[1]?.metadata).toBe(known?.metadata);
  });
});
