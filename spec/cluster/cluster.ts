import { lastValueFrom, mergeMap, reduce } from 'rxjs';
import { type Resource, resourcePath } from '../../lib/kubernetes/index.js';
import type { Transport } from '../../lib/transport/index.js';
import { kubeConfigTransport } from '../../lib/transport/node/index.js';
import { kubeConfigOf } from '../support/kube-configs.js';

/** An API server that the suite puts through its paces. */
export interface Cluster {
  /** Has all rights. */
  readonly admin: Transport;
  /** Is known, and has none. */
  readonly nobody: Transport;
  /** Is not known. */
  readonly stranger: Transport;
  /** Lets the server forget its history, so that an older resourceVersion is answered with 410. May restart it. */
  forget(): Promise<void>;
  /** Kills the server and starts it again, on the same port, with the same data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** The transport of one user, through a kubeconfig, as everybody has it. */
export function transportFor(server: string, token: string, caFile: string): Transport {
  return kubeConfigTransport(kubeConfigOf(server, { cluster: { 'certificate-authority': caFile }, user: { token } }));
}

export interface Answer {
  readonly status: number;
  // A test looks into it as it likes; what it expects is asserted.
  readonly body: {
    readonly [field: string]: unknown;
    readonly metadata: { readonly [field: string]: string | undefined };
  };
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One request, its whole answer parsed. */
export async function ask(transport: Transport, method: Method, path: string, body?: object): Promise<Answer> {
  const headers = { accept: 'application/json', 'content-type': contentType(method, body) };
  const request = { method, path, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const answer$ = transport
    .request(request)
    .pipe(
      mergeMap(({ status, body$ }) =>
        body$.pipe(reduce((text, chunk) => text + new TextDecoder().decode(chunk, { stream: true }), `${status} `)),
      ),
    );
  const text = await lastValueFrom(answer$);
  return { status: Number(text.slice(0, 3)), body: JSON.parse(text.slice(4)) };
}

/** A patch that is a list holds operations. */
function contentType(method: Method, body: object | undefined): string {
  if (method !== 'PATCH') return 'application/json';
  return Array.isArray(body) ? 'application/json-patch+json' : 'application/merge-patch+json';
}

/** Plain writes, as a user makes them. */
export class Writer {
  constructor(
    private readonly cluster: Cluster,
    private readonly resource: Resource<unknown>,
    private readonly namespace?: string,
  ) {}

  async create(object: { readonly metadata: { readonly name: string } }): Promise<Answer['body']> {
    return this.#done('POST', {}, object);
  }

  async patch(name: string, patch: object): Promise<Answer['body']> {
    return this.#done('PATCH', { name }, patch);
  }

  async delete(name: string): Promise<void> {
    await this.#done('DELETE', { name });
  }

  async #done(method: Method, where: { readonly name?: string }, body?: object): Promise<Answer['body']> {
    const path = resourcePath(this.resource, { namespace: this.namespace, ...where });
    const answer = await ask(this.cluster.admin, method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }
}

/** A server that starts is waited for: there is nothing to be told by, so it is asked. Connections to one that ended are used up thereby. */
export async function untilReady(transport: Transport): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const answer = await ask(transport, 'GET', '/api/v1/namespaces/default').catch(() => undefined);
    if (answer?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${transport.url} is not ready`);
}
