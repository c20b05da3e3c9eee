/** Events of objects that are known, decoded with what is known: what API servers write, and what they never would. */
import { describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { DecodeError, type DecodeOptions, jsonEncoding, TooDeepError } from '../../lib/codec/index.js';
import { type KubernetesObject, keyOf } from '../../lib/kubernetes/index.js';
import { runs } from '../support/runs.js';
import { anyJson, bytesOf } from './chunks.js';
import { hostileObject } from './hostile.js';

const PLAIN: DecodeOptions = { managedFields: 'drop', strict: true, typeMeta: undefined };

/** Decodes frames one after the other, each knowing what came before. */
function watched(frames: readonly string[], options: Partial<DecodeOptions> = {}): KubernetesObject[] {
  const objects: KubernetesObject[] = [];
  const known = new Map<string, KubernetesObject>();
  const watch = jsonEncoding<KubernetesObject>({ ...PLAIN, known: (key) => known.get(key), ...options }).watch({
    frame: (frame) => {
      if (!('object' in frame)) return;
      known.set(keyOf(frame.object), frame.object);
      objects.push(frame.object);
    },
    refused: (error) => {
      throw error;
    },
  });
  for (const frame of frames) watch.write(bytesOf(`${frame}\n`));
  return objects;
}

/** The same objects as items of a list, whose ends have to be found too. */
function listed(items: readonly string[]): KubernetesObject[] {
  const objects: KubernetesObject[] = [];
  const list = jsonEncoding<KubernetesObject>(PLAIN).list({
    object: (object) => objects.push(object),
    refused: (error) => {
      throw error;
    },
  });
  list.write(bytesOf(`{"metadata":{},"items":[${items.join(',')}]}`));
  list.end();
  return objects;
}

const frameOf = (object: string) => `{"type":"MODIFIED","object":${object}}`;

/** What JSON.parse makes of frames, without managedFields. */
function parsed(frames: readonly string[]): unknown[] {
  return frames.map((frame) => {
    const { object } = JSON.parse(frame);
    delete object.metadata.managedFields;
    return object;
  });
}

/** The same value, whatever the order of members, which a version that is equal but for it has from the one before. */
function expectWhatParserGives(frames: readonly string[]): void {
  const objects = watched(frames);
  expect(objects).toEqual(parsed(frames));
  // `toEqual` takes a member that is undefined for none.
  expect(objects.map((object) => JSON.stringify(object).length)).toEqual(
    parsed(frames).map((object) => JSON.stringify(object).length),
  );
}

/** As an API server writes the resourceVersion and managedFields of a built-in kind; of a custom resource, they stand the other way round. */
const versioned = (n: number | string) =>
  `,"resourceVersion":"${n}","managedFields":[{"time":"${n}","f:a":{"f:b":{}}}]`;

/** Twice as it is, so that it is known by its text, and then the next version. */
function expectVersions(first: string, next: string): void {
  expectWhatParserGives([first, first, first, next, next, first].map(frameOf));
}

const SPEC = '{"nodeName":"n","tolerations":[{"key":"a","seconds":300}],"text":"b"}';
const pod = ({ metadata = '', spec = `"spec":${SPEC}`, rest = ',"status":{"ready":true}' } = {}) =>
  `{"kind":"Pod","apiVersion":"v1","metadata":{"name":"a","namespace":"shop","labels":{"app":"web"}${metadata}},${spec}${rest}}`;

describe('decoding events of what is known', () => {
  it('L12: neither parses an unchanged spec nor reads it in full, and keeps it', () => {
    const parse = jest.spyOn(JSON, 'parse');
    const [first, ...next] = watched([1, 2, 3].map((n) => frameOf(pod({ rest: `,"status":{"n":${n}}` }))));
    const texts = parse.mock.calls.map(([text]) => text);
    parse.mockRestore();
    for (const object of next) {
      expect(Reflect.get(object, 'spec')).toBe(Reflect.get(first ?? {}, 'spec'));
      expect(object.metadata?.labels).toBe(first?.metadata?.labels);
    }
    expect(texts.slice(-2)[0]).not.toMatch(/nodeName|app/);
    expect(texts.slice(-2)[0]).toMatch(/"n":2/);
  });

  it('L12: parses nothing but the status where the text around it is that of the version before', () => {
    const parse = jest.spyOn(JSON, 'parse');
    const versions = [1, 2, 3, 4, 4].map((n) =>
      pod({ metadata: versioned(n), rest: `,"status":{"n":${n},"ip":{"a":1}}` }),
    );
    const [, second, third, fourth, again] = watched(versions.map(frameOf));
    const texts = parse.mock.calls.map(([text]) => text);
    parse.mockRestore();
    expect(texts.slice(-3)).toEqual(['{"n":3,"ip":{"a":1}}', '{"n":4,"ip":{"a":1}}', '{"n":4,"ip":{"a":1}}']);
    expect(third?.metadata).toEqual({ ...second?.metadata, resourceVersion: '3' });
    expect(Reflect.get(third ?? {}, 'status').ip).toBe(Reflect.get(second ?? {}, 'status').ip);
    expect([third, third?.metadata, Reflect.get(third ?? {}, 'status')].every(Object.isFrozen)).toBe(true);
    expect(again).toBe(fourth);
  });

  it('sees each change of one byte in a spec of the same length', () => {
    for (let at = 0; at < SPEC.length; at++) {
      const byte = SPEC[at] ?? '';
      if (!/[\da-z]/.test(byte)) continue;
      const changed = `${SPEC.slice(0, at)}${byte === '7' ? '8' : '7'}${SPEC.slice(at + 1)}`;
      if (isJson(changed)) expectVersions(pod(), pod({ spec: `"spec":${changed}` }));
    }
  });

  it('gives what JSON.parse gives of a spec, a status and more that change, or do not, in any way', () => {
    const value = fc.oneof(
      anyJson.map((json) => JSON.stringify(json)),
      hostileObject.map((text) => text.replaceAll('\n', ' ')),
    );
    const some = fc.array(value, { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(some, some, fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 8 }), (values, others, picks) => {
        const frames = picks.map(([a, b]) =>
          frameOf(
            pod({
              metadata: `,"annotations":${others[b % others.length]},"managedFields":[{"f:a":${others[0]}}]`,
              spec: `"spec":${values[a % values.length]},"data":${others[a % others.length]}`,
              rest: `,"status":${values[b % values.length]}`,
            }),
          ),
        );
        expect(watched(frames).map(sorted)).toEqual(parsed(frames).map(sorted));
      }),
      runs,
    );
  });

  it.each([
    ['none', ',"managedFields":[]'],
    ['a bracket in a string', ',"managedFields":[{"manager":"a]},\\"spec\\":{"}]'],
    ['brackets and a quote in a string', ',"managedFields":[{"manager":"]},\\"x"},{"a":"]"}]'],
    ['a backslash before the end of a string', ',"managedFields":[{"manager":"]\\\\"}]'],
    ['brackets that only close in strings', ',"managedFields":["]","],",":1,",":2,",{"]":"]"}]'],
    ['a string that ends like them', ',"managedFields":[{"manager":"a],"},{"b":"}"}]'],
    ['an array in them', ',"managedFields":[{"x":{"y":[1]},"spec":{"nodeName":"other"}}]'],
    ['an empty array in them', ',"managedFields":[{"x":[]},{"y":{}}]'],
    ['spaces around them', ', "managedFields" : [ {"manager":"a"} ] '],
    ['a member behind them', ',"managedFields":[{"manager":"a"}],"uid":"u"'],
    ['an array behind them', ',"managedFields":[{"manager":"a"}],"finalizers":["x"]'],
    ['some twice', ',"managedFields":[{"manager":"a"}],"managedFields":[{"manager":"b"}]'],
    ['some that are no array', ',"managedFields":{"a":1}'],
    ['some of which the key is escaped', ',"managed\\u0046ields":[{"manager":"a"}]'],
    ['others that are not its own', ',"annotations":{"managedFields":"[1]"},"other":{"managedFields":[1]}'],
  ])('leaves out managedFields and nothing else: %s', (_, metadata) => {
    expectVersions(pod({ metadata }), pod({ metadata, rest: ',"status":{"ready":false}' }));
    expectVersions(pod({ metadata, spec: '"spec":{}' }), pod({ metadata, spec: '"foo":{"b":[]},"spec":{}' }));
    expectVersions(pod({ metadata, spec: '"x":1', rest: '' }), pod({ metadata, spec: '"x":2', rest: '' }));
    const items = ['"spec":{}', '"a":[{"]":"["}],"spec":{}', '"x":1'].map((spec) => pod({ metadata, spec }));
    expect(listed(items)).toEqual(parsed(items.map(frameOf)));
  });

  it.each([
    ['as those of built-in kinds', versioned],
    ['as those of custom resources', (n: number) => `,"managedFields":[{"time":"${n}"}],"resourceVersion":"${n}"`],
    ['without managedFields', (n: number) => `,"resourceVersion":"${n}"`],
    ['a resourceVersion with escapes', (n: number) => `,"resourceVersion":"\\u003${n}"`],
    ['a resourceVersion that is a number', (n: number) => `,"resourceVersion":${n}`],
    ['a resourceVersion that is an object', (n: number) => `,"resourceVersion":{"a":${n}},"resourceVersion":"1"`],
    ['and then an object', (n: number) => `,"resourceVersion":"${n}","resourceVersion":{"a":1}`],
    ['another resourceVersion behind it', (n: number) => `,"resourceVersion":"${n}","resourceVersion":"5"`],
    ['another behind managedFields', (n: number) => `${versioned(n)},"resourceVersion":"5"`],
    ['another with an escape', (n: number) => `,"resourceVersion":"${n}","resource\\u0056ersion":"5"`],
    ['a container with an escape', (n: number) => `,"resourceVersion":"${n}","resource\\u0056ersion":{"5":6}`],
    ['managedFields twice', (n: number) => `${versioned(n)},"managedFields":[{"n":${n}}]`],
    ['managedFields that are no array', (n: number) => `,"resourceVersion":"${n}","managedFields":{"n":${n}}`],
    ['a name that changes', (n: number) => `,"resourceVersion":"1","name":"${n}"`],
    ['a namespace behind the uid', (n: number) => `,"uid":"u","namespace":"n","resourceVersion":"${n}"`],
    ['an annotation that changes', (n: number) => `,"annotations":{"n":"${n}"},"resourceVersion":"${n}"`],
  ])('gives what JSON.parse gives of versions in a row, with metadata written %s', (_, metadata) => {
    const numbers = [1, 2, 3, 4, 4, 3];
    for (const rest of [
      ',"status":{"n":N,"s":{}}',
      ',"status":N',
      ',"status":{"n":N},"more":{"a":N}',
      '',
      ',"status":{"n":N},"metadata":{"name":"a"}',
    ]) {
      expectWhatParserGives(
        numbers.map((n) => frameOf(pod({ metadata: metadata(n), rest: rest.replaceAll('N', `${n}`) }))),
      );
    }
    const lease = numbers.map((n) => pod({ metadata: metadata(n), spec: `"spec":{"renewTime":${n}}`, rest: '' }));
    expectWhatParserGives(lease.map(frameOf));
    const twice = numbers.map(
      (n) => `{"kind":"Pod","metadata":{"name":"a"${metadata(n)}},"metadata":{"name":"a"},"status":{"n":${n}}}`,
    );
    expectWhatParserGives(twice.map(frameOf));
  });

  it('gives what JSON.parse gives of a second metadata that is what it was', () => {
    const text = (n: number) =>
      `{"metadata":{"name":"a","resourceVersion":"${n}"},"metadata":{"name":"a","resourceVersion":"1"},"kind":"Pod","status":{"n":{}}}`;
    expectWhatParserGives([1, 1, 2, 3, 4].map((n) => frameOf(text(n))));
  });

  it('L16: refuses an event whose last value is no JSON, and reads the next', () => {
    const frames = [1, 2, 3].map((n) => frameOf(pod({ metadata: versioned(n), rest: `,"status":{"n":${n}}` })));
    for (const bad of ['{"n":}', '{"n":1', '{"n":1}}', '']) {
      const last = frameOf(pod({ metadata: versioned(4), rest: `,"status":${bad}` }));
      expect(() => watched([...frames, last])).toThrow(DecodeError);
    }
  });

  it.each([
    ['a spec twice', pod({ rest: ',"spec":{"b":1}' })],
    ['the same spec twice', pod({ rest: `,"spec":${SPEC}` })],
    ['a spec and a status behind it that is one', pod({ rest: `,"status":{},"spec":{"b":1}` })],
    ['a spec that is twice, once with an escape', pod({ rest: `,"status":{},"sp\\u0065c":{"b":1}` })],
    ['the mark of the decoder', pod({ rest: ',"status":"\u007f0"' })],
    ['the mark of the decoder, escaped', pod({ rest: ',"status":"\\u007f0"' })],
    ['the mark of the decoder, escaped otherwise', pod({ rest: ',"status":{"a":["\\u007F0"]}' })],
    ['the mark of the decoder, instead of the spec', pod({ rest: ',"status":1,"spec":"\\u007f0"' })],
    ['the mark of the decoder as it is, instead of the spec', pod({ rest: ',"status":1,"spec":"\u007f0"' })],
    ['metadata twice', pod({ rest: ',"status":{},"metadata":{"name":"a","namespace":"shop","managedFields":[1]}' })],
    ['metadata twice, of another object', pod({ rest: ',"metadata":{"name":"b","managedFields":[1]}' })],
    ['spaces everywhere', pod().replace(/[:,{}[\]]/g, ' $& ')],
    ['a spec with an escape', pod({ spec: `"spec":${SPEC.replace('"b"', '"\\u0062"')}` })],
    ['a spec beyond ASCII', pod({ spec: `"spec":${SPEC.replace('"b"', '"ü"')}` })],
    ['a spec that is cut short', pod({ spec: '"spec":{"nodeName":"n"}' })],
    ['a spec with a member more', pod({ spec: `"spec":${SPEC.replace('}]', '}],"more":1')}` })],
    ['an order of its own', `{"spec":${SPEC},"metadata":{"name":"a","namespace":"shop"},"kind":"Pod"}`],
    ['a member that an object inherits', pod({ rest: ',"toString":{},"constructor":{},"__proto__":{"a":1}' })],
    ['a spec that is longer than any fingerprint', pod({ spec: `"spec":{"a":"${'x'.repeat(40_000)}"}` })],
  ])('gives what JSON.parse gives of %s', (_, text) => {
    expectWhatParserGives([pod(), pod(), text, text, pod(), text].map(frameOf));
    expectVersions(text, text.replace(/n"/, 'm"'));
  });

  it('gives what JSON.parse gives of frames in which the object is not all', () => {
    const first = frameOf(pod());
    const others = [
      `{"type":"MODIFIED","object":${pod()},"more":{"a":{}}}`,
      `{"type":"MODIFIED","object":${pod()},"object":${pod({ rest: ',"status":{}' })}}`,
      `{"type":"MODIFIED","object":${pod({ rest: '' })},"type":"DELETED"}`,
      `{"object":${pod({ rest: '' })},"type":"ADDED"}`,
      `{"type":"MODIFIED","object":${pod()}} `,
    ];
    expectWhatParserGives([first, first, ...others]);
  });

  it.each([
    ['an object that is cut short', `{"type":"MODIFIED","object":${pod().slice(0, -1)}}`],
    ['an object that is closed twice', `{"type":"MODIFIED","object":${pod()}}}`],
    ['an unchanged spec that is followed by no JSON', frameOf(pod({ spec: `"spec":${SPEC}x` }))],
    ['a status that is no JSON', frameOf(pod({ rest: ',"status":{a}' }))],
  ])('L16: refuses %s', (_, frame) => {
    expect(() => watched([frameOf(pod()), frameOf(pod()), frame])).toThrow(DecodeError);
  });

  it('L16: refuses what is nested more than 500 levels deep', () => {
    const deep = frameOf(pod({ rest: `,"status":${'['.repeat(9000)}${']'.repeat(9000)}` }));
    expect(() => watched([frameOf(pod()), deep])).toThrow(TooDeepError);
  });

  it('L16: draws that line where it is drawn for an object that is not known', () => {
    const recurring = [1, 2, 3].map((n) => frameOf(pod({ metadata: versioned(n), rest: `,"status":{"n":${n}}` })));
    const isRefused = (frames: readonly string[]) => {
      try {
        watched(frames);
        return false;
      } catch {
        return true;
      }
    };
    for (const levels of [497, 498, 499, 500, 501]) {
      const status = `${'['.repeat(levels)}${']'.repeat(levels)}`;
      const deep = frameOf(pod({ metadata: versioned(4), rest: `,"status":${status}` }));
      expect([levels, isRefused([...recurring, deep])]).toEqual([levels, isRefused([deep])]);
    }
  });

  it('hands to the transform what the server sent, not what the transform made of it before', () => {
    const transform = (draft: unknown) => {
      const spec = Object(draft).spec;
      spec.count = (spec.count ?? 0) + 1;
    };
    const objects = watched(
      [1, 2, 3].map((n) => frameOf(pod({ rest: `,"status":{"n":${n}}` }))),
      { transform },
    );
    expect(objects.map((object) => Object(object).spec.count)).toEqual([1, 1, 1]);
    const seen: unknown[] = [];
    const looks = (draft: unknown) => {
      seen.push(Object(draft).status.n);
      if (Object(draft).status.n === 4) Object(draft).spec.nodeName = 'other';
    };
    const looked = watched(
      [1, 2, 3, 4, 5, 6].map((n) => frameOf(pod({ rest: `,"status":{"n":${n}}` }))),
      { transform: looks },
    );
    expect(seen).toEqual([1, 2, 3, 4, 5, 6]);
    expect(looked.map((object) => Object(object).spec.nodeName)).toEqual(['n', 'n', 'n', 'other', 'n', 'n']);
  });

  it('keeps managedFields where they are wanted', () => {
    const text = pod({ metadata: ',"managedFields":[{"manager":"a"}]' });
    const [, second] = watched([frameOf(text), frameOf(text.replace('true', 'false'))], { managedFields: 'keep' });
    expect(Object(second?.metadata).managedFields).toEqual([{ manager: 'a' }]);
    const versions = [1, 2, 3, 3].map((n) => pod({ metadata: versioned(n), rest: `,"status":{"n":${n}}` }));
    const twice = [1, 2, 3].map((n) =>
      pod({ metadata: `${versioned(n)},"managedFields":[]`, rest: `,"status":{"n":${n}}` }),
    );
    expect(watched(twice.map(frameOf), { managedFields: 'keep' })).toEqual(twice.map((text) => JSON.parse(text)));
    const kept = watched(versions.map(frameOf), { managedFields: 'keep' });
    expect(kept).toEqual(versions.map((version) => JSON.parse(version)));
    expect(kept[3]).toBe(kept[2]);
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** A value as text, its members sorted. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
