import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { identityOf } from '../../lib/codec/identity.js';
import { Outline } from '../../lib/codec/outline.js';
import { runs } from '../support/runs.js';
import { anyIndent, anyJson, bytesOf } from './chunks.js';

function read(text: string, cuts = true) {
  const bytes = bytesOf(`,${text}`);
  const outline = new Outline(cuts);
  expect(outline.scan(bytes, 1, bytes.length)).toBe(bytes.length);
  return identityOf(bytes, 1, outline);
}

it('reads what JSON.parse would, wherever it stands in the metadata', () => {
  const text = fc.stringMatching(/^[a-z0-9.-]{0,12}$/);
  const metadata = fc.record(
    {
      ...{ name: text, namespace: text, uid: text, resourceVersion: text },
      ...{ labels: anyJson, annotations: anyJson, managedFields: fc.array(anyJson), finalizers: anyJson },
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(metadata, fc.nat(), anyIndent, fc.boolean(), (members, turn, indent, cuts) => {
      const entries = Object.entries(members);
      const at = entries.length === 0 ? 0 : turn % entries.length;
      const object = { metadata: Object.fromEntries([...entries.slice(at), ...entries.slice(0, at)]) };
      const { name, namespace = '', uid = '', resourceVersion = '' } = members;
      const found = read(JSON.stringify(object, null, indent), cuts);
      // With spaces around them the metadata are no plain member, and nothing is claimed.
      if (indent === '' || found !== undefined)
        expect(found).toEqual(name === undefined ? undefined : { name, namespace, uid, resourceVersion });
    }),
    runs,
  );
});

it.each([
  '{"metadata":{"name":"\\u0061"}}',
  '{"metadata":{"name":"ü"}}',
  '{"metadata":[]}',
  '{"metadata":{"name":1}}',
  '{"metadata":{"name":"a","n\\u0061mespace":"b"}}',
  '{"metadata":{"name":"a","namespace":"\\u0062"}}',
  '{"metadata":{"name":"a","namespace":"b","uid":"c","resourceVersion":"1","\\u006eame":"d"}}',
  '{"metadata":{"name":"a","uid":"c","resourceVersion":"1"},"metadata" :{"name":"a","uid":"c","resourceVersion":"2"}}',
  '{"metadata":{"name":"a","uid":"c","resourceVersion":"1"},"metadata": {"name":"a","uid":"c","resourceVersion":"2"}}',
  '{"metadata":{"name":"a","uid":"c","resourceVersion":"1"}, "metadata":{"name":"a","uid":"c","resourceVersion":"2"}}',
  '{"metadata":{"name":"a","uid":"c","resourceVersion":"1"},"spec":{},"metadata":{"name":"a"}}',
  '{}',
])('leaves %s to a parser', (text) => {
  expect(read(text)).toBeUndefined();
});

it('takes the last of members that stand twice, as JSON.parse does', () => {
  const text = '{"metadata":{"name":"a","namespace":"b","uid":"c","resourceVersion":"1","labels":{},"name":"d"}}';
  expect(read(text)).toEqual({ name: 'd', namespace: 'b', uid: 'c', resourceVersion: '1' });
});
