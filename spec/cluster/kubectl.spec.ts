import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { core, customResource } from '../../lib/kubernetes/index.js';
import { type ApiServer, createApiServer, type Listening } from '../../lib/server/index.js';

const assets = process.env.KUBEBUILDER_ASSETS;
const cronTabs = customResource({
  group: 'stable.example.com',
  version: 'v1',
  plural: 'crontabs',
  kind: 'CronTab',
  namespaced: true,
});

const POD = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web-0', labels: { tier: 'web' } },
  spec: { containers: [{ name: 'c', image: 'i' }] },
};
const CONFIG_MAP = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'colours' }, data: { sky: 'blue' } };
const CRON_TAB = {
  apiVersion: 'stable.example.com/v1',
  kind: 'CronTab',
  metadata: { name: 'nightly' },
  spec: { cronSpec: '0 0 * * *' },
};

const described = assets === undefined ? describe.skip : describe;

described('kubectl, unchanged, against the embedded server', () => {
  let server: ApiServer;
  let listening: Listening;
  let home: string;

  beforeAll(async () => {
    server = createApiServer({ resources: [cronTabs] });
    listening = await server.listen();
    home = await mkdtemp(join(tmpdir(), 'kubectl-'));
  });

  afterAll(async () => {
    await listening.close();
    await rm(home, { recursive: true });
  });

  const binary = join(assets ?? '', 'kubectl');
  const flags = () => ['--server', listening.url, '--cache-dir', join(home, 'cache')];
  const options = () => ({ env: { HOME: home, PATH: process.env.PATH } });

  /** What kubectl prints. Rejects, with what it complains of, when it fails. */
  async function kubectl(...args: string[]): Promise<string> {
    const { stdout } = await promisify(execFile)(binary, [...flags(), ...args], options());
    return stdout;
  }

  /** The same, given objects as its standard input. */
  function kubectlOn(objects: readonly object[], ...args: string[]): Promise<string> {
    return new Promise((resolve, reject) => {
      const child = execFile(binary, [...flags(), ...args, '-f', '-'], options(), (error, stdout) =>
        error === null ? resolve(stdout) : reject(error),
      );
      child.stdin?.end(objects.map((object) => JSON.stringify(object)).join('\n'));
    });
  }

  it('create -f', async () => {
    expect(await kubectlOn([POD, CONFIG_MAP, CRON_TAB], 'create')).toBe(
      'pod/web-0 created\nconfigmap/colours created\ncrontab.stable.example.com/nightly created\n',
    );
    await expect(kubectlOn([POD], 'create')).rejects.toThrow('pods "web-0" already exists');
  });

  it('get, as a table, as YAML, by selectors, of several kinds and of all', async () => {
    expect(await kubectl('get', 'pods')).toMatch(
      /^NAME +READY +STATUS +RESTARTS +AGE\nweb-0 +0\/1 +Pending +0 +\d+s\n$/,
    );
    expect(await kubectl('get', 'pod', 'web-0', '-o', 'yaml')).toContain('image: i');
    expect(
      await kubectl('get', 'po', '-A', '-l', 'tier=web', '--field-selector', 'status.phase=Pending', '-o', 'name'),
    ).toBe('pod/web-0\n');
    expect(await kubectl('get', 'pods,cm', '-o', 'wide')).toMatch(/configmap\/colours/);
    expect(await kubectl('get', 'all')).toMatch(/pod\/web-0/);
    expect(await kubectl('get', 'crontabs')).toMatch(/^NAME +AGE\nnightly/);
    expect(await kubectl('get', 'ns', '--chunk-size=1', '-o', 'name')).toBe(
      'namespace/default\nnamespace/kube-system\n',
    );
    await expect(kubectl('get', 'pod', 'none')).rejects.toThrow('Error from server (NotFound): pods "none" not found');
    await expect(kubectl('get', 'nothings')).rejects.toThrow('the server doesn\'t have a resource type "nothings"');
  });

  it('patch, by merge and by operations, label, annotate and the status', async () => {
    expect(await kubectl('patch', 'cm', 'colours', '--type=merge', '-p', '{"data":{"grass":"green"}}')).toBe(
      'configmap/colours patched\n',
    );
    await kubectl('patch', 'cm', 'colours', '--type=json', '-p', '[{"op":"remove","path":"/data/sky"}]');
    expect(server.store.get(core.configMaps, { namespace: 'default', name: 'colours' }).data).toEqual({
      grass: 'green',
    });
    expect(await kubectl('label', 'pod', 'web-0', 'zone=a')).toBe('pod/web-0 labeled\n');
    expect(await kubectl('annotate', 'pod', 'web-0', 'zone=a')).toBe('pod/web-0 annotated\n');
    await kubectl(
      'patch',
      'pod',
      'web-0',
      '--subresource=status',
      '--type=merge',
      '-p',
      '{"status":{"phase":"Running"}}',
    );
    expect(await kubectl('get', 'pods')).toMatch(/Running/);
    await expect(kubectl('patch', 'pod', 'web-0', '-p', '{}')).rejects.toThrow(
      'application/strategic-merge-patch+json is not supported',
    );
  });

  it('apply, and apply again', async () => {
    const other = { ...CONFIG_MAP, metadata: { name: 'applied' } };
    expect(await kubectlOn([other], 'apply')).toBe('configmap/applied created\n');
    expect(await kubectlOn([other], 'apply')).toBe('configmap/applied unchanged\n');
    expect(await kubectlOn([{ ...other, metadata: { name: 'tried' } }], 'create', '--dry-run=server')).toBe(
      'configmap/tried created (server dry run)\n',
    );
    await expect(kubectl('get', 'cm', 'tried')).rejects.toThrow('not found');
  });

  it('get -w shows what happens while it watches', async () => {
    const child = spawn(binary, [...flags(), 'get', 'cm', '-w', '--no-headers', '--output-watch-events'], options());
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const next = async () =>
      String((await lines.next()).value)
        .split(/ +/, 2)
        .join(' ');
    try {
      expect([await next(), await next()]).toEqual(['ADDED applied', 'ADDED colours']);
      server.store.delete(core.configMaps, { namespace: 'default', name: 'applied' });
      expect(await next()).toBe('DELETED applied');
    } finally {
      child.kill();
    }
  });

  it('delete, which waits until the object is gone', async () => {
    expect(await kubectl('delete', 'pod', 'web-0')).toBe('pod "web-0" deleted from default namespace\n');
    expect(await kubectl('delete', 'cm', '--all')).toBe('configmap "colours" deleted from default namespace\n');
    expect(await kubectl('get', 'pods,cm', '-o', 'name')).toBe('');
  });

  it('namespaces, and what is in them', async () => {
    await kubectlOn(
      [
        { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } },
        { ...POD, metadata: { name: 'p', namespace: 'shop' } },
      ],
      'create',
    );
    expect(await kubectl('delete', 'ns', 'shop')).toBe('namespace "shop" deleted\n');
    expect(await kubectl('get', 'pods', '-A', '-o', 'name')).toBe('');
    await expect(kubectlOn([{ ...POD, metadata: { name: 'p', namespace: 'shop' } }], 'create')).rejects.toThrow(
      'namespaces "shop" not found',
    );
  });

  it('api-resources, api-versions and version', async () => {
    const resources = await kubectl('api-resources');
    expect(resources).toMatch(/^pods +po +v1 +true +Pod$/m);
    expect(resources).toMatch(/^crontabs +stable\.example\.com\/v1 +true +CronTab$/m);
    expect(await kubectl('api-versions')).toContain('apps/v1\n');
    expect(await kubectl('version')).toContain('Server Version: v1.37.0');
  });

  it('explain, which says that there are no schemas', async () => {
    expect(await kubectl('explain', 'pods')).toMatch(/^KIND: +Pod\nVERSION: +v1\n.*is not known to this server/s);
    expect(await kubectl('explain', 'crontabs')).toMatch(/^GROUP: +stable\.example\.com\nKIND: +CronTab\n/);
  });
});
