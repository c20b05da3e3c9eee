import { describe, expect, it } from '@jest/globals';
import { createInformer } from '../../../lib/informer/index.js';
import { core } from '../../../lib/kubernetes/index.js';
import { createRelay, type RelayOptions } from '../../../lib/server/index.js';
import { shownOf, withoutSecretData } from '../../../lib/server/relay/secrets.js';
import { servedAs } from '../../../lib/server/store/served.js';
import { settled, TestClock } from '../../support/virtual-time.js';
import { ask, WatchReader } from '../support/ask.js';
import { START, testServer } from '../support/server.js';

const METADATA = {
  name: 'db',
  namespace: 'shop',
  uid: 'u',
  resourceVersion: '7',
  creationTimestamp: '2026-01-01T00:00:00Z',
};
const SECRET = {
  apiVersion: 'v1',
  kind: 'Secret',
  type: 'Opaque',
  immutable: true,
  metadata: {
    ...METADATA,
    labels: { tier: 'data' },
    annotations: {
      note: 'kept',
      'kubectl.kubernetes.io/last-applied-configuration': '{"data":{"password":"aHVudGVyMg=="}}',
    },
    managedFields: [{ fieldsV1: { 'f:data': { 'f:password': {} } } }],
  },
  data: { password: 'aHVudGVyMg==' },
  stringData: { password: 'hunter2' },
};

describe('a Secret that is relayed', () => {
  it('has no data, nor what repeats it or its keys, and says so', () => {
    expect(withoutSecretData(SECRET)).toEqual({
      apiVersion: 'v1',
      kind: 'Secret',
      type: 'Opaque',
      immutable: true,
      metadata: {
        ...METADATA,
        labels: { tier: 'data' },
        annotations: { note: 'kept', 'rxinformer.dev/withheld': 'data,stringData' },
      },
    });
    expect(SECRET.data.password).toBe('aHVudGVyMg==');
  });

  it('says nothing where nothing was withheld', () => {
    const plain = { apiVersion: 'v1', kind: 'Secret', metadata: METADATA };
    expect(withoutSecretData(plain)).toEqual(plain);
  });

  it('is the same for the same object, so that it is made into JSON once; other resources are as they are', () => {
    const shown = shownOf(servedAs(core.secrets), false);
    expect(shown?.(SECRET)).toBe(shown?.(SECRET));
    expect(shownOf(servedAs(core.configMaps), false)).toBeUndefined();
    expect(shownOf(servedAs(core.secrets), true)).toBeUndefined();
  });
});

const DATA = /aHVudGVyMg|c2VzYW1l|hunter2|password/;
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';
const PATH = '/api/v1/namespaces/default/secrets';
const TABLE = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' };
const METADATA_ONLY = {
  accept:
    'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io,application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io',
};
const FORMS: readonly [string, Record<string, string>][] = [
  ['', {}],
  ['includeObject=Object', TABLE],
  ['includeObject=Metadata', TABLE],
  ['', METADATA_ONLY],
  ['fields=data.password,stringData,metadata.annotations,metadata.managedFields', {}],
  ['fields=data', {}],
];

/** A relay of the Secrets of a server, one of which was applied with kubectl. */
async function setUp(relay: Partial<RelayOptions> = {}) {
  const scheduler = new TestClock(START);
  const server = testServer({ scheduler });
  const secrets = createInformer({
    transport: server.transport(),
    resource: core.secrets,
    managedFields: 'keep',
    scheduler,
  });
  const secret = (name: string, password: string) => ({
    metadata: {
      name,
      namespace: 'default',
      annotations: { [LAST_APPLIED]: JSON.stringify({ data: { password } }) },
      managedFields: [{ manager: 'kubectl', fieldsV1: { 'f:data': { 'f:password': {} } } }],
    },
    data: { password },
  });
  server.store.create(core.secrets, secret('db', 'aHVudGVyMg=='));
  const relaying = createRelay({ informers: [secrets], scheduler, now: () => START, ...relay });
  secrets.start();
  await settled();
  return { server, relay: relaying, transport: relaying.transport(), scheduler, secret };
}

describe('a relay of Secrets', () => {
  it.each([
    [false, '<withheld>'],
    [true, 1],
  ])('counts no data that it keeps back, in a table: includeSecretData %s', async (includeSecretData, count) => {
    const { transport } = await setUp({ includeSecretData });
    const { json } = await ask(transport, { path: `${PATH}?includeObject=None`, headers: TABLE });
    expect(json.rows).toEqual([{ cells: ['db', '', count, expect.any(String)] }]);
  });

  it.each(FORMS)('tells no data in a list, a get and a watch: ?%s %j', async (query, headers) => {
    const { server, transport, scheduler, secret } = await setUp();
    const watches = [
      `${PATH}?watch=1`,
      `${PATH}?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true`,
    ].map((path) => new WatchReader(transport, `${path}&${query}`, headers));
    const list = await ask(transport, { path: `${PATH}?${query}`, headers });
    const page = await ask(transport, { path: `${PATH}?limit=1&${query}`, headers });
    const one = await ask(transport, { path: `${PATH}/db?${query}`, headers });
    expect([list.status, page.status, one.status]).toEqual([200, 200, 200]);
    server.store.patch(
      core.secrets,
      { namespace: 'default', name: 'db' },
      { data: { password: 'c2VzYW1l' } },
      { type: 'merge' },
    );
    server.store.create(core.secrets, secret('other', 'c2VzYW1l'));
    server.store.delete(core.secrets, { namespace: 'default', name: 'db' });
    await scheduler.advanceAsync(1000);
    const told = watches.map(({ frames }) => frames.map(({ type }) => type).join());
    expect(told[0]).toBe('ADDED,MODIFIED,ADDED,DELETED');
    expect(JSON.stringify([list.text, page.text, one.text, watches.map(({ frames }) => frames)])).not.toMatch(DATA);
  });

  it('lets nobody find out data by a selector', async () => {
    const { transport } = await setUp();
    for (const selector of ['data.password=aHVudGVyMg==', 'stringData.password!=x', 'metadata.annotations=x'])
      expect(await ask(transport, `${PATH}?fieldSelector=${encodeURIComponent(selector)}`)).toMatchObject({
        status: 400,
      });
    expect((await ask(transport, `${PATH}?fieldSelector=type%3DOpaque`)).status).toBe(200);
  });

  it('tells no data over a socket, compressed or not', async () => {
    const { relay } = await setUp();
    const { url, close } = await relay.listen();
    for (const encoding of ['gzip', 'identity']) {
      const answer = await fetch(url + PATH, { headers: { 'accept-encoding': encoding } });
      expect(answer.headers.get('content-encoding')).toBe(encoding === 'gzip' ? 'gzip' : null);
      const text = await answer.text();
      expect(text).toContain('"name":"db"');
      expect(text).not.toMatch(DATA);
    }
    await close();
  });

  it('tells data when it is asked to', async () => {
    const { transport } = await setUp({ includeSecretData: true });
    const { json } = await ask(transport, `${PATH}/db`);
    expect(json).toMatchObject({ data: { password: 'aHVudGVyMg==' } });
  });
});
