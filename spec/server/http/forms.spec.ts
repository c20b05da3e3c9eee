import { describe, expect, it } from '@jest/globals';
import { apps, core } from '../../../lib/kubernetes/index.js';
import { shortDuration } from '../../../lib/server/http/durations.js';
import { ask, WatchReader } from '../support/ask.js';
import { START, testServer } from '../support/server.js';

const namespace = 'default';
const PODS = '/api/v1/namespaces/default/pods';
const as = (kind: string) => ({ accept: `application/json;as=${kind};v=v1;g=meta.k8s.io` });

function setUp() {
  let now = START;
  const server = testServer({ now: () => now });
  server.store.create(core.pods, {
    metadata: { name: 'a', namespace, labels: { x: '1' } },
    spec: { nodeName: 'n1', containers: [{ name: 'c' }, { name: 'd' }] },
  });
  const statuses = (state: object) => [
    { name: 'c', ready: true, restartCount: 2, state: { running: {} } },
    { name: 'd', ready: false, restartCount: 1, state },
  ];
  const status = (state: object) =>
    server.store.patch(
      core.pods,
      { namespace, name: 'a' },
      { status: { phase: 'Running', containerStatuses: statuses(state) } },
      { type: 'merge', subresource: 'status' },
    );
  const table = async (path: string) => {
    const { json } = await ask(server.transport(), { path, headers: as('Table') });
    const { rows, columnDefinitions } = json as {
      rows: { cells: unknown[] }[];
      columnDefinitions: { name: string; priority: number }[];
    };
    return {
      json,
      columns: columnDefinitions.map(({ name, priority }) => `${name}${priority === 1 ? '*' : ''}`),
      cells: rows.map(({ cells }) => cells),
    };
  };
  const wait = (ms: number) => {
    now += ms;
  };
  return { ...server, status, table, wait };
}

describe('a table', () => {
  it('shows of pods what kubectl users know', async () => {
    const { status, table, wait, store } = setUp();
    status({ waiting: { reason: 'CrashLoopBackOff' } });
    wait(65_000);
    const { columns, cells, json } = await table(PODS);
    expect(columns).toEqual(['Name', 'Ready', 'Status', 'Restarts', 'Age', 'IP*', 'Node*']);
    expect(cells).toEqual([['a', '1/2', 'CrashLoopBackOff', 3, '65s', '<none>', 'n1']]);
    expect(json).toMatchObject({ kind: 'Table', apiVersion: 'meta.k8s.io/v1', metadata: { resourceVersion: '4' } });
    status({ running: {} });
    expect((await table(PODS)).cells[0]?.[2]).toBe('Running');
    store.delete(core.pods, { namespace, name: 'a' }, { gracePeriodSeconds: 30 });
    expect((await table(PODS)).cells[0]?.[2]).toBe('Terminating');
  });

  it('shows of well-known kinds what kube-apiserver does, and name and age of everything else', async () => {
    const { table, store } = setUp();
    store.create(core.configMaps, { metadata: { name: 'c', namespace } });
    store.create(apps.deployments, {
      metadata: { name: 'd', namespace },
      spec: { replicas: 3, selector: {}, template: {} },
    });
    store.create(core.limitRanges, { metadata: { name: 'l', namespace }, spec: { limits: [] } });
    expect(await table('/api/v1/limitranges')).toMatchObject({ columns: ['Name', 'Age'], cells: [['l', '0s']] });
    expect(await table('/api/v1/configmaps')).toMatchObject({
      columns: ['Name', 'Data', 'Age'],
      cells: [['c', 0, '0s']],
    });
    expect((await table('/api/v1/namespaces')).cells).toContainEqual(['default', 'Active', '0s']);
    expect((await table('/apis/apps/v1/deployments')).cells).toEqual([['d', '0/3', 0, 0, '0s', '', '', '<none>']]);
  });

  it('is a table in each event of a watch, and of one object', async () => {
    const { transport, table } = setUp();
    const watch = new WatchReader(transport(), `${PODS}?watch=1&allowWatchBookmarks=1`, as('Table'));
    expect(watch.frames).toMatchObject([
      { type: 'ADDED', object: { kind: 'Table', rows: [{ cells: ['a', '0/2', 'Pending', 0, '0s', '<none>', 'n1'] }] } },
      { type: 'BOOKMARK', object: { kind: 'Table', rows: [], metadata: { resourceVersion: '3' } } },
    ]);
    expect((await table(`${PODS}/a`)).cells).toHaveLength(1);
  });

  it('has with each row as much of the object as is asked for', async () => {
    const { table } = setUp();
    const rowOf = async (query: string) => Object((await table(PODS + query)).json).rows[0];
    expect((await rowOf('')).object).toMatchObject({ kind: 'PartialObjectMetadata', metadata: { name: 'a' } });
    expect((await rowOf('?includeObject=Object')).object).toMatchObject({ kind: 'Pod', spec: { nodeName: 'n1' } });
    expect(await rowOf('?includeObject=None')).not.toHaveProperty('object');
  });
});

describe('metadata alone', () => {
  it('comes as a list, an object or the events of a watch', async () => {
    const { transport, store } = setUp();
    const metadata = store.get(core.pods, { namespace, name: 'a' }).metadata;
    const partial = { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata };
    const list = await ask(transport(), { path: PODS, headers: as('PartialObjectMetadataList') });
    expect(list.json).toEqual({
      kind: 'PartialObjectMetadataList',
      apiVersion: 'meta.k8s.io/v1',
      metadata: { resourceVersion: '3' },
      items: [partial],
    });
    expect((await ask(transport(), { path: `${PODS}/a`, headers: as('PartialObjectMetadata') })).json).toEqual(partial);
    const watch = new WatchReader(transport(), `${PODS}?watch=1`, as('PartialObjectMetadata'));
    expect(watch.frames).toEqual([{ type: 'ADDED', object: partial }]);
  });

  it('is not to be had in the wrong shape', async () => {
    const { transport } = setUp();
    expect((await ask(transport(), { path: PODS, headers: as('PartialObjectMetadata') })).status).toBe(406);
    expect((await ask(transport(), { path: `${PODS}/a`, headers: as('PartialObjectMetadataList') })).status).toBe(406);
  });
});

describe('what is accepted', () => {
  it('is the first form that this server speaks', async () => {
    const { transport } = setUp();
    const kindFor = async (accept: string) => (await ask(transport(), { path: PODS, headers: { accept } })).json.kind;
    expect(await kindFor('application/vnd.kubernetes.protobuf,application/json')).toBe('PodList');
    expect(await kindFor('application/json;as=Table;v=v1;g=meta.k8s.io,application/json')).toBe('Table');
    expect(await kindFor('application/json;as=Foo;v=v1;g=meta.k8s.io,application/json')).toBe('PodList');
    expect(await kindFor('text/html, */*;q=0.8')).toBe('PodList');
    expect((await ask(transport(), { path: PODS, headers: { accept: 'text/html' } })).json).toMatchObject({
      code: 406,
      reason: 'NotAcceptable',
    });
  });

  it('items of a built-in list do not say what they are, as in kube-apiserver', async () => {
    const { json } = await ask(setUp().transport(), PODS);
    expect(json).toMatchObject({ kind: 'PodList', apiVersion: 'v1' });
    expect(Object.keys(Object(json.items)[0])).toEqual(['metadata', 'spec', 'status']);
  });
});

describe('shortDuration', () => {
  it.each([
    [-5, '0s'],
    [119, '119s'],
    [120, '2m'],
    [125, '2m5s'],
    [599, '9m59s'],
    [600, '10m'],
    [10_799, '179m'],
    [10_800, '3h'],
    [11_000, '3h3m'],
    [28_800, '8h'],
    [172_799, '47h'],
    [172_800, '2d'],
    [180_000, '2d2h'],
    [691_200, '8d'],
    [63_072_000, '2y'],
    [64_000_000, '2y10d'],
    [260_000_000, '8y'],
  ])('shows %d s as %s', (seconds, text) => {
    expect(shortDuration(seconds * 1000)).toBe(text);
  });
});
