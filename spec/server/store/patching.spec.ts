import { describe, expect, it } from '@jest/globals';
import { core } from '../../../lib/kubernetes/index.js';
import { refusal, testServer } from '../support/server.js';

const at = { namespace: 'default', name: 'a' };

function setUp() {
  const { store } = testServer();
  store.create(core.configMaps, { metadata: { ...at, labels: { x: '1' } }, data: { k: 'v', l: 'w' } });
  const merge = (patch: unknown) => store.patch(core.configMaps, at, patch, { type: 'merge' });
  const json = (patch: unknown) => store.patch(core.configMaps, at, patch, { type: 'json' });
  return { store, merge, json };
}

describe('a merge patch', () => {
  it('sets, adds and removes fields, at any depth', () => {
    const { merge } = setUp();
    const patched = merge({ data: { k: null, n: '1' }, metadata: { labels: { x: null, y: '2' } } });
    expect(patched).toMatchObject({ metadata: { resourceVersion: '4', labels: { y: '2' } }, data: { l: 'w', n: '1' } });
    expect(patched.data).not.toHaveProperty('k');
  });

  it('writes nothing when it changes nothing', () => {
    const { store, merge } = setUp();
    expect(merge({ data: { k: 'v' } }).metadata.resourceVersion).toBe('3');
    expect(store.resourceVersion).toBe('3');
  });

  it('is conditional only when it names a resourceVersion', () => {
    const { merge } = setUp();
    expect(refusal(() => merge({ metadata: { resourceVersion: '1' } }))).toMatchObject({
      code: 409,
      reason: 'Conflict',
    });
    expect(merge({ metadata: { resourceVersion: null }, data: { z: '1' } }).metadata.resourceVersion).toBe('4');
    expect(merge({ metadata: { resourceVersion: '4' }, data: { z: '2' } }).metadata.resourceVersion).toBe('5');
  });

  it('cannot make an object another one', () => {
    const { merge } = setUp();
    expect(refusal(() => merge({ metadata: { name: 'b' } })).message).toBe(
      'the name of the object (b) does not match the name on the URL (a)',
    );
    expect(refusal(() => merge({ metadata: { namespace: 'b' } })).code).toBe(400);
    expect(refusal(() => merge({ metadata: { uid: 'b' } }))).toMatchObject({
      code: 422,
      message: 'ConfigMap "a" is invalid: metadata.uid: Invalid value: "b": field is immutable',
    });
    expect(refusal(() => merge({ kind: 'Pod' }))).toMatchObject({ code: 422, reason: 'Invalid' });
    expect(refusal(() => merge({ metadata: null })).code).toBe(400);
  });

  it('must be an object', () => {
    const { merge } = setUp();
    for (const patch of [[], 'x', null, 1])
      expect(refusal(() => merge(patch))).toMatchObject({ code: 400, reason: 'BadRequest' });
  });

  it('is refused when it is nested deeper than any object', () => {
    const { merge } = setUp();
    const deep = JSON.parse(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`);
    expect(refusal(() => merge(deep))).toMatchObject({ code: 400, reason: 'BadRequest' });
  });

  it('reaches no prototype', () => {
    const { merge } = setUp();
    merge(JSON.parse('{"data":{"__proto__":{"polluted":"1"}}}'));
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});

describe('a JSON patch', () => {
  it('applies its operations in order', () => {
    const { json } = setUp();
    const patched = json([
      { op: 'test', path: '/data/k', value: 'v' },
      { op: 'add', path: '/data/q', value: '1' },
      { op: 'replace', path: '/data/k', value: '2' },
      { op: 'copy', from: '/data/q', path: '/data/r' },
      { op: 'move', from: '/data/l', path: '/data/m' },
      { op: 'add', path: '/metadata/annotations', value: { 'a.b/c': 'd' } },
      { op: 'replace', path: '/metadata/annotations/a.b~1c', value: 'e' },
    ]);
    expect(patched).toMatchObject({
      metadata: { annotations: { 'a.b/c': 'e' } },
      data: { k: '2', q: '1', r: '1', m: 'w' },
    });
  });

  it('does all or nothing', () => {
    const { store, json } = setUp();
    const before = store.get(core.configMaps, at);
    const wrong = [
      { op: 'test', path: '/data/k', value: 'x' },
      { op: 'remove', path: '/data/none' },
      { op: 'foo', path: '/data/k' },
      { op: 'add', path: '/data/k/x', value: 1 },
      { op: 'add', path: '/data/k/0/x', value: 1 },
      { op: 'replace', path: '/data/k/length', value: 1 },
      { op: 'add', path: 'data', value: 1 },
      { op: 'add', path: '/data/k' },
      { op: 'move', path: '/data/k' },
      { op: 'copy', from: '/none', path: '/data/x' },
    ];
    for (const operation of wrong)
      expect(refusal(() => json([{ op: 'add', path: '/data/first', value: '1' }, operation]))).toMatchObject({
        code: 422,
        reason: 'Invalid',
        message: 'the server rejected our request due to an error in our request',
      });
    expect(store.get(core.configMaps, at)).toBe(before);
  });

  it('must be a list of operations, and leave an object with a name', () => {
    const { json } = setUp();
    for (const patch of [{}, [1], 'x', [{ op: 'replace', path: '', value: {} }]])
      expect(refusal(() => json(patch)).code).toBe(400);
  });

  it('is refused when its copies would make the object grow without bound', () => {
    const { json } = setUp();
    const start = { op: 'add', path: '/x', value: [0] };
    const double = { op: 'copy', from: '/x', path: '/x/-' };
    expect(refusal(() => json([start, ...Array.from({ length: 60 }, () => double)])).code).toBe(422);
  });

  it.each([
    '/__proto__/x',
    '/__proto__',
    '/constructor/x',
    '/constructor/prototype/x',
    '/data/toString/x',
    '/data/__proto__/x',
    '/metadata/labels/hasOwnProperty/x',
  ])('is refused when it leads through what every object inherits: %s', (path) => {
    const { store, json } = setUp();
    const before = store.get(core.configMaps, at);
    for (const operation of [
      { op: 'add', path, value: 'polluted' },
      { op: 'replace', path, value: 'polluted' },
      { op: 'copy', from: path, path: '/data/x' },
      { op: 'move', from: '/data/k', path },
    ])
      expect(refusal(() => json([operation]))).toMatchObject({ code: 422, reason: 'Invalid' });
    expect(store.get(core.configMaps, at)).toBe(before);
    expect([Reflect.get({}, 'x'), Reflect.get(Object.prototype.toString, 'x')]).toEqual([undefined, undefined]);
  });

  it('finds only what the object itself has', () => {
    const { json } = setUp();
    json([{ op: 'add', path: '/metadata/finalizers', value: ['a.b/c'] }]);
    for (const path of ['/data/toString', '/metadata/finalizers/length'])
      for (const op of ['remove', 'replace', 'test'])
        expect(refusal(() => json([{ op, path, value: 1 }]))).toMatchObject({ code: 422, reason: 'Invalid' });
    expect(json([{ op: 'replace', path: '/metadata/finalizers/0', value: 'd.e/f' }]).metadata.finalizers).toEqual([
      'd.e/f',
    ]);
  });
});
