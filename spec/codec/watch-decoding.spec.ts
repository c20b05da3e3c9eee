import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DecodeError, type DecodeOptions, jsonEncoding, TooDeepError, type WatchFrame } from '../../lib/codec/index.js';
import type { KubernetesObject } from '../../lib/kubernetes/index.js';
import { runs } from '../support/runs.js';
import { anyCuts, anyObject, bytesOf, chunksOf, withoutManagedFields } from './chunks.js';

const PLAIN: DecodeOptions = { managedFields: 'drop', strict: true, typeMeta: undefined };

function decode(chunks: readonly Uint8Array[], options: Partial<DecodeOptions> = {}) {
  const frames: WatchFrame<KubernetesObject>[] = [];
  const refused: string[] = [];
  const decoder = jsonEncoding<KubernetesObject>({ ...PLAIN, ...options }).watch({
    frame: (frame) => frames.push(frame),
    refused: (error) => refused.push(error.message),
  });
  for (const chunk of chunks) decoder.write(chunk);
  return { frames, refused, write: (chunk: Uint8Array) => decoder.write(chunk), end: () => decoder.end() };
}

const line = (type: string, object: unknown) => `${JSON.stringify({ type, object })}\n`;
const added = (name: string, kind = 'Pod') => line('ADDED', { kind, metadata: { name } });

describe('decoding a watch', () => {
  it('gives what JSON.parse gives, without managedFields, however the bytes are cut', () => {
    const anyType = fc.constantFrom('ADDED', 'MODIFIED', 'DELETED');
    fc.assert(
      fc.property(fc.array(fc.tuple(anyType, anyObject), { maxLength: 6 }), anyCuts, (events, cuts) => {
        const text = events.map(([type, object]) => line(type, { kind: 'Pod', ...object })).join('');
        const { frames } = decode(chunksOf(bytesOf(text), cuts));
        expect(frames).toEqual(
          events.map(([type, object]) => ({
            type,
            object: withoutManagedFields({ kind: 'Pod', ...object }),
            resourceVersion: '',
          })),
        );
      }),
      runs,
    );
  });

  it.each([
    ['as it is', '"object":'],
    ['with a key that only a parser can read', '"\\u006fbject":'],
  ])('L16: refuses an object that is nested more than 500 levels deep, %s', (_, key) => {
    const text = `{"type":"ADDED",${key}{"kind":"Pod","metadata":{"name":"a"},"spec":${'['.repeat(9000)}${']'.repeat(9000)}}}\n`;
    expect(() => decode([bytesOf(text)])).toThrow(TooDeepError);
    expect(() => decode([bytesOf(text)])).toThrow(/nested too deeply, more than 500 levels$/);
  });

  it('finds the object wherever it stands in its frame', () => {
    const text = '{"object":{"metadata":{"managedFields":[],"name":"a"},"kind":"Pod"},"type":"ADDED"}\n';
    expect(decode([bytesOf(text)]).frames).toEqual([
      { type: 'ADDED', object: { kind: 'Pod', metadata: { name: 'a' } }, resourceVersion: '' },
    ]);
  });

  it('passes over blank lines and carriage returns', () => {
    expect(decode([bytesOf(`\n\r\n  ${added('a').trim()}\r\n\n`)]).frames).toHaveLength(1);
  });

  it('reads a bookmark, and sees the mark of a complete initial list only where it is exactly "true"', () => {
    const bookmark = (annotation?: string) =>
      line('BOOKMARK', {
        metadata: { resourceVersion: '9', annotations: { 'k8s.io/initial-events-end': annotation } },
      });
    expect(decode([bytesOf(bookmark() + bookmark('true') + bookmark('false'))]).frames).toEqual([
      { type: 'BOOKMARK', resourceVersion: '9', initialEventsEnd: false },
      { type: 'BOOKMARK', resourceVersion: '9', initialEventsEnd: true },
      { type: 'BOOKMARK', resourceVersion: '9', initialEventsEnd: false },
    ]);
  });

  it('reads an error, and makes a Status of one that is none, as client-go does', () => {
    const status = { kind: 'Status', apiVersion: 'v1', code: 410, reason: 'Expired', message: 'too old' };
    const { frames } = decode([bytesOf(line('ERROR', status) + line('ERROR', { metadata: { name: 'a' } }))]);
    expect(frames).toMatchObject([
      { type: 'ERROR', status: { code: 410, reason: 'Expired', message: 'too old' } },
      { type: 'ERROR', status: { code: 500, reason: 'InternalError' } },
    ]);
  });

  it('hands on a whole last line that no newline ended, and drops one that was cut short', () => {
    const whole = decode([bytesOf(added('a').trim())]);
    whole.end();
    expect(whole.frames).toHaveLength(1);
    const torn = decode([bytesOf(added('a') + added('b').slice(0, 20))]);
    torn.end();
    expect(torn.frames).toHaveLength(1);
  });

  it.each([
    ['no JSON', '{"type":"ADDED","object":{"metadata":{"name":"a"}\n'],
    ['an unknown type', line('CHANGED', { kind: 'Pod', metadata: { name: 'a' } })],
    ['no type', '{"object":{"metadata":{"name":"a"}}}\n'],
    ['an object without a name', line('ADDED', { kind: 'Pod', metadata: {} })],
    ['an object without a kind', line('ADDED', { metadata: { name: 'a' } })],
    ['no object', '{"type":"ADDED"}\n'],
    ['a word', 'null\n'],
  ])('L16: refuses %s instead of skipping it', (_, text) => {
    expect(() => decode([bytesOf(text)])).toThrow(DecodeError);
  });

  it('L17: keeps the resourceVersion that a transform takes from the object', () => {
    const transform = (draft: unknown) => {
      delete Object(draft).metadata.resourceVersion;
    };
    const text = line('ADDED', { kind: 'Pod', metadata: { name: 'a', resourceVersion: '7' } });
    expect(decode([bytesOf(text)], { ...PLAIN, transform }).frames).toEqual([
      { type: 'ADDED', object: { kind: 'Pod', metadata: { name: 'a' } }, resourceVersion: '7' },
    ]);
  });

  it.each<[string, (seconds: number) => object]>([
    ['a Date', (seconds) => new Date(seconds * 1000)],
    ['a Map', (seconds) => new Map([['seconds', seconds]])],
    ['an object of a class of its own', (seconds) => new Sealed(seconds)],
  ])('L2: takes %s that a transform makes anew for another value than the one before', (_, made) => {
    let known: KubernetesObject | undefined;
    let seconds = 0;
    const transform = (draft: unknown) => {
      Object(draft).made = made(++seconds);
    };
    for (const type of ['ADDED', 'MODIFIED']) {
      const text = line(type, { kind: 'Pod', metadata: { name: 'a', resourceVersion: `${seconds}` } });
      const [frame] = decode([bytesOf(text)], { ...PLAIN, known: () => known, transform }).frames;
      known = frame !== undefined && 'object' in frame ? frame.object : undefined;
    }
    expect(Object(known).made).toEqual(made(2));
    expect(String(Object(known).made)).toBe(String(made(2)));
  });

  it('L16: refuses what is of another kind than was asked for, if that is known, instead of skipping it', () => {
    const pods = { ...PLAIN, typeMeta: { apiVersion: 'v1', kind: 'Pod' } };
    const foreign = line('BOOKMARK', { kind: 'Secret', metadata: { resourceVersion: '9' } });
    for (const text of [added('a', 'Secret'), foreign]) {
      expect(decode([bytesOf(text)]).frames).toHaveLength(1);
      expect(() => decode([bytesOf(text)], pods)).toThrow(
        new DecodeError('a watch event is about the kind "Secret", not Pod'),
      );
    }
    expect(decode([bytesOf(added('a'))], pods).frames).toHaveLength(1);
  });

  it('refuses a frame without end, instead of filling the memory', () => {
    const decoder = decode([]);
    const megabyte = bytesOf('x'.repeat(1024 * 1024));
    expect(() => {
      for (let i = 0; i < 17; i++) decoder.write(megabyte);
    }).toThrow(DecodeError);
  });

  it('L16: says which event the transform refused, and reads on', () => {
    const transform = (draft: unknown) => {
      if ((draft as KubernetesObject).metadata?.name === 'bad') throw new Error('bad one');
    };
    const { frames, refused } = decode([bytesOf(added('a') + added('bad') + added('b'))], { transform });
    expect(frames).toHaveLength(2);
    expect(refused).toEqual(['transform failed for bad: bad one']);
  });

  it('does not quote what it could not read: it may be a secret', () => {
    expect(() => decode([bytesOf('{"type":"ADDED","object":{"data":{"password":"hunter2"\n')])).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('hunter2') }),
    );
  });
});

/** Holds what nobody sees from outside. */
class Sealed {
  readonly #seconds: number;

  constructor(seconds: number) {
    this.#seconds = seconds;
  }

  toString(): string {
    return `${this.#seconds} s`;
  }
}
