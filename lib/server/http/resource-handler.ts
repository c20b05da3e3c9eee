import type { SchedulerLike } from 'rxjs';
import type { Collection } from '../store/collection.js';
import type { Collections } from '../store/collections.js';
import type { History } from '../store/history.js';
import type { ObjectName } from '../store/keys.js';
import { forbidInitialEvents, type ListOptions, type SelectOptions } from '../store/list-options.js';
import { listPage, type Page } from '../store/lister.js';
import { isNamespaces } from '../store/namespaces.js';
import { readObject } from '../store/reader.js';
import { methodNotAllowed, noSuchResource } from '../store/refusals.js';
import type { StoredObject } from '../store/stored-object.js';
import { Watcher } from '../store/watcher.js';
import type { Writer } from '../store/writer.js';
import { deleteOptionsOf, dryRunOf } from './delete-options.js';
import { type ApiRequest, type ApiResponse, jsonResponse } from './exchange.js';
import { Frames } from './frames.js';
import { listBody } from './list-body.js';
import { negotiate, type Shape } from './negotiation.js';
import { type IncludeObject, type Representation, representationOf } from './representation.js';
import { sentPatch, sentValue } from './request-body.js';
import { flag, integer, type ResourcePath, type Target, text, type Verb } from './request-info.js';
import { WatchBody } from './watch-body.js';

/** What answers requests for resources. */
export interface ResourceHandlerOptions {
  readonly collections: Collections;
  readonly history: History;
  readonly writer: Writer;
  readonly scheduler: SchedulerLike;
  readonly now: () => number;
  readonly bookmarkIntervalMs: number;
}

/** kube-apiserver's, without its jitter. */
const DEFAULT_WATCH_SECONDS = 1800;

/** One request for a resource that there is, by a method that it has. */
interface Call {
  readonly request: ApiRequest;
  readonly query: URLSearchParams;
  readonly collection: Collection;
  readonly namespace: string | undefined;
  readonly subresource: 'status' | undefined;
}

/** Turns requests for resources into calls of the store, and what it says into answers. */
export class ResourceHandler {
  private readonly frames = new Frames();

  constructor(private readonly options: ResourceHandlerOptions) {}

  handle(request: ApiRequest, { query }: Target, path: ResourcePath, verb: Verb | undefined): ApiResponse {
    const collection = this.options.collections.find(path.group, path.version, path.plural);
    if (collection === undefined) throw noSuchResource();
    const subresource = subresourceOf(collection, path);
    requireScope(collection, path);
    const call = { request, query, collection, namespace: path.namespace, subresource };
    const { name } = path;
    return name === undefined
      ? this.handleCollection(call, verb)
      : this.handleObject(call, { namespace: path.namespace, name }, verb);
  }

  private handleCollection(call: Call, verb: Verb | undefined): ApiResponse {
    const { collection, namespace } = call;
    if (verb === 'list') return this.list(call);
    if (verb === 'watch') return this.watch(call);
    // Only reading goes across namespaces; namespaces themselves are deleted one by one.
    if (collection.resource.namespaced && namespace === undefined) throw methodNotAllowed();
    if (verb === 'create') return this.create(call);
    if (verb === 'deletecollection' && !isNamespaces(collection)) return this.deleteCollection(call);
    throw methodNotAllowed();
  }

  private handleObject(call: Call, at: ObjectName, verb: Verb | undefined): ApiResponse {
    const { request, query, collection, subresource } = call;
    const { history, writer } = this.options;
    switch (verb) {
      case 'get':
        return this.one(
          call,
          200,
          readObject(collection, history, { ...at, resourceVersion: text(query, 'resourceVersion') }),
        );
      case 'update': {
        const value = sentValue(request, collection);
        return this.one(
          call,
          200,
          writer.update(collection, value, { ...at, subresource, ...dryRunOf(query, 'UpdateOptions') }),
        );
      }
      case 'patch': {
        const { patch, type } = sentPatch(request);
        return this.one(
          call,
          200,
          writer.patch(collection, at, patch, { type, subresource, ...dryRunOf(query, 'PatchOptions') }),
        );
      }
      case 'delete':
        if (subresource === undefined) return this.delete(call, at);
        throw methodNotAllowed();
      default:
        throw methodNotAllowed();
    }
  }

  private create(call: Call): ApiResponse {
    const { request, query, collection, namespace } = call;
    const value = sentValue(request, collection);
    const object = this.options.writer.create(collection, value, { namespace, ...dryRunOf(query, 'CreateOptions') });
    return this.one(call, 201, object);
  }

  private delete(call: Call, at: ObjectName): ApiResponse {
    const { request, query, collection } = call;
    const { object, gone } = this.options.writer.delete(collection, at, deleteOptionsOf(request, query));
    if (!gone || collection.kind.returnsDeleted) return this.one(call, 200, object);
    const { group, plural } = collection.resource;
    const { name, uid } = object.metadata;
    const details = { name, ...(group !== '' && { group }), kind: plural, uid };
    return jsonResponse(200, { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details });
  }

  private deleteCollection(call: Call): ApiResponse {
    const { request, query, collection } = call;
    const page = this.options.writer.deleteCollection(collection, selected(call), deleteOptionsOf(request, query));
    return this.many(call, page);
  }

  private list(call: Call): ApiResponse {
    const { query, collection } = call;
    if (flag(query, 'sendInitialEvents') !== undefined) forbidInitialEvents();
    const options: ListOptions = {
      ...selected(call),
      limit: integer(query, 'limit'),
      continue: text(query, 'continue'),
      resourceVersion: text(query, 'resourceVersion'),
      resourceVersionMatch: text(query, 'resourceVersionMatch'),
    };
    integer(query, 'timeoutSeconds');
    return this.many(call, listPage(collection, this.options.history, options));
  }

  private watch(call: Call): ApiResponse {
    const { query, collection } = call;
    const { history, scheduler, bookmarkIntervalMs } = this.options;
    const representation = this.representation(call, 'object');
    const allowWatchBookmarks = flag(query, 'allowWatchBookmarks') ?? false;
    const watcher = new Watcher(collection, history, {
      ...selected(call),
      allowWatchBookmarks,
      sendInitialEvents: flag(query, 'sendInitialEvents'),
      continue: text(query, 'continue'),
      resourceVersion: text(query, 'resourceVersion'),
      resourceVersionMatch: text(query, 'resourceVersionMatch'),
    });
    const options = {
      collection,
      watcher,
      representation,
      scheduler,
      frames: this.frames,
      bookmarkIntervalMs: allowWatchBookmarks ? bookmarkIntervalMs : undefined,
      timeoutMs: 1000 * (integer(query, 'timeoutSeconds') || DEFAULT_WATCH_SECONDS),
    };
    return {
      status: 200,
      headers: { 'content-type': 'application/json', 'cache-control': 'no-cache, private' },
      body: (sink) => new WatchBody(sink, options),
    };
  }

  private one(call: Call, status: number, object: StoredObject): ApiResponse {
    return jsonResponse(status, this.representation(call, 'object').whole(object));
  }

  private many(call: Call, page: Page): ApiResponse {
    return {
      status: 200,
      headers: { 'content-type': 'application/json', 'cache-control': 'no-cache, private' },
      body: listBody(page, this.representation(call, 'list')),
      compressible: true,
    };
  }

  private representation({ request, query, collection }: Call, shape: Shape): Representation {
    const form = negotiate(request.headers.accept, shape);
    return representationOf(collection, form, includeOf(query), this.options.now);
  }
}

function includeOf(query: URLSearchParams): IncludeObject {
  const include = query.get('includeObject');
  return include === 'None' || include === 'Object' ? include : 'Metadata';
}

function selected({ query, namespace }: Call): SelectOptions {
  return { namespace, labelSelector: text(query, 'labelSelector'), fieldSelector: text(query, 'fieldSelector') };
}

function subresourceOf({ kind }: Collection, { name, subresource }: ResourcePath): 'status' | undefined {
  if (subresource === undefined) return undefined;
  if (subresource === 'status' && name !== undefined && kind.hasStatus) return subresource;
  throw noSuchResource();
}

function requireScope({ resource }: Collection, { namespace, name }: ResourcePath): void {
  if (namespace !== undefined && !resource.namespaced) throw noSuchResource();
  if (name !== undefined && namespace === undefined && resource.namespaced) throw noSuchResource();
}
