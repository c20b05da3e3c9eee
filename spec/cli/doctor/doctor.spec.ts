import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { asyncScheduler } from 'rxjs';
import { run } from '../../../lib/cli/index.js';
import { core } from '../../../lib/kubernetes/index.js';
import { type AccessRequest, type ApiServerOptions, createApiServer } from '../../../lib/server/index.js';
import { type KubeConfigParts, kubeConfigFile } from '../../support/kube-configs.js';
import { fixture, pair } from '../../transport/support/loopback.js';
import { fakeConsole } from '../support/console.js';

/** Real sockets, on a machine that may be busy. */
jest.setTimeout(30_000);

/** Whoever reads it in any output has found a leak. */
const CANARY = 'canary-5eCr3t-token';
const PLAIN: KubeConfigParts = {
  cluster: { 'insecure-skip-tls-verify': true },
  user: { token: CANARY },
  namespace: 'shop',
};

const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function apiServer(options: ApiServerOptions = {}) {
  const server = createApiServer({ namespaces: ['shop'], bookmarkIntervalMs: 100, ...options });
  const { url, close } = await server.listen();
  closing.push(close);
  for (const name of ['a', 'b', 'c']) server.store.create(core.pods, { metadata: { name, namespace: 'shop' } });
  return { url, store: server.store };
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(async () => {
    if ('closeAllConnections' in server && typeof server.closeAllConnections === 'function')
      server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** Something between a client and an API server that passes on what it gets, changed a little. */
function passOn(url: string, change: (path: string) => string = (path) => path) {
  return (incoming: IncomingMessage, response: ServerResponse) => {
    const { method, headers } = incoming;
    const onward = httpRequest(url + change(incoming.url ?? ''), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      response.flushHeaders();
      answer.on('error', () => response.destroy());
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    onward.end();
  };
}

/** Runs the command. Whatever it prints, the canary must not be in it. */
async function examined(line: string, kubeConfig: string) {
  const around = fakeConsole(asyncScheduler);
  const words = `doctor ${line} --timeout 2 --watch-seconds 0.2 --kubeconfig ${kubeConfig}`.split(' ');
  const code = await run(words, '1.2.3', around);
  const output = around.stdout.text + around.stderr.text;
  expect(output).not.toContain(CANARY);
  expect(output).not.toContain(Buffer.from(CANARY).toString('base64'));
  const verdict = (check: string) => new RegExp(`^ {2}(\\S+) +${check} {2}`, 'm').exec(around.stdout.text)?.[1];
  return { code, text: around.stdout.text, errors: around.stderr.text, verdict };
}

const allow = () => ({ access: 'granted' }) as const;

describe('rxinformer doctor, on a real server', () => {
  it('finds that all works, and says with which versions', async () => {
    const { url } = await apiServer({ authorize: allow });
    const { code, text, errors } = await examined('po', kubeConfigFile(url, PLAIN));
    const timeless = text
      .replaceAll(url, 'URL')
      .replaceAll(/127.0.0.1:\d+/g, 'PLACE')
      .replaceAll(/ \([\d.]+ ms\)| {2,}/g, ' ');
    expect(timeless.split('\n').map((row) => row.trim())).toEqual([
      'rxinformer 1.2.3 doctor: po in namespace shop',
      'URL, context x; Node v1.2.3, testos t64',
      '',
      'ok name resolution 127.0.0.1 is an address',
      'ok connection PLACE takes connections',
      'skip TLS the URL begins with http://: nothing is encrypted',
      'ok credentials bearer token; the server (Kubernetes v1.37.0-rxinformer) answers',
      'ok discovery pods/v1 (Pod), namespaced',
      expect.stringMatching(/^ok list 3 objects; [\d.]+ K?B, resourceVersion 6$/),
      'ok watch opens',
      'ok streamed list 3 objects, and the mark of their end',
      'ok bookmarks come',
      'ok compression lists come compressed',
      expect.stringMatching(/^ok latency 5 small lists: \d+ ms in the middle, \d+ ms at most$/),
      expect.stringMatching(/^ok stability a watch stood for 2\d\d ms; 0 events and [123] bookmarks? came$/),
      '',
      'All that an informer needs works.',
      '',
    ]);
    expect([code, errors]).toEqual([0, '']);
  });

  it('looks at what is asked for, and writes JSON', async () => {
    const { url } = await apiServer();
    const { code, text } = await examined('pods -A -l app=x --output json', kubeConfigFile(url));
    const page = JSON.parse(text);
    expect(page).toMatchObject({
      ...{
        rxinformer: '1.2.3',
        runtime: 'Node v1.2.3, testos t64',
        server: url,
        place: `${url}, context x`,
        works: true,
      },
      ...{ resource: 'pods', scope: ['in all namespaces', 'with app=x'] },
    });
    expect(page.findings).toHaveLength(12);
    expect(page.findings[3]).toMatchObject({ check: 'credentials', serverVersion: 'v1.37.0-rxinformer' });
    expect(page.findings[5]).toMatchObject({ check: 'list', verdict: 'ok', said: expect.stringMatching(/^0 objects/) });
    expect(code).toBe(0);
  });

  it('finds that all works over TLS', async () => {
    const { url } = await apiServer({
      authorize: ({ token }: AccessRequest) => ({ access: token === CANARY ? 'granted' : 'unauthenticated' }),
    });
    const port = await listening(createTlsServer(pair('server'), passOn(url)));
    const trust = { 'certificate-authority-data': Buffer.from(fixture('ca')).toString('base64') };
    const { code, text, verdict } = await examined(
      'pods',
      kubeConfigFile(`https://127.0.0.1:${port}`, { ...PLAIN, cluster: trust }),
    );
    expect(text).toMatch(/ok {4}TLS {14}TLSv1\.3, the certificate is valid until \d{4}-\d\d-\d\d/);
    expect([code, verdict('stability')]).toEqual([0, 'ok']);
  });

  it('a port that is closed', async () => {
    const { code, text } = await examined('pods', kubeConfigFile('http://127.0.0.1:1', PLAIN));
    expect(text).toMatch(/FAIL {2}connection {7}127\.0\.0\.1:1 refused the connection; nothing listens there/);
    expect(text).toMatch(/skip {2}list {13}not tried, since connection failed/);
    expect(text).toMatch(/\nDoes not work: connection\.\n$/);
    expect(code).toBe(1);
  });

  it.each([
    ['self-signed', /FAIL {2}TLS .*is self-signed/],
    ['expired', /FAIL {2}TLS .*has expired/],
    ['elsewhere', /FAIL {2}TLS .*is for another name/],
  ])('a certificate that cannot be trusted: %s', async (name, words) => {
    const port = await listening(createTlsServer(pair(name)));
    const trust = { 'certificate-authority-data': Buffer.from(fixture('ca')).toString('base64') };
    const { code, text } = await examined(
      'pods',
      kubeConfigFile(`https://127.0.0.1:${port}`, { ...PLAIN, cluster: trust }),
    );
    expect(text).toMatch(words);
    expect(text).toMatch(/See that the cluster in your kubeconfig has the right certificate-authority-data/);
    expect(code).toBe(1);
  });

  it('http:// where TLS is spoken, and https:// where it is not', async () => {
    const port = await listening(createTlsServer(pair('server')));
    const plain = await examined('pods', kubeConfigFile(`http://127.0.0.1:${port}`, PLAIN));
    expect([plain.verdict('connection'), plain.verdict('credentials'), plain.code]).toEqual(['ok', 'FAIL', 1]);
    const { url } = await apiServer();
    const secure = await examined('pods', kubeConfigFile(url.replace('http:', 'https:'), { user: { token: CANARY } }));
    expect(secure.text).toMatch(/FAIL {2}TLS .*does not speak TLS as it is known here; it may be an http:\/\/ server/);
    expect(secure.code).toBe(1);
  });

  it('credentials that are refused, also by somebody who repeats them', async () => {
    const { url } = await apiServer({ authorize: () => ({ access: 'unauthenticated' }) });
    const refused = await examined('pods', kubeConfigFile(url, PLAIN));
    expect(refused.text).toMatch(/FAIL {2}credentials {6}bearer token: 401 Unauthorized.*\n.*Log in again/);
    const echo = createServer((incoming, response) => {
      response.statusCode = 401;
      response.end(`I do not know ${incoming.headers.authorization}, nor ${CANARY}`);
    });
    const echoing = kubeConfigFile(`http://127.0.0.1:${await listening(echo)}`, PLAIN);
    const repeated = await examined('pods', echoing);
    expect(repeated.text).toMatch(/401 I do not know …, nor …/);
    const asJson = await examined('pods -o json', echoing);
    expect([refused.code, repeated.code, asJson.code]).toEqual([1, 1, 1]);
  });

  it('credentials that cannot be had, from a plugin that prints them where it should not', async () => {
    const exec = {
      ...{ apiVersion: 'client.authentication.k8s.io/v1', interactiveMode: 'Never' },
      ...{ command: process.execPath, args: ['-e', `console.log('{"token": ${CANARY}')`] },
    };
    const { url } = await apiServer();
    const { verdict, code } = await examined('pods', kubeConfigFile(url, { ...PLAIN, user: { exec } }));
    expect([verdict('credentials'), code]).toEqual(['FAIL', 1]);
  });

  it('a watch that is forbidden, while the list is not', async () => {
    const { url } = await apiServer({
      authorize: ({ verb }) => (verb === 'watch' ? { access: 'denied', user: 'jane' } : { access: 'granted' }),
    });
    const { code, text, verdict } = await examined('pods', kubeConfigFile(url, PLAIN));
    expect(text).toMatch(
      /FAIL {2}watch .*403 pods is forbidden: User "jane" cannot watch resource "pods".*\n.*Ask for a Role with this rule: .*"list", "watch".*, bound in namespace shop/,
    );
    expect([verdict('list'), verdict('latency'), verdict('stability'), code]).toEqual(['ok', 'ok', 'skip', 1]);
  });

  it('a custom resource that is not installed', async () => {
    const { url } = await apiServer();
    const { code, text } = await examined('widgets.example.com', kubeConfigFile(url, PLAIN));
    expect(text).toMatch(
      /FAIL {2}discovery .*serves no resource "widgets\.example\.com".*\n.*CustomResourceDefinition/,
    );
    expect(code).toBe(1);
  });

  it('a server without bookmarks, and one without streamed lists, which is no failure', async () => {
    const { url } = await apiServer();
    const old = (path: string) => path.replace('allowWatchBookmarks=true', '').replace('resourceVersionMatch', 'x');
    const port = await listening(createServer(passOn(url, old)));
    const { code, text } = await examined('pods', kubeConfigFile(`http://127.0.0.1:${port}`, PLAIN));
    expect(text).toMatch(/note {2}streamed list {4}not there: 422/);
    expect(text).toMatch(/note {2}bookmarks {8}none came before the end of a watch/);
    expect(code).toBe(0);
  });

  it('a server that takes connections and says nothing', async () => {
    const port = await listening(createServer(() => {}));
    const { code, text } = await examined('pods', kubeConfigFile(`http://127.0.0.1:${port}`, PLAIN));
    expect(text).toMatch(/FAIL {2}credentials {6}nothing came within 2 s/);
    expect(code).toBe(1);
  });

  it('says with 2 that a namespace is of no use for what is in none', async () => {
    const { url } = await apiServer();
    const { code, errors } = await examined('nodes -n shop', kubeConfigFile(url, PLAIN));
    expect([code, errors]).toEqual([2, 'rxinformer: nodes are in no namespace: leave out --namespace shop\n']);
  });

  it('ends with what it has when it is stopped', async () => {
    const around = fakeConsole(asyncScheduler);
    const code = run(['doctor', 'pods', '--demo', '--watch-seconds', '600'], '1.2.3', around);
    await around.stdout.until(/ok {4}latency/);
    around.stop$.next('SIGINT');
    expect(await code).toBe(0);
    expect(around.stdout.text).toMatch(/skip {2}stability {8}it was stopped before\n\nWhat was tried works\.\n$/);
  });
});
