import type { SchedulerLike } from 'rxjs';
import type { InformerScope } from '../../informer/index.js';
import { compareResourceVersions } from '../../kubernetes/index.js';
import type { KeyOrder } from '../../store/index.js';
import type { BodySink, BodySource } from '../http/exchange.js';
import { errorFrame } from '../http/frames.js';
import type { Form } from '../http/negotiation.js';
import type { Reader, WatchForm } from '../http/reading.js';
import type { IncludeObject, Representation } from '../http/representation.js';
import { ApiError } from '../store/api-error.js';
import { parseContinue, printContinue } from '../store/continue-token.js';
import { storeKey } from '../store/keys.js';
import {
  type ListOptions,
  listRevision,
  readRevision,
  requireListOptions,
  requireWatchOptions,
  type WatchOptions,
} from '../store/list-options.js';
import { type Page, pageOf } from '../store/lister.js';
import type { ReadOptions } from '../store/reader.js';
import { badRequest, expiredContinue, expiredList, notFound, tooLargeResourceVersion } from '../store/refusals.js';
import { selectionOf } from '../store/selection.js';
import type { StoredObject } from '../store/stored-object.js';
import { attempt } from './attempt.js';
import { furtherSelectors } from './coverage.js';
import type { Relayed } from './relayed.js';
import type { Representations } from './representations.js';
import { Retained } from './retained.js';
import { Watch } from './watch.js';

interface State {
  readonly objects: KeyOrder<StoredObject>;
  readonly version: string;
}

/** Reads a relayed collection as kube-apiserver's store is read. */
export class RelayReader implements Reader {
  readonly #retained = new Retained();

  constructor(
    readonly relayed: Relayed,
    private readonly scope: InformerScope,
    private readonly representations: Representations,
    private readonly scheduler: SchedulerLike,
  ) {}

  get forms(): readonly Form[] {
    return this.representations.forms;
  }

  representation(
    form: Form,
    include: IncludeObject,
    query: URLSearchParams,
    client: string | undefined,
  ): Representation {
    return this.representations.of(form, include, query.get('fields') ?? '', client);
  }

  get(options: ReadOptions): StoredObject {
    const { objects, version } = this.#now();
    requireReached(options.resourceVersion, version, readRevision);
    const object = objects.get(storeKey(options));
    if (object === undefined) throw notFound(this.relayed.served.resource, options.name);
    return object;
  }

  list(options: ListOptions): Page {
    requireListOptions(options);
    const selection = selectionOf(this.relayed.served, { ...options, ...furtherSelectors(this.scope, options) });
    const { state, after } = this.#start(options);
    // kube-apiserver serves "any version" from its cache, whole, whatever the limit.
    const limit = options.resourceVersion === '0' ? 0 : Math.max(0, options.limit ?? 0);
    const page = pageOf(state.objects, selection, state.version, after, limit);
    if (page.continue !== undefined) this.#retained.add(state.version, state.objects);
    return page;
  }

  watch(options: WatchOptions, { representation, timeoutMs, client }: WatchForm): (sink: BodySink) => BodySource {
    requireWatchOptions(options);
    const { relayed, representations, scheduler } = this;
    const { namespace = '', resourceVersion = '' } = options;
    const { labelSelector, fieldSelector } = furtherSelectors(this.scope, options);
    const selection = selectionOf(relayed.served, { ...options, labelSelector, fieldSelector });
    const id = JSON.stringify([representation.id, namespace, labelSelector, fieldSelector]);
    const isOfAny = resourceVersion === '' || resourceVersion === '0';
    if (!isOfAny && isNumbered(relayed.version)) readRevision(resourceVersion);
    const sendsInitial = options.sendInitialEvents ?? isOfAny;
    const allowBookmarks = options.allowWatchBookmarks === true;
    const request = {
      view: { id, selection, representation },
      from: sendsInitial ? undefined : isOfAny ? relayed.version : resourceVersion,
      allowBookmarks,
      marksInitialEnd: allowBookmarks && options.sendInitialEvents === true,
      timeoutMs,
    };
    return (sink) => {
      const held = attempt(() => representations.hold(representation, client));
      if (held instanceof ApiError) return refused(sink, held);
      const watch = new Watch(sink, relayed, request, scheduler, [held, relayed.upstream.hold()]);
      watch.start();
      return watch;
    };
  }

  #now(): State {
    const { objects, version } = this.relayed;
    if (objects === undefined) throw new Error(`nothing is known of ${this.relayed.served.resource.plural} yet`);
    return { objects, version };
  }

  /** Which state is read, and after which key. */
  #start(options: ListOptions): { readonly state: State; readonly after: string | undefined } {
    const { continue: token = '', resourceVersion = '', resourceVersionMatch: match = '', limit = 0 } = options;
    const now = this.#now();
    const isOfAny = resourceVersion === '' || resourceVersion === '0';
    if (token !== '') {
      if (!isOfAny) throw badRequest('specifying resource version is not allowed when using continue');
      return this.#continued(token, now);
    }
    requireReached(resourceVersion, now.version, listRevision);
    const isExact = match === 'Exact' || (match === '' && !isOfAny && limit > 0);
    if (!isExact || resourceVersion === now.version) return { state: now, after: undefined };
    const objects = this.#retained.get(resourceVersion);
    if (objects === undefined) throw expiredList();
    return { state: { objects, version: resourceVersion }, after: undefined };
  }

  #continued(token: string, now: State): { readonly state: State; readonly after: string } {
    const { revision, after } = parseContinue(token);
    if (revision === undefined || revision === now.version) return { state: now, after };
    const objects = this.#retained.get(revision);
    if (objects === undefined) throw expiredContinue(printContinue({ revision: undefined, after }));
    return { state: { objects, version: revision }, after };
  }
}

/** The answer has begun: the reason is its only event. */
function refused(sink: BodySink, error: ApiError): BodySource {
  sink.write(errorFrame(error));
  sink.end();
  return { resume: () => {}, stop: () => {} };
}

/** Those of old extension API servers may be no numbers, and only equal themselves. */
function isNumbered(version: string): boolean {
  return compareResourceVersions(version, '1') !== undefined;
}

/** @param check throws for what is no version at all */
function requireReached(asked = '', current: string, check: (text: string) => unknown): void {
  if (asked === '' || asked === '0' || asked === current) return;
  if (isNumbered(current)) check(asked);
  if (compareResourceVersions(asked, current) === 1) throw tooLargeResourceVersion(asked, current);
}
