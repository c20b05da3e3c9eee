import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { core } from '../../lib/kubernetes/index.js';
import { ask, type Cluster, Writer } from './cluster.js';
import { servers } from './servers.js';

const PATH = '/api/v1/namespaces/shop/configmaps';
const REJECTED = /^the server rejected our request due to an error in our request$/;
const NO_VERSION = /^resourceVersion: Invalid value: "abc"/;
const added = (path: string) => [{ op: 'add', path, value: '1' }];

interface Case {
  readonly what: string;
  readonly request: Parameters<typeof ask> extends [unknown, ...infer R] ? R : never;
  readonly code: number;
  readonly reason: string | undefined;
  readonly message: RegExp;
}

/** What both servers answer, also where another code would be expected: 500 for a mistake of the client is kube-apiserver's own. */
const CASES: readonly Case[] = [
  {
    what: 'a creation with a resourceVersion',
    request: ['POST', PATH, { metadata: { name: 'b', resourceVersion: '5' } }],
    ...{ code: 500, reason: undefined, message: /^resourceVersion should not be set on objects to be created$/ },
  },
  {
    what: 'a watch from what is no version',
    request: ['GET', `${PATH}?watch=1&resourceVersion=abc`],
    ...{ code: 500, reason: undefined, message: NO_VERSION },
  },
  {
    what: 'a read at what is no version',
    request: ['GET', `${PATH}/a?resourceVersion=abc`],
    ...{ code: 500, reason: undefined, message: NO_VERSION },
  },
  {
    what: 'a list at what is no version',
    request: ['GET', `${PATH}?resourceVersion=abc`],
    ...{ code: 400, reason: 'BadRequest', message: /^invalid resource version: resourceVersion: Invalid value: "abc"/ },
  },
  ...['/__proto__/x', '/constructor/x', '/data/toString/x'].map((path) => ({
    what: `a patch at ${path}`,
    request: ['PATCH', `${PATH}/a`, added(path)] satisfies Case['request'],
    ...{ code: 422, reason: 'Invalid', message: REJECTED },
  })),
];

describe.each(servers)('%s refuses', (_, startCluster) => {
  let cluster: Cluster;

  beforeAll(async () => {
    cluster = await startCluster();
    await new Writer(cluster, core.namespaces).create({ metadata: { name: 'shop' } });
    await new Writer(cluster, core.configMaps, 'shop').create({ metadata: { name: 'a' } });
  }, 60_000);

  afterAll(() => cluster.stop());

  it('no creation for a resourceVersion that is none', async () => {
    for (const resourceVersion of ['0', 'x']) {
      const { status } = await ask(cluster.admin, 'POST', PATH, {
        metadata: { name: `v${resourceVersion}`, resourceVersion },
      });
      expect(status).toBe(201);
    }
  });

  it.each(CASES)('$what', async ({ request, code, reason, message }) => {
    const { status, body } = await ask(cluster.admin, ...request);
    expect([status, body.code, body.reason]).toEqual([code, code, reason]);
    expect(body.message).toMatch(message);
  });
});
