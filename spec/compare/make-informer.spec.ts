/** One program, with client-node's makeInformer and with that of rxinformer/compat, on the embedded server: what is the same, and what is better. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Informer, ObjectCache, V1ConfigMap } from '@kubernetes/client-node';
import * as compat from '../../lib/compat/index.js';
import { core } from '../../lib/kubernetes/index.js';
import { type ApiServer, createApiServer } from '../../lib/server/index.js';
import { kubeConfigOf } from '../compat/support/kube-config.js';
import * as clientNode from '../transport/support/client-node.js';

const PATH = '/api/v1/namespaces/default/configmaps';
type ConfigMaps = Informer<V1ConfigMap> & ObjectCache<V1ConfigMap>;

let server: ApiServer;
let close: () => Promise<void>;
let kubeConfig: InstanceType<typeof clientNode.KubeConfig>;
let api: InstanceType<typeof clientNode.CoreV1Api>;
/** Whether the server lets anybody in, and what it was asked. */
let allowed: boolean;
let requests: string[];
const running: ConfigMaps[] = [];

beforeEach(async () => {
  allowed = true;
  requests = [];
  server = createApiServer({
    authorize: ({ verb }) => {
      requests.push(verb);
      return allowed ? { access: 'granted' } : { access: 'denied', user: 'jane' };
    },
  });
  const listening = await server.listen({});
  close = listening.close;
  kubeConfig = kubeConfigOf(listening.url);
  api = kubeConfig.makeApiClient(clientNode.CoreV1Api);
});

afterEach(async () => {
  for (const informer of running.splice(0)) await informer.stop();
  await close();
});

const configMap = (name: string, value = '1', labels = {}) => ({
  metadata: { name, namespace: 'default', labels },
  data: { value },
});
const create = (name: string, labels = {}) => server.store.create(core.configMaps, configMap(name, '1', labels));
const update = (name: string, value: string, labels = {}) =>
  server.store.update(core.configMaps, configMap(name, value, labels));
const remove = (name: string) => server.store.delete(core.configMaps, { namespace: 'default', name });

/** What a program hears, and a way to wait for some of it. */
class Diary {
  readonly lines: string[] = [];
  readonly #waiting = new Set<() => void>();

  constructor(readonly informer: ConfigMaps) {
    running.push(informer);
    for (const verb of ['add', 'update', 'delete'] as const) {
      informer.on(verb, ({ metadata, data }) => this.write(`${verb} ${metadata?.name}=${data?.value}`));
    }
    informer.on('change', ({ metadata }) => this.write(`change ${metadata?.name}`));
    informer.on('connect', () => this.write('connect'));
    informer.on('error', (error: unknown) => this.write(`error ${String(error)}`));
  }

  write(line: string): void {
    this.lines.push(line);
    for (const check of this.#waiting) check();
  }

  until(enough: (lines: readonly string[]) => boolean): Promise<void> {
    return new Promise((resolve) => {
      const check = () => {
        if (!enough(this.lines)) return;
        this.#waiting.delete(check);
        resolve();
      };
      this.#waiting.add(check);
      check();
    });
  }

  untilSaid(line: string): Promise<void> {
    return this.until((lines) => lines.includes(line));
  }
}

const list = () => api.listNamespacedConfigMap({ namespace: 'default' });
const theirs = (listFn = list, path = PATH) => new Diary(clientNode.makeInformer(kubeConfig, path, listFn));
const ours = (listFn = list, path = PATH) => new Diary(compat.makeInformer(kubeConfig, path, listFn));
const EACH = [
  ['client-node', theirs],
  ['rxinformer/compat', ours],
] as const;

/** A program as people write it: starts, looks, listens, leaves. */
async function program(diary: Diary) {
  const { informer } = diary;
  const first: string[] = [];
  informer.on('add', () => first.push('before'));
  await informer.start();
  const found = informer.list().map(({ metadata }) => metadata?.name);
  informer.on('add', () => first.push('after'));
  create('c');
  await diary.untilSaid('change c');
  update('a', '2');
  await diary.untilSaid('update a=2');
  remove('b');
  await diary.untilSaid('delete b=1');
  const again = create('b');
  await diary.until((lines) => lines.filter((line) => line === 'add b=1').length === 2);
  return {
    found,
    first,
    told: diary.lines.filter((line) => line !== 'connect'),
    got: informer.get('b', 'default')?.metadata?.uid === again.metadata.uid,
    missing: [informer.get('b'), informer.get('x', 'default')],
    names: informer
      .list('default')
      .map(({ metadata, data }) => `${metadata?.name}=${data?.value}`)
      .sort(),
  };
}

describe('the same program', () => {
  it.each(EACH)('with %s hears and sees the same', async (_, make) => {
    create('a');
    create('b');
    expect(await program(make())).toEqual({
      found: ['a', 'b'],
      first: ['before', 'before', 'before', 'after', 'before', 'after'],
      told: [
        ...['add a=1', 'change a', 'add b=1', 'change b', 'add c=1', 'change c'],
        ...['update a=2', 'change a', 'delete b=1', 'change b', 'add b=1', 'change b'],
      ],
      got: true,
      missing: [undefined, undefined],
      names: ['a=2', 'b=1', 'c=1'],
    });
  });

  it.each(EACH)(
    'with %s is told once that the server refuses, with the code, and its start resolves',
    async (_, make) => {
      const codes: unknown[] = [];
      const { informer } = make();
      informer.on('error', (error: { code?: unknown }) => codes.push(error.code));
      allowed = false;
      await informer.start();
      expect(codes).toEqual([403]);
      expect(informer.list()).toEqual([]);
    },
  );

  it.each(EACH)('with %s, stopped and started again: connect comes before what was missed', async (_, make) => {
    create('a');
    const diary = make();
    diary.informer.on('error', () => diary.lines.pop()); // client-node's stop is one
    await diary.informer.start();
    await diary.informer.stop();
    await new Promise((resolve) => setTimeout(resolve, 20));
    create('b');
    const sizes: number[] = [];
    diary.informer.on('connect', () => sizes.push(diary.informer.list().length));
    await diary.informer.start();
    await diary.untilSaid('add b=1');
    expect(sizes).toEqual([1]);
    expect(diary.informer.list()).toHaveLength(2);
  });

  it.each(EACH)('with %s, stopped and started again, goes on without a list', async (_, make) => {
    create('a');
    const diary = make();
    diary.informer.on('error', () => diary.lines.pop()); // client-node's stop is one
    await diary.informer.start();
    await diary.informer.stop();
    await new Promise((resolve) => setTimeout(resolve, 20));
    create('b');
    requests.length = 0;
    await diary.informer.start();
    await diary.untilSaid('change b');
    expect(requests).toEqual(['watch']);
    expect(diary.lines.filter((line) => line !== 'connect')).toEqual(['add a=1', 'change a', 'add b=1', 'change b']);
  });
});

describe('objects', () => {
  it.each(EACH)('of %s may be written to', async (_, make) => {
    create('a');
    const { informer } = make();
    await informer.start();
    const data = informer.get('a', 'default')?.data ?? {};
    data.value = 'mine';
    expect(informer.get('a', 'default')?.data).toEqual({ value: 'mine' });
  });

  it('are frozen when strict is asked for, and keep managedFields when that is', async () => {
    const metadata = { name: 'a', namespace: 'default', managedFields: [{ manager: 'me' }] };
    server.store.create(core.configMaps, { metadata, data: {} });
    const managers = async (options: compat.CompatOptions) => {
      const { informer } = new Diary(compat.makeInformer(kubeConfig, PATH, list, undefined, options));
      await informer.start();
      const object = informer.get('a', 'default');
      return { frozen: Object.isFrozen(object), managedFields: object?.metadata?.managedFields };
    };
    expect(await managers({})).toEqual({ frozen: false, managedFields: undefined });
    expect(await managers({ strict: true })).toEqual({ frozen: true, managedFields: undefined });
    expect(await managers({ managedFields: 'keep' })).toEqual({ frozen: false, managedFields: [{ manager: 'me' }] });
  });
});

describe('better on purpose', () => {
  it('stop is silent; client-node calls it an error', async () => {
    const [one, other] = [theirs(), ours()];
    for (const { informer } of [one, other]) await informer.start();
    await other.untilSaid('connect');
    for (const { informer } of [one, other]) await informer.stop();
    await one.until((lines) => lines.some((line) => line.startsWith('error')));
    expect(other.lines).toEqual(['connect']);
  });

  it('start twice is one connection; client-node’s are two, of which stop closes one', async () => {
    const twice = async (diary: Diary) => {
      requests.length = 0;
      await Promise.all([diary.informer.start(), diary.informer.start()]);
      await diary.untilSaid('connect');
      return requests.filter((verb) => verb === 'watch').length;
    };
    expect(await twice(theirs())).toBe(2);
    expect(await twice(ours())).toBe(1);
  });

  it('a connection that is reset ends client-node’s, while this one goes on', async () => {
    const [one, other] = [theirs(), ours()];
    for (const { informer } of [one, other]) await informer.start();
    await other.untilSaid('connect');
    server.cutConnections();
    await one.until((lines) => lines.some((line) => line.startsWith('error')));
    create('a');
    await other.untilSaid('add a=1');
    expect(one.informer.list()).toEqual([]);
  });

  it('an expired version is no burst of requests, and tells what changed and no more', async () => {
    for (const name of ['a', 'b', 'c']) create(name);
    const diary = ours();
    await diary.informer.start();
    await diary.untilSaid('connect');
    const before = diary.lines.length;
    allowed = false;
    server.cutConnections();
    remove('a');
    update('b', '2');
    server.store.compact();
    allowed = true;
    await diary.untilSaid('update b=2');
    expect(diary.lines.slice(before).filter((line) => !/^(connect|error)/.test(line))).toEqual([
      ...['delete a=1', 'change a', 'update b=2', 'change b'],
    ]);
  });

  it('a selector that only listFn has is heeded by the watch; client-node lets others in', async () => {
    create('a', { tier: 'web' });
    const listFn = () => api.listNamespacedConfigMap({ namespace: 'default', labelSelector: 'tier=web' });
    const [one, other] = [theirs(listFn), ours(listFn)];
    for (const { informer } of [one, other]) await informer.start();
    create('foreign', { tier: 'db' });
    create('b', { tier: 'web' });
    await Promise.all([one, other].map((diary) => diary.untilSaid('add b=1')));
    expect(one.informer.get('foreign', 'default')).toBeDefined();
    expect(other.informer.get('foreign', 'default')).toBeUndefined();
    update('b', '2', { tier: 'db' });
    await other.untilSaid('delete b=1');
    expect(other.informer.list()).toHaveLength(1);
  });

  it('so is a field selector, for which client-node has no place but the path', async () => {
    const listFn = () => api.listNamespacedConfigMap({ namespace: 'default', fieldSelector: 'metadata.name=b' });
    const [one, other] = [theirs(listFn), ours(listFn)];
    for (const { informer } of [one, other]) await informer.start();
    create('a');
    create('b');
    await Promise.all([one, other].map((diary) => diary.untilSaid('add b=1')));
    expect(one.lines).toContain('add a=1');
    expect(other.lines).not.toContain('add a=1');
  });

  it('a limit is the size of a page; client-node takes the first for all', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) create(name);
    const listFn = () => api.listNamespacedConfigMap({ namespace: 'default', limit: 2 });
    const [one, other] = [theirs(listFn), ours(listFn)];
    for (const { informer } of [one, other]) await informer.start();
    expect(one.informer.list()).toHaveLength(2);
    expect(other.informer.list()).toHaveLength(5);
  });

  it('dates are text, always; client-node’s are Dates from lists and text from watches', async () => {
    const types = async (diary: Diary, watched: string) => {
      await diary.informer.start();
      create(watched);
      await diary.untilSaid(`add ${watched}=1`);
      const typeOf = (name: string) => {
        const created: unknown = diary.informer.get(name, 'default')?.metadata?.creationTimestamp;
        return created instanceof Date ? 'Date' : typeof created;
      };
      return [typeOf('a'), typeOf(watched)];
    };
    create('a');
    expect(await types(theirs(), 'b')).toEqual(['Date', 'string']);
    expect(await types(ours(), 'c')).toEqual(['string', 'string']);
  });
});

describe('listFn', () => {
  it('is heard through the client for any kind, which first asks the server what there is', async () => {
    create('a');
    const any = clientNode.KubernetesObjectApi.makeApiClient(kubeConfig);
    const listFn = () =>
      any.list<V1ConfigMap>('v1', 'ConfigMap', 'default', undefined, undefined, undefined, 'metadata.name=a');
    const diary = ours(listFn);
    create('b');
    await diary.informer.start();
    expect(diary.lines.slice(0, 1)).toEqual(['add a=1']);
    expect(diary.informer.list()).toHaveLength(1);
  });

  it('of another resource is refused, also if this KubeConfig was used for it; the cache stays empty', async () => {
    server.store.create(core.pods, { metadata: { name: 'a', namespace: 'default' }, spec: { containers: [] } });
    const pods: () => Promise<unknown> = () => api.listNamespacedPod({ namespace: 'default' });
    const diary = ours(pods as typeof list);
    await expect(diary.informer.start()).rejects.toThrow(
      /^listFn lists a PodList v1, but the path is that of .*configmaps; /,
    );
    expect(diary.informer.list()).toEqual([]);
    expect(diary.lines).toEqual([]);
  });

  it('may read something else first', async () => {
    create('a');
    const diary = ours(async () => {
      await api.listNamespacedPod({ namespace: 'default' });
      return list();
    });
    await diary.informer.start();
    expect(diary.lines.slice(0, 1)).toEqual(['add a=1']);
  });

  it('that uses another KubeConfig makes the lists itself, from client-node’s models', async () => {
    create('a');
    const other = kubeConfigOf(kubeConfig.getCurrentCluster()?.server).makeApiClient(clientNode.CoreV1Api);
    let lists = 0;
    const diary = ours(() => {
      lists++;
      return other.listNamespacedConfigMap({ namespace: 'default' });
    });
    await diary.informer.start();
    create('b');
    await diary.untilSaid('change b');
    expect(lists).toBe(1);
    expect(diary.informer.get('a', 'default')).toEqual(
      server.store.get(core.configMaps, { namespace: 'default', name: 'a' }),
    );
  });
});
