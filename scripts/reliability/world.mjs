// A control plane, and an administrator who writes to it whatever happens.
import { KubeConfig } from '@kubernetes/client-node';
import { mergeMap, reduce } from 'rxjs';
import { kubeConfigTransport } from '../../dist/node.js';
import { startControlPlane } from '../control-plane.mjs';

export const after = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** A request that has no answer by then has none. */
const ANSWER_MS = 5000;

export class World {
  static async start(assets) {
    const plane = await startControlPlane(assets);
    const world = new World(plane);
    try {
      await world.ready();
    } catch (error) {
      await plane.stop();
      throw error;
    }
    return world;
  }

  constructor(plane) {
    this.plane = plane;
    this.admin = kubeConfigTransport(this.kubeConfig('admin-token'));
  }

  /** Whose token can be changed, as that of a kubeconfig that is written anew. */
  kubeConfig(token) {
    const kubeConfig = new KubeConfig();
    kubeConfig.loadFromOptions({
      clusters: [{ name: 'c', server: this.plane.url, caFile: this.plane.caFile }],
      users: [{ name: 'u', token }],
      contexts: [{ name: 'x', cluster: 'c', user: 'u' }],
      currentContext: 'x',
    });
    return kubeConfig;
  }

  /** Status and body; rejects when no answer comes. */
  ask(method, path, body) {
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    const headers = { accept: 'application/json', 'content-type': type };
    const request = { method, path, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const answer$ = this.admin.request(request).pipe(
      mergeMap(({ status, body$ }) => {
        const decoder = new TextDecoder();
        return body$.pipe(
          reduce((text, chunk) => text + decoder.decode(chunk, { stream: true }), ''),
          mergeMap((text) => [{ status, body: text.startsWith('{') ? JSON.parse(text) : text }]),
        );
      }),
    );
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        subscription.unsubscribe();
        reject(new Error(`${method} ${path}: no answer within ${ANSWER_MS} ms`));
      }, ANSWER_MS);
      const subscription = answer$.subscribe({
        next: resolve,
        error: reject,
      });
      subscription.add(() => clearTimeout(timer));
    });
  }

  /** The same, tried until it is accepted: what is there already, or gone already, is as well. */
  async write(method, path, body) {
    for (let tries = 0; tries < 300; tries++) {
      const answer = await this.ask(method, path, body).catch((error) => ({ status: 0, body: String(error) }));
      if (answer.status >= 200 && answer.status < 300) return answer.body;
      if ((method === 'POST' && answer.status === 409) || (method === 'DELETE' && answer.status === 404))
        return answer.body;
      await after(200);
    }
    throw new Error(`${method} ${path}: never accepted`);
  }

  async ready() {
    for (let tries = 0; tries < 600; tries++) {
      const answer = await this.ask('GET', '/readyz').catch(() => undefined);
      const namespace =
        answer?.status === 200 && (await this.ask('GET', '/api/v1/namespaces/default').catch(() => undefined));
      if (namespace?.status === 200) return;
      await after(100);
    }
    throw new Error('the control plane is not ready');
  }

  async killApiServer(forMs = 0) {
    await this.plane.apiServer.kill();
    await after(forMs);
    this.plane.apiServer.start();
    await this.ready();
  }

  stop() {
    return this.plane.stop();
  }
}
