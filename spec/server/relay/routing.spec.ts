import { describe, expect, it } from '@jest/globals';
import { throwError } from 'rxjs';
import type { Informer } from '../../../lib/informer/index.js';
import { createInformer } from '../../../lib/informer/index.js';
import { core } from '../../../lib/kubernetes/index.js';
import { createRelay } from '../../../lib/server/index.js';
import { TransportError } from '../../../lib/transport/index.js';
import { TestClock } from '../../support/virtual-time.js';
import { ask } from '../support/ask.js';
import { START, testServer } from '../support/server.js';

const LIST = '/api/v1/namespaces/default/pods';
const METADATA = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1';
const TABLE = 'application/json;as=Table;g=meta.k8s.io;v=v1,application/json';

/** A relay of pods: p1 is of the tier web and runs on n1, p2 is of the tier db. */
function relayOf(informers: readonly object[]) {
  const scheduler = new TestClock(START);
  const server = testServer({ scheduler });
  const create = (name: string, tier: string, nodeName: string) =>
    server.store.create(core.pods, {
      metadata: { name, namespace: 'default', labels: { tier } },
      spec: { nodeName, containers: [{ name: 'main', image: 'main:1' }] },
      status: { phase: 'Pending' },
    });
  create('p1', 'web', 'n1');
  create('p2', 'db', 'n2');
  const common = { transport: server.transport(), resource: core.pods, scheduler, random: () => 0.5 };
  const made = informers.map((each): Informer<unknown> => {
    const options = { ...common, ...each };
    return createInformer<unknown>(options);
  });
  const transport = createRelay({ informers: made, scheduler, now: () => START }).transport();
  return async (path: string, accept?: string) => {
    const answer = ask(transport, { path, ...(accept !== undefined && { headers: { accept } }) });
    await scheduler.advanceAsync(10_000);
    return answer;
  };
}

const whole = { status: 200, json: { spec: { nodeName: 'n1' }, status: { phase: 'Pending' } } };

describe('a get from a relay', () => {
  it('L15: is answered by an informer that holds all of the name, whichever comes first', async () => {
    const get = relayOf([{ labelSelector: 'tier=db' }, { namespace: 'default' }]);
    expect(await get(`${LIST}/p1`)).toMatchObject(whole);
    expect(await get(`${LIST}/p2`)).toMatchObject({ status: 200 });
    expect(await get(`${LIST}/p3`)).toMatchObject({ status: 404 });
  });

  it.each([
    [{ labelSelector: 'tier=db' }, 'tier=db'],
    [{ fieldSelector: 'spec.nodeName=n2' }, 'spec.nodeName=n2'],
    [{ fieldSelector: 'metadata.name!=p1' }, 'metadata.name!=p1'],
  ])('L15: of what %j does not select is refused in words, not said to be absent', async (scope, words) => {
    const get = relayOf([scope]);
    expect(await get(`${LIST}/p2`)).toMatchObject({ status: 200 });
    expect(await get(`${LIST}/p1`)).toMatchObject({
      status: 403,
      json: {
        message:
          'pods "p1" is forbidden: ' +
          `this relay holds pods with ${words} only, and p1 is not among them: whether there is one cannot be told`,
      },
    });
  });

  it('is 404 where a selector by name or namespace says that all of the name is held', async () => {
    const get = relayOf([{ fieldSelector: 'metadata.name=p3,metadata.namespace!=shop' }]);
    expect(await get(`${LIST}/p3`)).toMatchObject({ status: 404 });
    expect(await get(`${LIST}/p1`)).toMatchObject({ status: 403 });
  });

  it('is answered by any of several selections that has it', async () => {
    const get = relayOf([{ labelSelector: 'tier=db' }, { labelSelector: 'tier=web' }]);
    expect(await get(`${LIST}/p1`)).toMatchObject(whole);
    expect(await get(`${LIST}/p2`)).toMatchObject({ status: 200 });
    expect(await get(`${LIST}/p3`)).toMatchObject({
      status: 403,
      json: { message: expect.stringMatching(/tier=db only.*; .*tier=web only/) },
    });
  });

  it('L15: is 503 where a selection that may have it cannot be asked, and is answered where another has it', async () => {
    const down = {
      url: 'http://down',
      request: () => throwError(() => new TransportError('network', 'connection refused', 'ECONNREFUSED')),
    };
    const get = relayOf([{ labelSelector: 'tier=db', transport: down }, { labelSelector: 'tier=web' }]);
    expect(await get(`${LIST}/p1`)).toMatchObject(whole);
    expect(await get(`${LIST}/p2`)).toMatchObject({ status: 503 });
  });

  it('is answered by a selection that shows it, where what holds all does not', async () => {
    const get = relayOf([{ metadataOnly: true }, { labelSelector: 'tier=web' }]);
    expect(await get(`${LIST}/p1`)).toMatchObject(whole);
    expect(await get(`${LIST}/p2`)).toMatchObject({ status: 406 });
    expect(await get(`${LIST}/p2`, METADATA)).toMatchObject({ status: 200 });
    expect(await relayOf([{ metadataOnly: true, labelSelector: 'tier=web' }])(`${LIST}/p1`)).toMatchObject({
      status: 406,
    });
  });
});

describe('of several informers of a relay', () => {
  const item = { status: 200, json: { items: [whole.json, {}] } };

  it('one that has whole objects shows them, whichever comes first', async () => {
    const get = relayOf([{ metadataOnly: true }, { fields: ['status.phase'] }, {}]);
    expect(await get(LIST)).toMatchObject(item);
    expect(await get(`${LIST}/p1`)).toMatchObject(whole);
    expect(await get(`${LIST}?fields=spec`)).toMatchObject({ json: { items: [{ spec: { nodeName: 'n1' } }, {}] } });
    expect((await get(LIST, TABLE)).json).toMatchObject({ kind: 'Table' });
  });

  it('one that has whole objects answers a get beside one that selects metadata', async () => {
    const get = relayOf([{ metadataOnly: true, labelSelector: 'tier=web' }, { namespace: 'default' }]);
    expect(await get(LIST)).toMatchObject(item);
    expect(await get(`${LIST}/p1`)).toMatchObject(whole);
  });

  it('one that holds the fields that are asked for shows them', async () => {
    const get = relayOf([{ fields: ['status.phase'] }, { fields: ['spec', 'metadata.labels'] }]);
    for (const fields of ['spec', 'spec.nodeName,metadata.name', 'metadata.labels.tier,metadata.uid,spec'])
      expect((await get(`${LIST}/p1?fields=${fields}`)).json).toMatchObject({ metadata: { name: 'p1' }, spec: {} });
    expect((await get(`${LIST}/p1?fields=status.phase`)).json).toMatchObject({ status: whole.json.status });
  });

  it('one that has all metadata shows metadata, before one of some fields', async () => {
    const get = relayOf([{ fields: ['status.phase'] }, { metadataOnly: true }]);
    const { json } = await get(`${LIST}/p1`, METADATA);
    expect(json).toMatchObject({ metadata: { labels: { tier: 'web' } } });
    expect((await get(LIST)).json).toMatchObject({ kind: 'PodList' });
  });

  it('L15: none shows fields that none holds: it is said which there are', async () => {
    const get = relayOf([{ fields: ['status.phase', 'spec.nodeName'] }]);
    for (const path of [`${LIST}?fields=spec`, `${LIST}/p1?fields=spec`, `${LIST}?watch=1&fields=status.phase,spec`])
      expect(await get(path)).toMatchObject({
        status: 403,
        json: {
          message: expect.stringContaining(
            'this relay holds only status.phase,spec.nodeName of pods: ask with fields=status.phase,spec.nodeName',
          ),
        },
      });
    expect(await get(`${LIST}/p1?fields=spec.nodeName`)).toMatchObject({ json: { spec: { nodeName: 'n1' } } });
    expect(await get(`${LIST}/p1`)).toMatchObject({ status: 200, json: whole.json });
    expect(await get(`${LIST}?fields=spec..x`)).toMatchObject({ status: 400 });
  });
});

describe('an informer that selects, and keeps fields without what it selects by,', () => {
  const names = ({ json }: { readonly json: Record<string, unknown> }) =>
    Array.isArray(json.items) ? json.items.map(({ metadata }) => metadata.name) : json;

  it.each([
    [{ labelSelector: 'tier=web', fields: ['status.phase'] }, 'labelSelector=tier%3Dweb'],
    [{ labelSelector: 'tier in (web)', fields: ['status.phase'] }, 'labelSelector=tier+in+(web)'],
    [{ fieldSelector: 'spec.nodeName=n1', fields: ['status.phase'] }, 'fieldSelector=spec.nodeName%3Dn1'],
    [
      { labelSelector: 'tier', fieldSelector: 'spec.nodeName=n1', fields: ['status.phase'] },
      'labelSelector=tier&fieldSelector=spec.nodeName%3Dn1%2Cmetadata.name%3Dp1',
    ],
  ])('answers those who select the same, though it cannot look: %j', async (scope, query) => {
    const get = relayOf([scope]);
    const list = await get(`${LIST}?${query}&fields=status.phase`);
    expect([list.status, names(list)]).toEqual([200, ['p1']]);
    const watch = await get(`${LIST}?${query}&fields=status.phase&watch=1&timeoutSeconds=2`);
    expect(watch.text).toMatch(/^\{"type":"ADDED","object":\{"kind":"Pod".*"name":"p1"[^\n]*\n$/);
  });

  it('refuses in words what it would have to look at beside that', async () => {
    const get = relayOf([{ labelSelector: 'tier', fields: ['status.phase'] }]);
    expect(await get(`${LIST}?labelSelector=tier,app%3Dshop`)).toMatchObject({
      status: 403,
      json: { message: expect.stringContaining('this relay does not hold metadata.labels of pods, to select them by') },
    });
  });
});
