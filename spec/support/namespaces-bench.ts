import type { V1Pod } from '@kubernetes/client-node';
import type { Observable } from 'rxjs';
import type { InformerOptions } from '../../lib/informer/index.js';
import { InformerBench } from './informer-bench.js';
import { podList, type ScriptedExchange } from './scripted-server.js';
import { settled } from './virtual-time.js';

/** An informer of pods in several namespaces, whose server the test plays namespace by namespace. */
export class NamespacesBench extends InformerBench {
  constructor(
    namespace: readonly string[] | Observable<readonly string[]>,
    options: Partial<InformerOptions<V1Pod, 'node'>> = {},
  ) {
    super({ ...options, namespace });
  }

  /** The newest request for a namespace. */
  at(namespace: string): ScriptedExchange {
    const found = this.server.exchanges.findLast(({ url }) => url.pathname.includes(`/namespaces/${namespace}/`));
    if (found === undefined) throw new Error(`nothing was requested of ${namespace}`);
    return found;
  }

  /** Answers the list of a namespace and opens its watch. */
  async list(namespace: string, resourceVersion: number, ...pods: object[]): Promise<void> {
    this.at(namespace).json(podList(resourceVersion, pods));
    this.at(namespace).open();
    await settled();
  }

  /** The namespaces that something is asked of at this moment. */
  get asked(): readonly string[] {
    return this.server.open.map(({ url }) => url.pathname.split('/')[4] ?? '').sort();
  }
}

/** A pod as small as can be, in a namespace of its own choice. */
export function podIn(namespace: string, name: string, resourceVersion: number, more: object = {}) {
  const metadata = { name, namespace, uid: `uid-${namespace}-${name}`, resourceVersion: String(resourceVersion) };
  return { kind: 'Pod', apiVersion: 'v1', metadata, ...more };
}
