// A real etcd and kube-apiserver on loopback, each of which can be killed, started again, frozen and thawed. KUBEBUILDER_ASSETS names the
// folder with the programs, as setup-envtest installs them.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Children do not outlive this process, frozen ones neither. */
const running = new Set();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** A program that runs, and whose process is this one's child. */
class Program {
  #command;
  #child;

  constructor(command, args) {
    this.#command = [command, args];
    this.start();
  }

  start() {
    const [command, args] = this.#command;
    const child = spawn(command, args, { stdio: 'ignore' });
    running.add(child);
    child.once('exit', () => running.delete(child));
    this.#child = child;
  }

  /** Ends it at once, as a machine that dies does. */
  async kill() {
    const child = this.#child;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await exited;
  }

  /** Keeps its sockets, and does nothing any more. */
  freeze() {
    this.#child.kill('SIGSTOP');
  }

  thaw() {
    this.#child.kill('SIGCONT');
  }
}

/**
 * Starts both, with RBAC; the user of `admin-token` may do everything, that of `nobody-token` nothing. Resolves when the processes run, before
 * they answer: that takes a few seconds.
 */
export async function startControlPlane(assets) {
  const folder = mkdtempSync(join(tmpdir(), 'rxinformer-cluster-'));
  const [etcdPort, peerPort, port] = [await freePort(), await freePort(), await freePort()];
  const etcdUrl = `http://127.0.0.1:${etcdPort}`;
  const peerUrl = `http://127.0.0.1:${peerPort}`;
  const url = `https://127.0.0.1:${port}`;
  const keyFile = join(folder, 'sa.key');
  execFileSync('openssl', ['genrsa', '-out', keyFile, '2048'], { stdio: 'ignore' });
  writeFileSync(join(folder, 'tokens.csv'), 'admin-token,admin,1,"system:masters"\nnobody-token,nobody,2\n');
  const etcd = new Program(join(assets, 'etcd'), [
    ...['--data-dir', join(folder, 'etcd'), '--listen-client-urls', etcdUrl, '--advertise-client-urls', etcdUrl],
    ...['--listen-peer-urls', peerUrl, '--initial-advertise-peer-urls', peerUrl],
    ...['--initial-cluster', `default=${peerUrl}`, '--unsafe-no-fsync', '--log-level', 'error'],
  ]);
  const apiServer = new Program(join(assets, 'kube-apiserver'), [
    ...[`--etcd-servers=${etcdUrl}`, `--secure-port=${port}`, '--bind-address=127.0.0.1'],
    ...['--endpoint-reconciler-type=none', `--cert-dir=${join(folder, 'certs')}`],
    ...[`--service-account-key-file=${keyFile}`, `--service-account-signing-key-file=${keyFile}`],
    ...[`--service-account-issuer=${url}`, `--token-auth-file=${join(folder, 'tokens.csv')}`],
    ...['--authorization-mode=RBAC', '--service-cluster-ip-range=10.0.0.0/24'],
    ...['--disable-admission-plugins=ServiceAccount', '--allow-privileged=true'],
  ]);
  return {
    url,
    etcd,
    apiServer,
    folder,
    caFile: join(folder, 'certs', 'apiserver.crt'),
    compact: () => compact(etcdUrl),
    async stop() {
      await apiServer.kill();
      await etcd.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Lets etcd forget all history up to now. */
async function compact(etcdUrl) {
  const status = await fetch(`${etcdUrl}/v3/maintenance/status`, { method: 'POST', body: '{}' });
  const { header } = await status.json();
  const body = JSON.stringify({ revision: header.revision, physical: true });
  const { ok } = await fetch(`${etcdUrl}/v3/kv/compaction`, { method: 'POST', body });
  if (!ok) throw new Error('etcd refuses to compact its history');
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
