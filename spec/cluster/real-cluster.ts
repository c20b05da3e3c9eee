import { type ControlPlane, startControlPlane } from '../../scripts/control-plane.mjs';
import { type Cluster, transportFor, untilReady } from './cluster.js';

/** The folder with etcd, kube-apiserver and kubectl, as setup-envtest installs them; undefined where there is none. */
export const assets = process.env.KUBEBUILDER_ASSETS;

export interface RealCluster extends Cluster {
  readonly plane: ControlPlane;
}

/** A real etcd and kube-apiserver on loopback, with RBAC. It takes a few seconds to start. */
export async function startRealCluster(): Promise<RealCluster> {
  if (assets === undefined)
    throw new Error('KUBEBUILDER_ASSETS is not set: it names the folder with etcd and kube-apiserver');
  const plane = await startControlPlane(assets);
  const transport = (token: string) => transportFor(plane.url, token, plane.caFile);
  try {
    await untilReady(transport('admin-token'));
  } catch (error) {
    await plane.stop();
    throw error;
  }

  const restart = async () => {
    await plane.apiServer.kill();
    plane.apiServer.start();
    await untilReady(transport('admin-token'));
  };
  return {
    plane,
    admin: transport('admin-token'),
    nobody: transport('nobody-token'),
    stranger: transport('wrong-token'),
    restart,
    async forget() {
      await plane.compact();
      await restart(); // its watch cache remembers what etcd has forgotten
    },
    stop: () => plane.stop(),
  };
}
