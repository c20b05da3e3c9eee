import type { KubeConfig } from '@kubernetes/client-node';
import type { Transport } from '../../transport/index.js';
import { kubeConfigTransport } from '../../transport/node/index.js';
import { messageOf, Refusal } from '../refusal.js';
import { field, textAt } from '../text/json.js';

/** What is used of client-node, which is a peer: it may not be there. */
export interface ClientNode {
  readonly KubeConfig: new () => KubeConfig;
}

/** The cluster that a kubeconfig leads to. */
export interface Cluster {
  readonly transport: Transport;
  readonly context: string;
  /** The namespace of the context. */
  readonly namespace: string;
  /** Whose credentials are sent, in words. */
  readonly account: string;
}

export interface KubeConfigChoice {
  /** Default: where kubectl looks, which is `$KUBECONFIG`, `~/.kube/config`, then the service account of a pod. */
  readonly file: string | undefined;
  /** Default: the current one. */
  readonly context: string | undefined;
}

/** @throws Refusal with what is wrong with the kubeconfig, or what to install */
export async function connectByKubeConfig(
  choice: KubeConfigChoice,
  importClientNode: () => Promise<ClientNode>,
): Promise<Cluster> {
  return clusterOf(await loadKubeConfig(choice, importClientNode), placeOf(choice));
}

/** A kubeconfig whose current context is the one that is wanted. @throws Refusal as `connectByKubeConfig` */
export async function loadKubeConfig(
  choice: KubeConfigChoice,
  importClientNode: () => Promise<ClientNode>,
): Promise<KubeConfig> {
  const { file, context } = choice;
  const { KubeConfig } = await clientNode(importClientNode);
  const kubeConfig = new KubeConfig();
  const place = placeOf(choice);
  try {
    if (file === undefined) kubeConfig.loadFromDefault();
    else kubeConfig.loadFromFile(file);
  } catch (error) {
    throw new Refusal(loadingProblem(place, error), 1);
  }
  if (file === undefined) requireFound(kubeConfig);
  chooseContext(kubeConfig, context, place);
  return kubeConfig;
}

function placeOf({ file }: KubeConfigChoice): string {
  return file ?? 'the default kubeconfig';
}

async function clientNode(importClientNode: () => Promise<ClientNode>): Promise<ClientNode> {
  try {
    return await importClientNode();
  } catch (error) {
    const isMissing = field(error, 'code') === 'ERR_MODULE_NOT_FOUND';
    const what = isMissing ? 'reading a kubeconfig needs @kubernetes/client-node' : unloadable(error);
    throw new Refusal(
      `${what}: npm i @kubernetes/client-node (on Node older than 22.19: npm i @kubernetes/client-node@1). ` +
        'The demo does without: --demo',
      1,
    );
  }
}

/** Its 2.x needs Node 22.19, and says so by failing while it is loaded. */
function unloadable(error: unknown): string {
  return `@kubernetes/client-node cannot be loaded by Node ${process.versions.node} (${messageOf(error)}); its 2.x needs Node 22.19`;
}

/** Holds nothing of the file's content, which may be secret: of a YAML error just its reason and place. */
function loadingProblem(place: string, error: unknown): string {
  const path = textAt(error, 'path') || place;
  switch (textAt(error, 'code')) {
    case 'ENOENT':
      return `there is no kubeconfig ${path}: see --kubeconfig and $KUBECONFIG, or look at the demo with --demo`;
    case 'EACCES':
      return `the kubeconfig ${path} may not be read: see who owns it`;
    case 'EISDIR':
      return `the kubeconfig ${path} is a folder: name the file in it`;
  }
  const line = field(error, 'mark', 'line');
  if (typeof line === 'number')
    return `${place} does not parse as YAML: ${textAt(error, 'reason')}, at line ${line + 1}`;
  // What client-node says of a file that is YAML but no kubeconfig, such as an empty one.
  if (error instanceof TypeError) return noKubeConfig(place);
  return `${place} is no usable kubeconfig: ${messageOf(error)}`;
}

function noKubeConfig(place: string): string {
  return `${place} is no kubeconfig: it needs clusters, users and contexts. kubectl config view shows yours`;
}

/** client-node makes this up when there is nothing to be found. */
function requireFound(kubeConfig: KubeConfig): void {
  if (kubeConfig.getCurrentContext() !== 'loaded-context') return;
  if (kubeConfig.getCurrentCluster()?.server !== 'http://localhost:8080') return;
  throw new Refusal(
    'there is no kubeconfig: $KUBECONFIG is not set, ~/.kube/config does not exist, and this is no pod. ' +
      'Name one with --kubeconfig FILE, or look at the demo with --demo',
    1,
  );
}

function chooseContext(kubeConfig: KubeConfig, wanted: string | undefined, place: string): void {
  const names = kubeConfig.getContexts().map(({ name }) => name);
  const context = wanted ?? kubeConfig.getCurrentContext();
  if (names.length === 0) throw new Refusal(noKubeConfig(place), 1);
  if (!context) throw new Refusal(`${place} has no current context: choose one with --context: ${names.join(', ')}`, 1);
  if (!names.includes(context))
    throw new Refusal(`${place} has no context "${context}": choose one with --context: ${names.join(', ')}`, 1);
  kubeConfig.setCurrentContext(context);
}

function clusterOf(kubeConfig: KubeConfig, place: string): Cluster {
  const context = kubeConfig.getCurrentContext();
  try {
    const transport = kubeConfigTransport(kubeConfig);
    return { transport, context, namespace: namespaceOfContext(kubeConfig), account: accountOf(kubeConfig, context) };
  } catch (error) {
    throw new Refusal(`${place}: ${messageOf(error)}`, 1);
  }
}

/** Whom client-node makes up for the service account of a pod. */
const IN_CLUSTER_USER = 'inClusterUser';

function accountOf(kubeConfig: KubeConfig, context: string): string {
  const user = kubeConfig.getContextObject(context)?.user;
  if (user === IN_CLUSTER_USER) return 'the service account of this pod';
  return user
    ? `the user ${JSON.stringify(user)} of the kubeconfig`
    : `the context ${JSON.stringify(context)} of the kubeconfig, which names no user`;
}

export function namespaceOfContext(kubeConfig: KubeConfig): string {
  return kubeConfig.getContextObject(kubeConfig.getCurrentContext())?.namespace || 'default';
}
