import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { KubeConfig } from '@kubernetes/client-node';
import { connectByKubeConfig } from '../../../lib/cli/cluster/kube-config.js';
import { Refusal } from '../../../lib/cli/refusal.js';

const folder = mkdtempSync(join(tmpdir(), 'rxinformer-'));
const importClientNode = async () => ({ KubeConfig });

const good = `
apiVersion: v1
kind: Config
current-context: a
clusters: [{ name: c, cluster: { server: "https://10.0.0.1:6443" } }]
users: [{ name: u, user: { token: secret-token } }]
contexts:
- { name: a, context: { cluster: c, user: u } }
- { name: b, context: { cluster: c, user: u, namespace: shop } }
- { name: broken, context: { cluster: nowhere, user: u } }
`;

/** Connects by a kubeconfig with that text: what comes of it, or why nothing does. */
async function connect(text: string, context?: string) {
  const file = join(folder, 'config');
  writeFileSync(file, text);
  return connectBy(file, context);
}

async function connectBy(file: string, context?: string, clientNode = importClientNode) {
  try {
    const cluster = await connectByKubeConfig({ file, context }, clientNode);
    return { url: cluster.transport.url, context: cluster.context, namespace: cluster.namespace };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    expect(error.exitCode).toBe(1);
    return error.message.replaceAll(folder, '/home');
  }
}

describe('connectByKubeConfig', () => {
  it('takes the current context, with the default namespace', async () => {
    expect(await connect(good)).toEqual({ url: 'https://10.0.0.1:6443', context: 'a', namespace: 'default' });
  });

  it('says in words whose credentials are sent', async () => {
    const file = join(folder, 'accounts');
    const accountOf = async (text: string) => {
      writeFileSync(file, text);
      return (await connectByKubeConfig({ file, context: undefined }, importClientNode)).account;
    };
    expect(await accountOf(good)).toBe('the user "u" of the kubeconfig');
    expect(await accountOf(good.replaceAll('u }', 'inClusterUser }').replace('name: u,', 'name: inClusterUser,'))).toBe(
      'the service account of this pod',
    );
    expect(await accountOf(good.replace('cluster: c, user: u }', 'cluster: c }'))).toBe(
      'the context "a" of the kubeconfig, which names no user',
    );
  });

  it('takes the context that is named, with its namespace', async () => {
    expect(await connect(good, 'b')).toEqual({ url: 'https://10.0.0.1:6443', context: 'b', namespace: 'shop' });
  });

  it.each([
    ['is no YAML', 'users: [{ token: secret-token', /^\/home\/config does not parse as YAML: .*, at line [12]$/],
    ['is YAML in part', `${good}\n  - : {`, /^\/home\/config does not parse as YAML: .*, at line 1[0-9]$/],
    ['is empty', '', /^\/home\/config is no kubeconfig: it needs clusters, users and contexts/],
    ['is something else', 'hello', /^\/home\/config is no kubeconfig: it needs clusters/],
    [
      'lacks the server of a cluster',
      'clusters: [{ name: c, cluster: {} }]',
      /no usable kubeconfig: clusters\[0\]\.cluster\.server is missing$/,
    ],
    [
      'has no current context',
      good.replace('current-context: a', ''),
      /^\/home\/config has no current context: choose one with --context: a, b, broken$/,
    ],
    [
      'names a cluster that is not there',
      good.replace('current-context: a', 'current-context: broken'),
      /names the cluster "nowhere"/,
    ],
    ['has a server that is no URL', good.replace('https://10.0.0.1:6443', 'ten'), /"ten" is not a URL/],
  ])('says what is wrong with a file that %s, and nothing that is secret', async (_, text, sentence) => {
    const said = await connect(text);
    expect(said).toMatch(sentence);
    expect(said).not.toMatch(/secret-token|\n/);
  });

  it('says which contexts there are when the one that is named is not', async () => {
    expect(await connect(good, 'c')).toBe('/home/config has no context "c": choose one with --context: a, b, broken');
  });

  it('says that a file is not there, or is a folder', async () => {
    expect(await connectBy(join(folder, 'nothing'))).toBe(
      'there is no kubeconfig /home/nothing: see --kubeconfig and $KUBECONFIG, or look at the demo with --demo',
    );
    expect(await connectBy(folder)).toBe('the kubeconfig /home is a folder: name the file in it');
  });

  it('says what to install when client-node is not there', async () => {
    const missing = () =>
      Promise.reject(Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' }));
    expect(await connectBy('any', undefined, missing)).toMatch(
      /needs @kubernetes\/client-node: npm i @kubernetes\/client-node \(/,
    );
  });

  it('says which client-node to install when this Node cannot load it', async () => {
    const unloadable = () => Promise.reject(new TypeError("Cannot read properties of undefined (reading 'bind')"));
    expect(await connectBy('any', undefined, unloadable)).toMatch(
      /cannot be loaded by Node .*reading 'bind'.*2\.x needs Node 22\.19: .*npm i @kubernetes\/client-node@1/,
    );
  });
});
