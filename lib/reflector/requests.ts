import { parseFieldSelector, parseLabelSelector, type Resource, resourcePath } from '../kubernetes/index.js';
import type { Transport, TransportRequest } from '../transport/index.js';
import type { Attempt } from './attempt.js';
import type { KeepOptions } from './keep-options.js';
import type { ListRequest, WatchRequest } from './machine.js';

/** The collection that is listed and watched. One description makes both requests, so that they always ask for the same. */
export interface CollectionOptions<K> {
  readonly transport: Transport;
  readonly resource: Resource<K>;
  /** Default: all namespaces. */
  readonly namespace?: string | undefined;
  /** As in kubectl: `tier=web,env in (prod, qa),!canary`. Default: all objects. */
  readonly labelSelector?: string | undefined;
  /** As in kubectl: `spec.nodeName=worker-1`; the server says which fields it knows. Default: all objects. */
  readonly fieldSelector?: string | undefined;
}

/** Makes the requests of one collection. Its constructor throws, naming the option, where an option is malformed. */
export class Requests<K> {
  readonly #options: CollectionOptions<K>;
  /** What the reader keeps of each object: a hint for the transport. */
  readonly #hint: Pick<TransportRequest, 'fields'>;

  constructor(options: CollectionOptions<K> & KeepOptions) {
    const { labelSelector, fieldSelector, fields } = options;
    this.#hint = fields === undefined ? {} : { fields };
    if (labelSelector !== undefined) parseLabelSelector(labelSelector, 'labelSelector');
    if (fieldSelector !== undefined) parseFieldSelector(fieldSelector, 'fieldSelector');
    this.#options = options;
    this.#path({});
  }

  list({ resourceVersion, limit, continue: token }: ListRequest, accept: string): TransportRequest {
    const path = this.#path({
      limit: limit === 0 ? undefined : limit,
      continue: token === '' ? undefined : token,
      resourceVersion: resourceVersion === '' ? undefined : resourceVersion,
    });
    return { path, headers: { accept }, compress: true, ...this.#hint };
  }

  watch({ resourceVersion, timeoutSeconds, initialEvents }: WatchRequest, accept: string): TransportRequest {
    const path = this.#path({
      watch: true,
      allowWatchBookmarks: true,
      timeoutSeconds,
      ...(initialEvents && { sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' }),
      resourceVersion: resourceVersion === '' ? undefined : resourceVersion,
    });
    return { path, headers: { accept }, longRunning: true, ...this.#hint };
  }

  attempt(verb: Attempt['verb']): Attempt {
    const { transport, resource, namespace } = this.#options;
    const { group, plural, version } = resource;
    return {
      verb,
      url: transport.url + resourcePath(resource, { namespace }),
      resource: { group, plural, version },
      namespace,
      ...(transport.advise !== undefined && { advise: (trouble) => transport.advise?.(trouble) }),
    };
  }

  #path(query: Readonly<Record<string, string | number | boolean | undefined>>): string {
    const { resource, namespace, labelSelector, fieldSelector } = this.#options;
    return resourcePath(resource, { namespace, query: { labelSelector, fieldSelector, ...query } });
  }
}
