import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CoreV1Api, makeInformer, type V1ConfigMap, Watch } from '@kubernetes/client-node';
import { core } from '../../lib/kubernetes/index.js';
import { kubeConfigOf, PLAIN_HTTP } from '../support/kube-configs.js';
import { ask, type Cluster, Writer } from './cluster.js';
import { LineProgram } from './line-program.js';
import { assets } from './real-cluster.js';
import { type StartedRelay, startRelay } from './relays.js';
import { servers } from './servers.js';

const here = dirname(fileURLToPath(import.meta.url));
const kubectl = assets === undefined ? undefined : join(assets, 'kubectl');
/** Go, where there is one that has the modules, or can have them; a program that does not build is a failure, though. */
const go = ((): string | undefined => {
  try {
    execFileSync('go', ['mod', 'download'], { cwd: join(here, 'client-go'), stdio: 'ignore', timeout: 300_000 });
    return 'go';
  } catch {
    return undefined;
  }
})();

/** client-go's program, built once. */
async function binary(): Promise<string> {
  const file = join(home, 'client-go');
  if (!existsSync(file))
    await promisify(execFile)(go ?? '', ['build', '-o', file, '.'], { cwd: join(here, 'client-go') });
  return file;
}

const whereKubectl = kubectl === undefined ? it.skip : it;
const whereGo = go === undefined ? describe.skip : describe;
const without = (name: string, there: boolean) =>
  there ? name : `${name} (skipped: there is none here, or not what it needs)`;

const home = mkdtempSync(join(tmpdir(), 'rxinformer-relay-'));
afterAll(() => rmSync(home, { recursive: true }));

const configMap = (name: string, value = '1', labels: Record<string, string> = {}) => ({
  metadata: { name, labels },
  data: { value },
});

describe.each(servers)('a relay of %s', (_, startCluster) => {
  let cluster: Cluster;
  let relay: StartedRelay;
  let writer: Writer;
  let namespace: string;
  let count = 0;
  const programs: LineProgram[] = [];

  function start(command: string, args: readonly string[], env?: NodeJS.ProcessEnv): LineProgram {
    const program = new LineProgram(command, args, env);
    programs.push(program);
    return program;
  }

  beforeAll(async () => {
    cluster = await startCluster();
    relay = await startRelay(cluster);
  }, 60_000);

  afterAll(async () => {
    for (const program of programs) program.stop();
    await relay.stop();
    await cluster.stop();
  });

  async function begin(): Promise<void> {
    namespace = `relayed-${count++}`;
    await new Writer(cluster, core.namespaces).create({ metadata: { name: namespace } });
    writer = new Writer(cluster, core.configMaps, namespace);
  }

  /** Until the relay has what was written. */
  async function relayed(name: string): Promise<void> {
    for (;;) {
      const { status } = await fetch(`${relay.url}/api/v1/namespaces/${namespace}/configmaps/${name}`);
      if (status === 200) return;
    }
  }

  describe(without('kubectl, unchanged,', kubectl !== undefined), () => {
    const flags = () => ['--server', relay.url, '--cache-dir', join(home, `cache-${count}`), '-n', namespace];
    const env = { HOME: home, PATH: process.env.PATH ?? '' };
    const run = async (...args: string[]) => {
      const { stdout } = await promisify(execFile)(kubectl ?? '', [...flags(), ...args], { env });
      return stdout;
    };

    whereKubectl('gets objects: a table, one as YAML, by labels and by fields', async () => {
      await begin();
      await writer.create(configMap('a', 'blue', { tier: 'web' }));
      await writer.create(configMap('b', 'red'));
      await relayed('b');
      expect(await run('get', 'configmaps')).toMatch(/^NAME +(DATA +)?AGE\na +.*\nb +.*\n$/);
      expect(await run('get', 'cm', 'a', '-o', 'yaml')).toContain('value: blue');
      expect(await run('get', 'cm', '-l', 'tier=web', '-o', 'name')).toBe('configmap/a\n');
      expect(await run('get', 'cm', '--field-selector', 'metadata.name=b', '-o', 'name')).toBe('configmap/b\n');
      expect(await run('get', 'cm', '--chunk-size=1', '-o', 'name')).toBe('configmap/a\nconfigmap/b\n');
      await expect(run('get', 'cm', 'none')).rejects.toThrow(/Error from server \(NotFound\): /);
      await expect(run('get', 'pods')).rejects.toThrow(/the server doesn't have a resource type "pods"/);
    });

    whereKubectl('watches', async () => {
      await begin();
      await writer.create(configMap('a'));
      await relayed('a');
      const watch = start(kubectl ?? '', [...flags(), 'get', 'cm', '-w', '--no-headers', '--output-watch-events'], env);
      await watch.until((line) => /^ADDED +a /.test(line));
      await writer.create(configMap('b'));
      await writer.patch('a', { data: { value: '2' } });
      await writer.delete('a');
      const lines = await watch.until((line) => /^DELETED/.test(line));
      expect(
        lines.filter((line) => !line.includes('kube-root-ca')).map((line) => line.split(/ +/, 2).join(' ')),
      ).toEqual(['ADDED a', 'ADDED b', 'MODIFIED a', 'DELETED a']);
    });

    whereKubectl('is told that nothing can be written, and sees no data of Secrets', async () => {
      await begin();
      await new Writer(cluster, core.secrets, namespace).create(
        Object.assign(configMap('db'), { data: { password: 'aHVudGVyMg==' } }),
      );
      await writer.create(configMap('a'));
      await relayed('a');
      await expect(run('delete', 'cm', 'a')).rejects.toThrow('the relay only reads: it takes GET, HEAD, OPTIONS');
      await expect(run('get', 'cm', '--as', 'admin')).rejects.toThrow('act as somebody else');
      const secret = await run('get', 'secrets', '-o', 'yaml');
      expect(secret).toContain('rxinformer.dev/withheld: data');
      expect(secret).not.toContain('aHVudGVyMg');
    });
  });

  describe('client-node, unchanged,', () => {
    it('lists and watches with its informer', async () => {
      await begin();
      await writer.create(configMap('before'));
      await relayed('before');
      const kubeConfig = kubeConfigOf(relay.url, PLAIN_HTTP);
      const api = kubeConfig.makeApiClient(CoreV1Api);
      const informer = makeInformer<V1ConfigMap>(kubeConfig, `/api/v1/namespaces/${namespace}/configmaps`, () =>
        api.listNamespacedConfigMap({ namespace }),
      );
      const heard: string[] = [];
      const done = new Promise<void>((resolve) => {
        for (const verb of ['add', 'update', 'delete'] as const)
          informer.on(verb, ({ metadata, data }) => {
            if (metadata?.name === 'kube-root-ca.crt') return;
            heard.push(`${verb} ${metadata?.name}=${data?.value}`);
            if (verb === 'delete') resolve();
          });
      });
      const connected = new Promise((resolve) => informer.on('connect', resolve));
      await informer.start();
      await connected;
      await writer.create(configMap('after'));
      await writer.patch('before', { data: { value: '2' } });
      await writer.delete('after');
      await done;
      await informer.stop();
      expect(heard).toEqual(['add before=1', 'add after=1', 'update before=2', 'delete after=1']);
    });

    it('watches on from a version, and is told when that is too old', async () => {
      await begin();
      const { metadata } = await writer.create(configMap('a'));
      await writer.create(configMap('b'));
      await relayed('b');
      const kubeConfig = kubeConfigOf(relay.url, PLAIN_HTTP);
      const heard = (resourceVersion: string) =>
        new Promise<unknown[]>((resolve, reject) => {
          const watch = new Watch(kubeConfig).watch(
            `/api/v1/namespaces/${namespace}/configmaps`,
            { resourceVersion },
            (type, object) => {
              resolve([type, object.metadata?.name ?? object.code]);
              void watch.then((controller) => controller.abort());
            },
            () => {},
          );
          watch.catch(reject);
        });
      expect(await heard(metadata.resourceVersion ?? '')).toEqual(['ADDED', 'b']);
      expect(await heard('1')).toEqual(['ERROR', 410]);
    });
  });

  whereGo(without('client-go, unchanged,', go !== undefined), () => {
    it('L1, L3: a shared informer of 1,000 objects follows every change, in order, and goes on after an interruption without a list', async () => {
      await begin();
      const names = Array.from({ length: 1000 }, (_, i) => `c-${String(i).padStart(4, '0')}`);
      for (let i = 0; i < names.length; i += 50)
        await Promise.all(names.slice(i, i + 50).map((name) => writer.create(configMap(name))));
      await relayed('c-0999');
      relay.asked.length = 0;
      const peer = start(await binary(), ['-server', relay.url, '-namespace', namespace]);
      await peer.until((line) => line.includes('"synced"'));
      const expected: string[] = [];
      for (const name of names.slice(0, 100)) {
        await writer.patch(name, { data: { value: '2' } });
        expected.push(`update ${name}=2`);
      }
      for (const name of names.slice(50, 60)) {
        await writer.delete(name);
        expected.push(`delete ${name}=2`);
      }
      await peer.until((line) => line.includes('"delete"') && line.includes('c-0059'));
      await relay.interrupt();
      await writer.create(configMap('late'));
      expected.push('add late=1');
      const lines = (await peer.until((line) => line.includes('"late"'))).map((line) => JSON.parse(line));
      expect(
        lines.filter(({ name }) => name !== undefined).map(({ type, name, value }) => `${type} ${name}=${value}`),
      ).toEqual(expected);
      expect(relay.asked.map(({ verb }) => verb)).toEqual(['watch', 'watch']);
      peer.write('store');
      const told = (await peer.until((line) => line.includes('"type":"store"'))).at(-1) ?? '';
      const { body } = await ask(cluster.admin, 'GET', `/api/v1/namespaces/${namespace}/configmaps`);
      expect(JSON.parse(told).store).toEqual(contents(body.items));
    });
  });

  it('asks the cluster for one list and one watch, however many clients there were', () => {
    const lists = relay.upstream.filter((path) => !path.includes('watch=') || path.includes('sendInitialEvents'));
    expect(lists).toHaveLength(1);
  });
});

function contents(items: unknown): Record<string, string> {
  const objects: readonly V1ConfigMap[] = Array.isArray(items) ? items : [];
  return Object.fromEntries(
    objects.map(({ metadata, data }) => [
      `${metadata?.namespace}/${metadata?.name}`,
      `${metadata?.resourceVersion} ${data?.value ?? ''}`,
    ]),
  );
}
