import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { asyncScheduler } from 'rxjs';
import { run } from '../../../lib/cli/index.js';
import { core } from '../../../lib/kubernetes/index.js';
import { type AccessDecision, type AccessRequest, createApiServer, type Listening } from '../../../lib/server/index.js';
import { kubeConfigFile } from '../../support/kube-configs.js';
import { type FakeConsole, fakeConsole } from '../support/console.js';

/** Real sockets, or thousands of writes, on a machine that may be busy. */
jest.setTimeout(60_000);

const dashboard = mkdtempSync(join(tmpdir(), 'dashboard-'));
writeFileSync(join(dashboard, 'index.html'), '<!doctype html><title>pods</title>');

let consoles: { readonly around: FakeConsole; readonly code: Promise<number> }[] = [];
let listening: Listening[] = [];

afterEach(async () => {
  for (const { around, code } of consoles) {
    around.stop$.next('over');
    await code;
  }
  for (const { close } of listening) await close();
  [consoles, listening] = [[], []];
});

function start(line: string, options: Parameters<typeof fakeConsole>[1] = { dashboard }) {
  const around = fakeConsole(asyncScheduler, options);
  const code = run(line.split(' '), '1.2.3', around);
  consoles.push({ around, code });
  return { ...around, code };
}

/** The command, once it serves, and where. */
async function serving(line: string) {
  const started = start(line);
  await Promise.race([started.stdout.until(/Ctrl-C/), started.code]);
  const [, url = ''] = /^ {2}(http:\S+)\/(?:#\S+)?$/m.exec(started.stdout.text) ?? [];
  return { ...started, url };
}

async function cluster(authorize?: (request: AccessRequest) => AccessDecision) {
  const server = createApiServer({ namespaces: ['shop'], ...(authorize && { authorize }) });
  const { url, close } = await server.listen();
  listening.push({ url, close });
  return { store: server.store, cut: () => server.cutConnections(), kubeConfig: kubeConfigFile(url, {}) };
}

const pod = (name: string, namespace: string) => ({ metadata: { name, namespace }, spec: { containers: [] } });

async function namesAt(url: string): Promise<readonly string[]> {
  const { items } = await (await fetch(url)).json();
  return items.map(({ metadata }: { readonly metadata: { readonly name: string } }) => metadata.name);
}

describe('rxinformer serve --demo', () => {
  it('serves the dashboard and the demo until it is stopped, and says how to look at it', async () => {
    const { stdout, stderr, stop$, code, url } = await serving('serve --demo --port 0 --seed 3');
    expect(stdout.text).toMatch(/^Dashboard of the demo cluster \(seed 3, 4 changes\/s\):/);
    expect(stdout.text).toContain(`kubectl --server ${url} get pods -A -w`);
    const page = await fetch(url);
    expect(await page.text()).toContain('<title>pods');
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(await namesAt(`${url}/api/v1/nodes`)).toContain('worker-1');
    expect((await fetch(`${url}/api/v1/namespaces/shop/pods/x`, { method: 'DELETE' })).status).toBe(405);
    stop$.next('SIGINT');
    expect(await code).toBe(0);
    expect(stderr.text).toBe('');
    await expect(fetch(url)).rejects.toThrow();
  });

  it("shows what somebody changes on the demo's own server", async () => {
    const { stdout, url } = await serving('serve --demo --port 0');
    const [, own = ''] = /own API server is at (http:\S+):/.exec(stdout.text) ?? [];
    await namesAt(`${url}/api/v1/namespaces/shop/configmaps`);
    const body = JSON.stringify({ metadata: { name: 'mine' } });
    const headers = { 'content-type': 'application/json' };
    await fetch(`${own}/api/v1/namespaces/shop/configmaps`, { method: 'POST', body, headers });
    const watch = await fetch(`${url}/api/v1/namespaces/shop/configmaps?watch=1&resourceVersion=0`);
    const { value } = (await watch.body?.getReader().read()) ?? {};
    expect(new TextDecoder().decode(value)).toContain('"mine"');
  });

  it('has as many pods, which change as often, as somebody wants', async () => {
    const { stdout, url } = await serving('serve --demo --port 0 --pods 1000 --events-per-second 500');
    expect(stdout.text).toContain('1000 more pods, 500 changes/s');
    const crowd = `${url}/api/v1/pods?labelSelector=demo.rxinformer.dev/crowd`;
    const before = await (await fetch(crowd)).json();
    expect(before.items).toHaveLength(1000);
    const { body } = await fetch(`${crowd}&watch=1&resourceVersion=${before.metadata.resourceVersion}`);
    let changes = 0;
    for await (const chunk of body ?? []) {
      changes += new TextDecoder().decode(chunk).split('"MODIFIED"').length - 1;
      if (changes > 100) break;
    }
    expect(changes).toBeGreaterThan(100);
  });

  it('serves the relay alone where the dashboard is not wanted', async () => {
    const { stdout, url } = await serving('serve --demo --port 0 --no-dashboard --kinds nodes');
    expect(stdout.text).toMatch(/^Relay of the demo cluster .*get nodes -w$/ms);
    expect((await fetch(url)).status).toBe(404);
    expect((await fetch(`${url}/api/v1/nodes`)).status).toBe(200);
    expect((await fetch(`${url}/api/v1/pods`)).status).toBe(404);
  });
});

describe('rxinformer serve, of a cluster', () => {
  it('relays what people look at, and no Secret', async () => {
    const { store, kubeConfig } = await cluster();
    store.create(core.pods, pod('web-0', 'shop'));
    const { url } = await serving(`serve --port 0 --kubeconfig ${kubeConfig}`);
    expect(await namesAt(`${url}/api/v1/pods`)).toEqual(['web-0']);
    expect((await fetch(`${url}/api/v1/secrets`)).status).toBe(404);
  });

  it('-n: of kinds in namespaces only that one; --kinds: what is named, as for kubectl', async () => {
    const { store, kubeConfig } = await cluster();
    store.create(core.pods, pod('web-0', 'shop'));
    store.create(core.pods, pod('db-0', 'default'));
    const { url, stdout } = await serving(`serve --port 0 --kubeconfig ${kubeConfig} -n shop --kinds po,nodes`);
    expect(stdout.text).toContain('get pods -n shop -w');
    expect(stdout.text).toContain(`${url}/#/pods?namespace=shop`);
    expect(await namesAt(`${url}/api/v1/namespaces/shop/pods`)).toEqual(['web-0']);
    expect((await fetch(`${url}/api/v1/namespaces/default/pods`)).ok).toBe(false);
    expect((await fetch(`${url}/api/v1/nodes`)).status).toBe(200);
  });

  it('L7: says on stderr what goes wrong between the cluster and here, and that it is mended', async () => {
    let access: AccessDecision = { access: 'granted' };
    const { kubeConfig, cut } = await cluster(() => access);
    const { url, stderr } = await serving(`serve --port 0 --kubeconfig ${kubeConfig}`);
    await fetch(`${url}/api/v1/nodes`);
    access = { access: 'denied', user: 'eve' };
    cut();
    await stderr.until(/retrying: (list|watch) .* 403/);
    access = { access: 'granted' };
    await stderr.until(/live again/);
  });

  it('beyond this computer only asks the cluster who may read what', async () => {
    const { kubeConfig } = await cluster();
    const line = `serve --port 0 --kubeconfig ${kubeConfig} --host 0.0.0.0`;
    const { code, stderr } = start(line);
    expect(await code).toBe(2);
    expect(stderr.text).toMatch(
      /--host 0\.0\.0\.0 without --authorize: .* Add --authorize cluster, which asks the cluster/,
    );
    const demo = start('serve --port 0 --demo --host 0.0.0.0');
    expect(await demo.code).toBe(2);
    expect(demo.stderr.text).toMatch(/Leave --host out, .*: the demo knows no users/);
    const { url } = await serving(`${line} --authorize cluster`);
    const [, port = ''] = /:(\d+)$/.exec(url) ?? [];
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
    expect((await fetch(`http://127.0.0.1:${port}/api/v1/pods`)).status).toBe(401);
  });
});

describe('rxinformer serve --authorize cluster, whose own account may not ask', () => {
  const DELEGATOR = /create tokenreviews and subjectaccessreviews: bind the ClusterRole system:auth-delegator to it/;
  const OWN = 'The credentials of serve itself, those of the user "u" of the kubeconfig, are missing or refused: ';

  it.each<[string, AccessDecision, string]>([
    ['the cluster does not know it', { access: 'unauthenticated' }, OWN],
    ['it has no credentials', { access: 'denied', user: 'system:anonymous' }, OWN],
    [
      'it lacks the right',
      { access: 'denied', user: 'dev' },
      'The account of serve itself, that of the user "u" of the kubeconfig, needs the right',
    ],
  ])('tells the operator what to do, and the client no more than it has to know: %s', async (_, decision, said) => {
    const { kubeConfig } = await cluster(({ path }) => (/reviews$/.test(path) ? decision : { access: 'granted' }));
    const { url, stderr } = await serving(`serve --port 0 --kubeconfig ${kubeConfig} --authorize cluster`);
    const headers = { authorization: 'Bearer of-a-user' };
    const answer = await fetch(`${url}/api/v1/nodes`, { headers });
    expect(answer.status).toBe(503);
    expect((await answer.json()).message).toMatch(
      /the cluster, asked who may do this, answers TokenReviews with 40[13]$/,
    );
    await stderr.until(DELEGATOR);
    expect(stderr.text).toContain(said);
    expect(stderr.text).not.toContain('of-a-user');
  });
});

describe('rxinformer serve, when it cannot', () => {
  it('says how to build the dashboard', async () => {
    const { code, stderr } = start('serve --demo', {});
    expect(await code).toBe(1);
    expect(stderr.text).toMatch(/the dashboard is not built .*npm run build:dashboard does that.*--no-dashboard/);
  });

  it('says that the port is taken', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const { code, stderr } = start(`serve --demo --port ${port}`);
    expect(await code).toBe(1);
    expect(stderr.text).toMatch(/cannot listen on 127\.0\.0\.1:\d+: .*EADDRINUSE.* Choose another with --port/);
    other.close();
  });

  it('says what there is instead of a kubeconfig, a kind and a context that there are not', async () => {
    const { kubeConfig } = await cluster();
    const complaint = async (line: string) => {
      const { code, stderr } = start(line);
      return [await code, stderr.text];
    };
    expect(await complaint('serve --kubeconfig /no/file')).toEqual([
      1,
      expect.stringMatching(/no kubeconfig \/no\/file/),
    ]);
    expect(await complaint(`serve --port 0 --kubeconfig ${kubeConfig} --kinds podz`)).toEqual([
      1,
      expect.stringMatching(/serves no resource "podz": did you mean pods\?/),
    ]);
    expect(await complaint(`serve --kubeconfig ${kubeConfig} --context nope`)).toEqual([
      1,
      expect.stringMatching(/has no context "nope": choose one/),
    ]);
  });

  it('ends when it is stopped while the cluster does not say what a kind is', async () => {
    const { code, stderr, stop$ } = start(
      `serve --port 0 --kinds widgets --kubeconfig ${kubeConfigFile('http://127.0.0.1:1', {})}`,
    );
    await stderr.until(/trying again every 5 s/);
    stop$.next('SIGINT');
    expect(await code).toBe(0);
  });
});
