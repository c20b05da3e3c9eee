import type { Cluster } from './cluster.js';
import { startEmbeddedCluster } from './embedded-cluster.js';
import { assets, startRealCluster } from './real-cluster.js';

/** The servers that a suite runs on: the embedded one, and the real one where there is one. */
export const servers: [string, () => Promise<Cluster>][] = [['the embedded server', startEmbeddedCluster]];
if (assets !== undefined) servers.push(['kube-apiserver', startRealCluster]);
