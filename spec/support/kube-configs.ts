import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KubeConfig } from '@kubernetes/client-node';

/** What a kubeconfig of one context says, in the words of its file. */
export interface KubeConfigParts {
  /** Beside its server, such as `certificate-authority`. */
  readonly cluster?: object;
  /** Such as `{ token }`. */
  readonly user?: object;
  readonly namespace?: string;
}

/** client-node sends what it has to a plain http:// server only to who has given up on certificates. */
export const PLAIN_HTTP: KubeConfigParts = { cluster: { 'insecure-skip-tls-verify': true } };

/** A kubeconfig as text. */
export function kubeConfigText(server: string, { cluster, user = {}, namespace }: KubeConfigParts = {}): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'x',
    clusters: [{ name: 'c', cluster: { server, ...cluster } }],
    users: [{ name: 'u', user }],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u', namespace } }],
  });
}

/** A kubeconfig as client-node reads it. */
export function kubeConfigOf(server: string, parts: KubeConfigParts = {}): KubeConfig {
  const kubeConfig = new KubeConfig();
  kubeConfig.loadFromString(kubeConfigText(server, parts));
  return kubeConfig;
}

/** The path of a kubeconfig file, in a folder of its own. */
export function kubeConfigFile(server: string, parts: KubeConfigParts = {}): string {
  const file = join(mkdtempSync(join(tmpdir(), 'rxinformer-')), 'config');
  writeFileSync(file, kubeConfigText(server, parts));
  return file;
}
