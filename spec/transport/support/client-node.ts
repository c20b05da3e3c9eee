import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * The client-node that specs run with: the one that is installed, or the package in the folder that
 * RXINFORMER_CLIENT_NODE names, so that both supported versions can be tried.
 */
const folder = process.env.RXINFORMER_CLIENT_NODE;
const loaded: unknown = await import(
  folder === undefined ? '@kubernetes/client-node' : pathToFileURL(join(folder, 'dist/index.js')).href
);

/** Its documented interface is the same in both versions, as far as specs use it. */
export const { CoreV1Api, CustomObjectsApi, KubeConfig, KubernetesObjectApi, makeInformer } =
  loaded as typeof import('@kubernetes/client-node');
export type { Cluster, User } from '@kubernetes/client-node';
