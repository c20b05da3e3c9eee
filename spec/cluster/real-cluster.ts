import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cluster, transportFor, untilReady } from './cluster.js';

/** The folder with etcd, kube-apiserver and kubectl, as setup-envtest installs them; undefined where there is none. */
export const assets = process.env.KUBEBUILDER_ASSETS;

/** A real etcd and kube-apiserver on loopback, with RBAC. It takes a few seconds to start. */
export async function startRealCluster(): Promise<Cluster> {
  if (assets === undefined)
    throw new Error('KUBEBUILDER_ASSETS is not set: it names the folder with etcd and kube-apiserver');
  const folder = mkdtempSync(join(tmpdir(), 'rxinformer-cluster-'));
  const [etcdPort, peerPort, port] = [await freePort(), await freePort(), await freePort()];
  const etcdUrl = `http://127.0.0.1:${etcdPort}`;
  const url = `https://127.0.0.1:${port}`;
  const keyFile = join(folder, 'sa.key');
  execFileSync('openssl', ['genrsa', '-out', keyFile, '2048'], { stdio: 'ignore' });
  writeFileSync(join(folder, 'tokens.csv'), 'admin-token,admin,1,"system:masters"\nnobody-token,nobody,2\n');

  const etcd = start('etcd', [
    ...['--data-dir', join(folder, 'etcd'), '--listen-client-urls', etcdUrl, '--advertise-client-urls', etcdUrl],
    ...[
      '--listen-peer-urls',
      `http://127.0.0.1:${peerPort}`,
      '--initial-advertise-peer-urls',
      `http://127.0.0.1:${peerPort}`,
    ],
    ...['--initial-cluster', `default=http://127.0.0.1:${peerPort}`, '--unsafe-no-fsync', '--log-level', 'error'],
  ]);
  const startApiServer = () =>
    start('kube-apiserver', [
      ...[
        `--etcd-servers=${etcdUrl}`,
        `--secure-port=${port}`,
        '--bind-address=127.0.0.1',
        '--endpoint-reconciler-type=none',
      ],
      ...[
        `--cert-dir=${join(folder, 'certs')}`,
        `--service-account-key-file=${keyFile}`,
        `--service-account-signing-key-file=${keyFile}`,
      ],
      ...[
        `--service-account-issuer=${url}`,
        `--token-auth-file=${join(folder, 'tokens.csv')}`,
        '--authorization-mode=RBAC',
      ],
      ...[
        '--service-cluster-ip-range=10.0.0.0/24',
        '--disable-admission-plugins=ServiceAccount',
        '--allow-privileged=true',
      ],
    ]);
  let apiServer = startApiServer();
  const caFile = join(folder, 'certs', 'apiserver.crt');
  const transport = (token: string) => transportFor(url, token, caFile);

  await untilReady(transport('admin-token'));

  const restart = async () => {
    await kill(apiServer);
    apiServer = startApiServer();
    await untilReady(transport('admin-token'));
  };
  return {
    admin: transport('admin-token'),
    nobody: transport('nobody-token'),
    stranger: transport('wrong-token'),
    restart,
    async forget() {
      const status = await fetch(`${etcdUrl}/v3/maintenance/status`, { method: 'POST', body: '{}' });
      const { header } = (await status.json()) as { header: { revision: string } };
      const compaction = JSON.stringify({ revision: header.revision, physical: true });
      await fetch(`${etcdUrl}/v3/kv/compaction`, { method: 'POST', body: compaction });
      await restart(); // its watch cache remembers what etcd has forgotten
    },
    async stop() {
      await kill(apiServer);
      await kill(etcd);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function start(program: string, args: readonly string[]): ChildProcess {
  return spawn(join(assets ?? '', program), args, { stdio: 'ignore' });
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await exited;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address !== null ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}
