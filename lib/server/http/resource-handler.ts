import type { Collection } from '../store/collection.js';
import type { Collections } from '../store/collections.js';
import type { ObjectName } from '../store/keys.js';
import { isNamespaces } from '../store/namespaces.js';
import { methodNotAllowed, noSuchResource } from '../store/refusals.js';
import type { Writer } from '../store/writer.js';
import { deleteOptionsOf, dryRunOf } from './delete-options.js';
import { type ApiRequest, type ApiResponse, jsonResponse } from './exchange.js';
import { Frames } from './frames.js';
import { getList, getOne, getWatch, many, one, type ReadCall, representationFor, selected } from './reading.js';
import { sentPatch, sentValue } from './request-body.js';
import { type ResourcePath, requireScope, type Target, type Verb } from './request-info.js';
import { StoreReader, type StoreReaderOptions } from './store-reader.js';

/** What answers requests for resources. */
export interface ResourceHandlerOptions extends StoreReaderOptions {
  readonly collections: Collections;
  readonly writer: Writer;
}

/** One request for a resource that there is, by a method that it has. */
interface Call extends ReadCall {
  readonly collection: Collection;
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
    requireScope(collection.resource, path);
    const reader = new StoreReader(collection, this.frames, this.options);
    const call = { request, query, reader, collection, namespace: path.namespace, subresource };
    const { name } = path;
    return name === undefined
      ? this.handleCollection(call, verb)
      : this.handleObject(call, { namespace: path.namespace, name }, verb);
  }

  private handleCollection(call: Call, verb: Verb | undefined): ApiResponse {
    const { collection, namespace } = call;
    if (verb === 'list') return getList(call);
    if (verb === 'watch') return getWatch(call);
    // Only reading goes across namespaces; namespaces themselves are deleted one by one.
    if (collection.resource.namespaced && namespace === undefined) throw methodNotAllowed();
    if (verb === 'create') return this.create(call);
    if (verb === 'deletecollection' && !isNamespaces(collection)) return this.deleteCollection(call);
    throw methodNotAllowed();
  }

  private handleObject(call: Call, at: ObjectName, verb: Verb | undefined): ApiResponse {
    const { request, query, collection, subresource } = call;
    const { writer } = this.options;
    switch (verb) {
      case 'get':
        return getOne(call, at.name);
      case 'update': {
        const value = sentValue(request, collection);
        return one(
          call,
          200,
          writer.update(collection, value, { ...at, subresource, ...dryRunOf(query, 'UpdateOptions') }),
        );
      }
      case 'patch': {
        const { patch, type } = sentPatch(request);
        return one(
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
    return one(call, 201, object);
  }

  private delete(call: Call, at: ObjectName): ApiResponse {
    const { request, query, collection } = call;
    const { object, gone } = this.options.writer.delete(collection, at, deleteOptionsOf(request, query));
    if (!gone || collection.kind.returnsDeleted) return one(call, 200, object);
    const { group, plural } = collection.resource;
    const { name, uid } = object.metadata;
    const details = { name, ...(group !== '' && { group }), kind: plural, uid };
    return jsonResponse(200, { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details });
  }

  private deleteCollection(call: Call): ApiResponse {
    const { request, query, collection } = call;
    const page = this.options.writer.deleteCollection(collection, selected(call), deleteOptionsOf(request, query));
    return many(page, representationFor(call, 'list'));
  }
}

function subresourceOf({ kind }: Collection, { name, subresource }: ResourcePath): 'status' | undefined {
  if (subresource === undefined) return undefined;
  if (subresource === 'status' && name !== undefined && kind.hasStatus) return subresource;
  throw noSuchResource();
}
