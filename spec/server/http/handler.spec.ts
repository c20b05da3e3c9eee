import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { core } from '../../../lib/kubernetes/index.js';
import { runs } from '../../support/runs.js';
import { ask } from '../support/ask.js';
import { testServer } from '../support/server.js';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const TYPES = ['application/json', 'application/merge-patch+json', 'application/json-patch+json', '', 'x'];

const segment = fc.constantFrom(
  'api',
  'apis',
  'v1',
  'apps',
  'namespaces',
  'default',
  'pods',
  'a',
  'b',
  'status',
  'configmaps',
  'version',
  '',
  '..',
  '%2F',
  '%',
  'ü',
);
const path = fc.oneof(
  fc.constantFrom(
    '/api/v1/namespaces/default/configmaps',
    '/api/v1/namespaces/default/configmaps/a',
    '/api/v1/namespaces/default/pods/a/status',
    '/api/v1/namespaces',
    '/api/v1/namespaces/b',
  ),
  fc.array(segment, { maxLength: 8 }).map((segments) => `/${segments.join('/')}`),
);
const parameter = fc.tuple(
  fc.constantFrom(
    'limit',
    'continue',
    'resourceVersion',
    'resourceVersionMatch',
    'labelSelector',
    'fieldSelector',
    'dryRun',
    'sendInitialEvents',
    'gracePeriodSeconds',
    'propagationPolicy',
    'timeoutSeconds',
  ),
  fc.oneof(
    fc.constantFrom(
      '',
      '0',
      '1',
      '3',
      '99',
      '-1',
      'x',
      'Exact',
      'NotOlderThan',
      'a=b',
      'metadata.name=a',
      'All',
      'true',
    ),
    fc.string(),
  ),
);

/** JSON that is often nearly an object. */
const metadata = fc.record(
  {
    name: fc.oneof(fc.constantFrom('a', 'b'), fc.jsonValue()),
    generateName: fc.oneof(fc.constant('g-'), fc.jsonValue()),
    labels: fc.oneof(fc.dictionary(fc.string(), fc.string()), fc.jsonValue()),
    finalizers: fc.oneof(fc.constant(['a.b/c']), fc.jsonValue()),
    resourceVersion: fc.oneof(fc.constantFrom('3', '4'), fc.jsonValue()),
    managedFields: fc.jsonValue(),
    ownerReferences: fc.jsonValue(),
    deletionTimestamp: fc.jsonValue(),
  },
  { requiredKeys: [] },
);
const body = fc.oneof(
  fc
    .record({ metadata, data: fc.jsonValue(), status: fc.jsonValue() }, { requiredKeys: [] })
    .map((object) => JSON.stringify(object)),
  fc
    .array(
      fc.record(
        {
          op: fc.constantFrom('add', 'remove', 'replace', 'move', 'copy', 'test'),
          path: fc.constantFrom('', '/data', '/metadata/name', '/metadata/labels/x', '/data/-', '/data/0/1'),
          from: fc.constantFrom('', '/data', '/metadata'),
          value: fc.jsonValue(),
        },
        { requiredKeys: ['op', 'path'] },
      ),
    )
    .map((patch) => JSON.stringify(patch)),
  fc.json(),
  fc.string(),
);
const request = fc.record({
  method: fc.constantFrom(...METHODS),
  path: fc
    .tuple(path, fc.array(parameter, { maxLength: 3 }))
    .map(([base, query]) => `${base}?${new URLSearchParams(query)}`),
  type: fc.constantFrom(...TYPES),
  body,
});

describe('the handler', () => {
  it('answers whatever it is sent, never by falling over', async () => {
    const { store, transport } = testServer();
    const way = transport();
    await fc.assert(
      fc.asyncProperty(fc.array(request, { maxLength: 10 }), async (requests) => {
        for (const { method, path, type, body } of requests) {
          const { status, json } = await ask(way, { method, path, body, headers: { 'content-type': type } });
          expect(status).toBeGreaterThanOrEqual(200);
          expect(json.reason).not.toBe('InternalError');
          if (status >= 400 && json.kind !== undefined) expect(json).toMatchObject({ kind: 'Status', code: status });
        }
        // Whatever was written is well-formed.
        for (const { metadata } of store.list(core.configMaps).items)
          expect(metadata).toMatchObject({
            name: expect.any(String),
            namespace: 'default',
            uid: expect.any(String),
            resourceVersion: expect.stringMatching(/^\d+$/),
          });
      }),
      runs,
    );
  });
});
