import type { Collection } from './collection.js';
import type { Collections } from './collections.js';
import { newObject } from './creation.js';
import { type DeleteOptions, deletionOf, requireDeleteOptions } from './deletion.js';
import type { LogEvent } from './event-log.js';
import { generatedName } from './generated-name.js';
import type { History } from './history.js';
import { type ObjectName, storeKey } from './keys.js';
import type { ListOptions } from './list-options.js';
import { listPage, type Page } from './lister.js';
import { metadataProblems } from './metadata-rules.js';
import {
  asNewNamespace,
  contentOf,
  isNamespaces,
  NAMESPACES,
  requireMortal,
  requireOpenNamespace,
  terminating,
} from './namespaces.js';
import { type PatchType, patched } from './patches.js';
import { alreadyExists, badRequest, invalid, invalidField, invalidPatch, notFound, serverError } from './refusals.js';
import { type ReplacementOptions, replacement } from './replacement.js';
import { readSentObject } from './sent-object.js';
import type { SentObject, StoredObject } from './stored-object.js';
import { atRevision } from './versions.js';

/** A write that is only tried: it is answered as if it were done, and nothing changes. */
export interface DryRun {
  readonly dryRun?: boolean | undefined;
}

/** Where time and unique texts come from. */
export interface Sources {
  /** Epoch milliseconds. */
  now(): number;
  /** A text that it never gave before. */
  uid(): string;
}

/** How often a name is generated before the server gives up, as kube-apiserver does. */
const NAME_TRIES = 8;

/**
 * All that changes objects. Every method is one transaction, done when it returns, and throws an ApiError when it is
 * refused.
 */
export class Writer {
  constructor(
    private readonly collections: Collections,
    private readonly history: History,
    private readonly sources: Sources,
  ) {}

  create(
    collection: Collection,
    value: unknown,
    options: DryRun & { readonly namespace?: string | undefined },
  ): StoredObject {
    const { resource } = collection;
    const sent = readSentObject(collection, value);
    const namespace = namespaceOf(collection, sent, options.namespace);
    if (namespace !== undefined) requireOpenNamespace(this.collections, resource, namespace, sent.metadata.name ?? '');
    // A 500, as kube-apiserver has it; and what is no version, or 0, it passes over.
    if (/^0*[1-9]\d*$/.test(sent.metadata.resourceVersion ?? ''))
      throw serverError('resourceVersion should not be set on objects to be created');
    const problems = metadataProblems(collection, sent.metadata);
    if (problems.length > 0) throw invalid(resource, sent.metadata.name ?? '', problems);
    const name = this.nameFor(collection, sent, namespace);
    const made = isNamespaces(collection) ? asNewNamespace(sent, name) : sent;
    const object = newObject(collection, made, { namespace, name }, this.sources.uid(), this.sources.now());
    return this.put(collection, storeKey({ namespace, name }), object, undefined, options);
  }

  update(
    collection: Collection,
    value: unknown,
    options: DryRun & ReplacementOptions & Partial<ObjectName>,
  ): StoredObject {
    const sent = readSentObject(collection, value);
    const namespace = namespaceOf(collection, sent, options.namespace);
    const { name } = sent.metadata;
    if (name === undefined) throw withoutName(options.name);
    if (options.name !== undefined && name !== options.name) throw wrongName(name, options.name);
    return this.replace(collection, this.existing(collection, { namespace, name }), sent, options);
  }

  patch(
    collection: Collection,
    at: ObjectName,
    patch: unknown,
    options: DryRun & ReplacementOptions & { readonly type: PatchType },
  ): StoredObject {
    const existing = this.existing(collection, at);
    const sent = readSentObject(collection, patched(existing, patch, options.type), invalidPatch);
    namespaceOf(collection, sent, at.namespace);
    const { name, uid } = sent.metadata;
    if (name === undefined) throw withoutName(at.name);
    if (name !== at.name) throw wrongName(name, at.name);
    if (uid !== undefined && uid !== existing.metadata.uid)
      throw invalid(collection.resource, at.name, [invalidField('metadata.uid', uid, 'field is immutable')]);
    return this.replace(collection, existing, sent, options);
  }

  /** The object as it was last, marked as being deleted where it had to be, and whether it is gone. */
  delete(
    collection: Collection,
    at: ObjectName,
    options: DeleteOptions & DryRun,
  ): { object: StoredObject; gone: boolean } {
    requireDeleteOptions(options);
    const existing = this.existing(collection, at);
    const { marked, removes } = deletionOf(collection, existing, options, this.sources.now());
    if (isNamespaces(collection)) return this.deleteNamespace(collection, existing, options);
    const key = storeKey(at);
    const object = marked === undefined ? existing : this.put(collection, key, marked, existing, options);
    if (removes) this.remove(collection, key, object, options);
    return { object, gone: removes };
  }

  /** Deletes what a list would give, and gives it. */
  deleteCollection(collection: Collection, selected: ListOptions, options: DeleteOptions & DryRun): Page {
    requireDeleteOptions(options);
    const page = listPage(collection, this.history, selected);
    const gone = page.items.map(({ metadata }) => this.delete(collection, metadata, options).object);
    return { ...page, items: gone };
  }

  private existing(collection: Collection, at: ObjectName): StoredObject {
    const existing = collection.get(storeKey(at));
    if (existing === undefined) throw notFound(collection.resource, at.name);
    return existing;
  }

  private nameFor(collection: Collection, { metadata }: SentObject, namespace: string | undefined): string {
    const { name, generateName = '' } = metadata;
    const free = (candidate: string) => collection.get(storeKey({ namespace, name: candidate })) === undefined;
    if (name !== undefined) {
      if (free(name)) return name;
      throw alreadyExists(collection.resource, name);
    }
    let candidate = '';
    for (let tries = 0; tries < NAME_TRIES; tries += 1) {
      candidate = generatedName(generateName, this.sources.uid());
      if (free(candidate)) return candidate;
    }
    throw alreadyExists(collection.resource, candidate);
  }

  private replace(
    collection: Collection,
    existing: StoredObject,
    sent: SentObject,
    options: DryRun & ReplacementOptions,
  ): StoredObject {
    const next = replacement(collection, existing, sent, options);
    if (next === existing) return existing;
    const key = storeKey(existing.metadata);
    const { deletionTimestamp, deletionGracePeriodSeconds, finalizers = [] } = next.metadata;
    const lastFinalizerGone =
      deletionTimestamp !== undefined && deletionGracePeriodSeconds === 0 && finalizers.length === 0;
    if (!lastFinalizerGone) {
      const stored = this.put(collection, key, next, existing, options);
      if (isNamespaces(collection)) this.finishNamespace(key);
      return stored;
    }
    // As in Kubernetes, this last change is not stored: the object goes as it was.
    this.remove(collection, key, existing, options);
    return next;
  }

  private put(
    collection: Collection,
    key: string,
    object: StoredObject,
    previous: StoredObject | undefined,
    { dryRun }: DryRun,
  ): StoredObject {
    if (dryRun === true) return object;
    const type = previous === undefined ? 'ADDED' : 'MODIFIED';
    return this.write(collection, (revision) => ({
      revision,
      type,
      key,
      object: atRevision(object, revision),
      previous,
    }));
  }

  private remove(collection: Collection, key: string, previous: StoredObject, { dryRun }: DryRun): void {
    if (dryRun === true) return;
    this.write(collection, (revision) => {
      return { revision, type: 'DELETED', key, object: atRevision(previous, revision), previous };
    });
    const { namespace } = previous.metadata;
    if (namespace !== undefined) this.finishNamespace(namespace);
  }

  private write(collection: Collection, write: (revision: bigint) => LogEvent): StoredObject {
    return this.history.write(collection, write).object;
  }

  /**
   * A namespace goes with all that is in it, at once: no namespace controller is there to do it later. Only where a
   * finalizer holds an object does the namespace stay, terminating, until that is gone.
   */
  private deleteNamespace(
    collection: Collection,
    existing: StoredObject,
    options: DryRun,
  ): { object: StoredObject; gone: boolean } {
    const { name, deletionTimestamp } = existing.metadata;
    requireMortal(name);
    if (options.dryRun === true) return { object: existing, gone: false };
    const marking = deletionTimestamp === undefined ? terminating(existing, this.sources.now()) : undefined;
    const object = marking === undefined ? existing : this.put(collection, name, marking, existing, options);
    for (const content of contentOf(this.collections, name)) this.deleteCollection(content, { namespace: name }, {});
    this.finishNamespace(name);
    return { object, gone: collection.get(name) === undefined };
  }

  private finishNamespace(name: string): void {
    const collection = this.collections.of(NAMESPACES);
    const namespace = collection.get(name);
    if (namespace?.metadata.deletionTimestamp === undefined || namespace.metadata.finalizers !== undefined) return;
    if (contentOf(this.collections, name).next().done === true) this.remove(collection, name, namespace, {});
  }
}

/** @throws ApiError 400 when the object names another namespace than the request, or none where one is needed */
function namespaceOf({ resource }: Collection, sent: SentObject, asked: string | undefined): string | undefined {
  const { namespace } = sent.metadata;
  if (!resource.namespaced) {
    if (namespace === undefined) return undefined;
    throw badRequest(`namespace is ${JSON.stringify(namespace)}, but ${resource.plural} are cluster-scoped`);
  }
  if (namespace !== undefined && asked !== undefined && namespace !== asked)
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request');
  const found = asked ?? namespace;
  if (found === undefined)
    throw badRequest(`an object of ${resource.plural} needs a namespace: metadata.namespace is missing`);
  return found;
}

function withoutName(asked: string | undefined) {
  const which = asked === undefined ? '' : ` (${asked} based on URL)`;
  return badRequest(`the name of the object${which} was undeterminable: name must be provided`);
}

function wrongName(name: string, asked: string) {
  return badRequest(`the name of the object (${name}) does not match the name on the URL (${asked})`);
}
