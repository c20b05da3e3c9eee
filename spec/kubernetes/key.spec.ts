import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { KeyError, keyOf, splitKey } from '../../lib/kubernetes/index.js';

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

  it.each([
    ['nothing', undefined, 'metadata.name is absent'],
    ['a text', 'shop/web-0', 'metadata.name is absent'],
    ['no metadata', {}, 'metadata.name is absent'],
    ['no name', { metadata: { namespace: 'shop' } }, 'metadata.name is absent'],
    ['an empty name', { metadata: { name: '' } }, 'metadata.name is ""'],
    ['a number for a name', { metadata: { name: 7 } }, 'metadata.name is 7'],
    ['a slash in the name', { metadata: { name: 'a/b' } }, 'metadata.name is "a/b"'],
    ['a slash in the namespace', { metadata: { name: 'a', namespace: 'b/c' } }, 'metadata.namespace is "b/c"'],
  ])('refuses %s and keeps it for whoever asks', (_, object, message) => {
    const refused = catchError(() => keyOf(object));
    expect(refused).toBeInstanceOf(KeyError);
    expect(refused).toMatchObject({ name: 'KeyError', object, message: expect.stringContaining(message) });
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
    );
  });

  it.each(['', '/', '/a', 'a/', 'a/b/c'])('refuses %j', (key) => {
    expect(() => splitKey(key)).toThrow(KeyError);
    expect(() => splitKey(key)).toThrow('keys are "name" or "namespace/name"');
  });
});

function catchError(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}
