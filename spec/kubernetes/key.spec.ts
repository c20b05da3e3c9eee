import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { KeyError, keyOf, splitKey } from '../../lib/kubernetes/index.js';
import { runs } from '../support/runs.js';

describe('keyOf', () => {
  it('joins namespace and name', () => {
    expect(keyOf({ metadata: { namespace: 'shop', name: 'web-0' } })).toBe('shop/web-0');
  });

  it('is the name where there is no namespace', () => {
    expect(keyOf({ metadata: { name: 'worker-1' } })).toBe('worker-1');
    expect(keyOf({ metadata: { name: 'worker-1', namespace: '' } })).toBe('worker-1');
  });

  it('keeps names that are no DNS names, as RBAC has them', () => {
    expect(keyOf({ metadata: { name: 'system:node' } })).toBe('system:node');
  });

  it('takes names as they are, and none as an empty one, as client-go does', () => {
    expect(keyOf({ metadata: { namespace: 'shop' } })).toBe('shop/');
    expect(keyOf({ metadata: { name: '' } })).toBe('');
    expect(keyOf({ metadata: {} })).toBe('');
    expect(keyOf({ metadata: { name: 'a/b' } })).toBe('a/b');
  });

  it.each([
    ['nothing', undefined, 'metadata is absent'],
    ['a text', 'shop/web-0', 'metadata is absent'],
    ['no metadata', {}, 'metadata is absent'],
    ['metadata that is no object', { metadata: 'web-0' }, 'metadata is "web-0"'],
    ['a number for a name', { metadata: { name: 7 } }, 'metadata.name is 7'],
    ['a number for a namespace', { metadata: { name: 'a', namespace: 7 } }, 'metadata.namespace is 7'],
  ])('refuses %s and keeps it for whoever asks', (_, object, message) => {
    expectRefusal(() => keyOf(object), object, message);
  });
});

describe('splitKey', () => {
  it('takes apart what keyOf joined', () => {
    const name = fc.stringMatching(/^[a-z0-9:.-]{1,20}$/);
    fc.assert(
      fc.property(name, fc.option(name, { nil: undefined }), (name, namespace) => {
        const parts = namespace === undefined ? { name } : { namespace, name };
        expect(splitKey(keyOf({ metadata: parts }))).toEqual(parts);
      }),
      runs,
    );
  });

  it.each(['', '/', '/a', 'a/', 'a/b/c'])('refuses %j', (key) => {
    expect(() => splitKey(key)).toThrow(KeyError);
    expect(() => splitKey(key)).toThrow('keys are "name" or "namespace/name"');
  });
});

function expectRefusal(run: () => unknown, object: unknown, message: string): void {
  expect(run).toThrow(KeyError);
  expect(run).toThrow(expect.objectContaining({ name: 'KeyError', object, message: expect.stringContaining(message) }));
}
