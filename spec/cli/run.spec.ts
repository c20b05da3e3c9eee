import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { asyncScheduler } from 'rxjs';
import { run } from '../../lib/cli/index.js';
import { core, customResource } from '../../lib/kubernetes/index.js';
import { type AccessDecision, type ApiServerOptions, createApiServer, type Listening } from '../../lib/server/index.js';
import { kubeConfigFile } from '../support/kube-configs.js';
import { type FakeConsole, fakeConsole } from './support/console.js';

/** Real sockets, or thousands of writes, on a machine that may be busy. */
jest.setTimeout(30_000);

const widgets = customResource({
  group: 'example.com',
  version: 'v1',
  plural: 'widgets',
  kind: 'Widget',
  namespaced: true,
});
const pod = (name: string, namespace: string, labels = {}) => ({
  metadata: { name, namespace, labels },
  spec: { containers: [{ name: 'web', image: 'web:1' }], nodeName: 'n1' },
});

let consoles: FakeConsole[] = [];
let listening: Listening[] = [];

afterEach(async () => {
  for (const { stop$ } of consoles) stop$.next('over');
  for (const { close } of listening) await close();
  consoles = [];
  listening = [];
});

/** An API server over HTTP, and a kubeconfig that leads to it. */
async function cluster(options: ApiServerOptions = {}) {
  const server = createApiServer({ resources: [widgets], namespaces: ['shop'], ...options });
  const { url, close } = await server.listen();
  const over = { url, close };
  listening.push(over);
  return { ...over, store: server.store, cut: () => server.cutConnections(), kubeConfig: kubeConfigFor(url) };
}

function kubeConfigFor(url: string): string {
  return kubeConfigFile(url, { namespace: 'shop' });
}

/** Starts the command. `code` is its exit code, once it has ended. */
function start(line: string, ...options: Parameters<typeof fakeConsole> extends [unknown, ...infer R] ? R : never) {
  const around = fakeConsole(asyncScheduler, ...options);
  consoles.push(around);
  const words = line.split(' ').filter((word) => word !== '');
  return { ...around, code: run(words, '1.2.3', around) };
}

describe('rxinformer watch, when its output is no terminal', () => {
  it('writes a line for each event, first for what is there, and ends with 0', async () => {
    const { store, kubeConfig } = await cluster();
    store.create(core.pods, pod('web-0', 'shop'));
    store.create(core.pods, pod('db-0', 'default'));
    const { stdout, stderr, stop$, code } = start(`watch po --kubeconfig ${kubeConfig}`);
    await stdout.until(/ADDED {4}shop\/web-0/);
    store.create(core.pods, pod('web-1', 'shop'));
    store.patch(
      core.pods,
      { namespace: 'shop', name: 'web-1' },
      { status: { phase: 'Running' } },
      { type: 'merge', subresource: 'status' },
    );
    store.delete(core.pods, { namespace: 'shop', name: 'web-0' });
    await stdout.until(/DELETED/);
    stop$.next('SIGINT');
    expect(await code).toBe(0);
    expect(stdout.lines.map((line) => line.replace(/^\S+ /, ''))).toEqual([
      'ADDED    shop/web-0 0/1 Pending 0 n1',
      'ADDED    shop/web-1 0/1 Pending 0 n1',
      'MODIFIED shop/web-1 0/1 Pending→Running 0 n1',
      'MODIFIED shop/web-0 0/1 Pending→Terminating 0 n1',
      'DELETED  shop/web-0 0/1 Terminating 0 n1',
    ]);
    expect(stderr.text).toBe('rxinformer: live\n');
  });

  it('selects by namespace, labels and fields, and writes JSON', async () => {
    const { store, kubeConfig } = await cluster();
    store.create(core.pods, pod('a', 'shop', { tier: 'web' }));
    store.create(core.pods, pod('b', 'default', { tier: 'web' }));
    store.create(core.pods, pod('c', 'default', { tier: 'db' }));
    const { stdout } = start(
      `watch pods -A -l tier=web --field-selector metadata.name=b -o json --kubeconfig ${kubeConfig}`,
    );
    await stdout.until(/\n/);
    expect(stdout.lines.map((line) => JSON.parse(line))).toMatchObject([
      { type: 'ADDED', key: 'default/b', isInInitialList: true, object: { kind: 'Pod', spec: { nodeName: 'n1' } } },
    ]);
  });

  it('finds custom resources', async () => {
    const { store, kubeConfig } = await cluster();
    store.create(widgets, { metadata: { name: 'w', namespace: 'shop' } });
    const { stdout } = start(`watch widgets.v1.example.com --kubeconfig ${kubeConfig}`);
    await stdout.until(/ADDED {4}shop\/w\n/);
  });

  it('watches what is in no namespace', async () => {
    const { kubeConfig } = await cluster();
    const { stdout } = start(`watch ns --kubeconfig ${kubeConfig}`);
    await stdout.until(/ADDED {4}shop Active\n/);
  });

  it('says once that the connection broke, and that it is back, and misses nothing', async () => {
    const { store, cut, kubeConfig } = await cluster();
    const { stdout, stderr } = start(`watch pods --kubeconfig ${kubeConfig}`);
    await stderr.until(/live\n/);
    cut();
    store.create(core.pods, pod('web-0', 'shop'));
    await stderr.until(/live again/);
    await stdout.until(/ADDED {4}shop\/web-0/);
    expect(stderr.lines).toEqual([
      'rxinformer: live',
      expect.stringMatching(/^rxinformer: retrying: watch http.*\. See that/),
      'rxinformer: live again',
    ]);
  });

  it('ends quietly with 0 when nobody reads any more', async () => {
    const { kubeConfig } = await cluster();
    const { stdout, stderr, code } = start(`watch ns --kubeconfig ${kubeConfig}`);
    await stdout.until(/ADDED/);
    stdout.emit('error', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
    expect(await code).toBe(0);
    expect(stderr.text).not.toMatch(/EPIPE/);
  });

  it('ends with 1 and a sentence when the output cannot be written', async () => {
    const { kubeConfig } = await cluster();
    const { stdout, stderr, code } = start(`watch ns --kubeconfig ${kubeConfig}`);
    await stdout.until(/ADDED/);
    stdout.emit('error', Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }));
    expect(await code).toBe(1);
    expect(stderr.lines.at(-1)).toBe(
      'rxinformer: the output cannot be written: ENOSPC: no space left on device, write',
    );
  });
});

describe('rxinformer watch, when it cannot', () => {
  it.each([
    [
      'the server is not there',
      'pods',
      /^rxinformer: retrying: list http:\/\/127\.0\.0\.1:1\/api\/v1\/namespaces\/shop\/pods: 127\.0\.0\.1:1 refused the connection; .* See that the API server runs/,
    ],
    [
      'the server is not there, and the resource not built in',
      'widgets',
      /^rxinformer: cannot ask what "widgets" is: 127\.0\.0\.1:1 refused .*; trying again every 5 s/,
    ],
  ])('goes on trying when %s, and says so', async (_, resource, sentence) => {
    const { stdout, stderr, stop$, code } = start(
      `watch ${resource} --kubeconfig ${kubeConfigFor('http://127.0.0.1:1')}`,
    );
    await stderr.until(/ (again every|the informer goes on trying)/);
    expect(stderr.lines[0]).toMatch(sentence);
    stop$.next('SIGTERM');
    expect(await code).toBe(0);
    expect(stdout.text).toBe('');
  });

  it.each([
    ['a token that is wrong', { access: 'unauthenticated' }, /401 .*\. See that the token or certificate/],
    [
      'a list that is forbidden',
      { access: 'denied', user: 'me' },
      /403 .*\. Ask for a Role with this rule: apiGroups: \[""\], resources: \["pods"\], verbs: \["list", "watch"\], bound in namespace shop/,
    ],
  ] as const)('goes on trying with %s, which may heal, and says what to do', async (_, refusal, sentence) => {
    let decision: AccessDecision = refusal;
    const { kubeConfig } = await cluster({ authorize: () => decision });
    const { stderr } = start(`watch pods --kubeconfig ${kubeConfig}`);
    await stderr.until(/\n/);
    expect(stderr.text).toMatch(sentence);
    decision = { access: 'granted' };
    await stderr.until(/rxinformer: live/);
  });

  it.each([
    ['watch podz', 1, /^rxinformer: http:\/\/127.0.0.1:\d+ serves no resource "podz": did you mean pods\?$/],
    ['watch nodes -n shop', 2, /^rxinformer: nodes are in no namespace: leave out --namespace shop$/],
    ['watch pods -o table', 2, /^rxinformer: --output table needs a terminal to draw on/],
    ['watch pods --context y', 1, /^rxinformer: .* has no context "y": choose one with --context: x$/],
    ['watch pods -l a=b=c', 2, /^rxinformer: option '-l, --selector <selector>' argument 'a=b=c' is invalid\. /],
  ])('%s: exit code %d and a sentence', async (line, exitCode, sentence) => {
    const { kubeConfig } = await cluster();
    const { stdout, stderr, code } = start(`${line} --kubeconfig ${kubeConfig}`);
    expect(await code).toBe(exitCode);
    expect(stderr.lines[0]).toMatch(sentence);
    expect(stdout.text).toBe('');
  });

  it('a kubeconfig that is not there: exit code 1 and a sentence', async () => {
    const { stderr, code } = start('watch pods --kubeconfig /nowhere/config');
    expect(await code).toBe(1);
    expect(stderr.text).toBe(
      'rxinformer: there is no kubeconfig /nowhere/config: see --kubeconfig and $KUBECONFIG, or look at the demo with --demo\n',
    );
  });
});

describe('rxinformer watch --demo, on a terminal', () => {
  const size = { columns: 120, rows: 60 };

  it('shows a live table over HTTP, and leaves a clean terminal and 0 behind', async () => {
    const { stdout, stdin, stderr, code } = start('watch pods -A --demo --rate 20', { size });
    await stdout.until(/pods in all namespaces · demo at http:\/\/127\.0\.0\.1:\d+ \(seed 1, 20 changes\/s\)/);
    await stdout.until(/shop +web-\w+-\w+ +\d\/1 .* worker-\d/);
    await stdout.until(/~ /);
    stdin.type('q');
    expect(await code).toBe(0);
    expect(stdout.text.startsWith('\u001b[?1049h')).toBe(true);
    expect(stdout.text.endsWith('\u001b[?25h\u001b[?1049l')).toBe(true);
    expect(stderr.text).toBe('');
  });

  it('shows no colours under NO_COLOR, and no table on a terminal that cannot draw', async () => {
    const colourless = start('watch pods -A --demo --rate 20', { size, env: { NO_COLOR: '1' } });
    await colourless.stdout.until(/~ /);
    expect(colourless.stdout.text).not.toMatch(/\p{Cc}\[\d+m/u);
    const dumb = start('watch pods -A --demo', { size, env: { TERM: 'dumb' } });
    await dumb.stdout.until(/^\S+ ADDED /);
  });

  it('says what is wrong in the table, and once more when that is gone from the screen', async () => {
    const { stdout, stdin, stderr, code } = start(`watch pods --kubeconfig ${kubeConfigFor('http://127.0.0.1:1')}`, {
      size,
    });
    await stdout.until(/127\.0\.0\.1:1 refused the connection; .*retrying in \ds \(attempt 1\)/s);
    expect(stderr.text).toBe('');
    stdin.type('q');
    expect(await code).toBe(0);
    expect(stderr.text).toMatch(/^rxinformer: list http:\/\/127\.0\.0\.1:1\/.* refused the connection; .*\n$/);
  });

  it('leaves a clean terminal when something goes wrong that nobody foresaw', async () => {
    const { stdout, stop$, code } = start('watch pods -A --demo', { size });
    const outcome = code.catch((error: unknown) => String(error));
    await stdout.until(/worker-/);
    stop$.error(new Error('a bug'));
    expect(await outcome).toBe('Error: a bug');
    expect(stdout.text.endsWith('\u001b[?25h\u001b[?1049l')).toBe(true);
  });
});

describe('rxinformer', () => {
  it('answers on stdout with 0, and complains on stderr with 2', async () => {
    const version = start('--version');
    expect([await version.code, version.stdout.text, version.stderr.text]).toEqual([0, '1.2.3\n', '']);
    const wrong = start('watch');
    expect([await wrong.code, wrong.stdout.text]).toEqual([2, '']);
    expect(wrong.stderr.lines[0]).toBe("rxinformer: missing required argument 'resource'");
  });
});

describe('rxinformer, when it has ended', () => {
  it('does not mind that nobody reads its last words, but does when they could not be written', async () => {
    const { stdout, code } = start('doctor pods --kubeconfig /nowhere');
    expect(await code).toBe(1);
    const fault = (name: string) => Object.assign(new Error(name), { code: name });
    expect(() => stdout.emit('error', fault('EPIPE'))).not.toThrow();
    expect(() => stdout.emit('error', fault('ENOSPC'))).toThrow('ENOSPC');
  });
});
