import type { V1ConfigMap } from '@kubernetes/client-node';
import { DeletedFinalStateUnknown } from '../../../lib/delta/index.js';
import {
  createInformer,
  type EventHandlerRegistration,
  type Informer,
  type ResourceEventHandler,
} from '../../../lib/informer/index.js';
import { core, keyOf, type Plain } from '../../../lib/kubernetes/index.js';
import type { Failure, InformerStatus } from '../../../lib/reflector/index.js';
import { settled, TestClock } from '../../support/virtual-time.js';
import type { TraceObject } from '../trace.js';
import type { WatchListOption } from './rules/rule.js';
import type { Look, Run, Told } from './run.js';
import { ScriptPlayer } from './script-player.js';
import type { InformerTrace, StoredObject, TraceHandler } from './trace.js';
import { draftTransformer } from './transformers.js';

/** What a list asks for when it does not matter: nothing is known. */
const ANY_VERSION = '0';

type ConfigMap = Plain<V1ConfigMap>;

/** Plays a trace against our informer, in virtual time, and says what can be observed, in the form of `Run`. */
export class InformerPlayer {
  readonly #trace: InformerTrace;
  readonly #clock = new TestClock();
  readonly #server: ScriptPlayer;
  readonly #informer: Informer<ConfigMap>;
  readonly #told: Record<string, Told[]> = {};
  readonly #synced: Record<string, boolean> = {};
  readonly #looks: Look[] = [];
  readonly #faults: string[] = [];
  #failure: Failure | undefined;

  /**
   * @param watchList our option for streamed lists
   * @param chance whatever is left to chance, in [0, 1)
   */
  constructor(trace: InformerTrace, watchList: WatchListOption, chance: number) {
    const { options } = trace;
    this.#trace = trace;
    this.#server = new ScriptPlayer(trace.script, this.#clock, (mark) => this.#reach(mark));
    const prefix = options.namespace === undefined ? '' : `namespaces/${options.namespace}/`;
    if (options.path !== `/api/v1/${prefix}configmaps`) throw new Error(`cannot play ${options.path}`);
    this.#informer = createInformer<V1ConfigMap>({
      transport: this.#server,
      resource: options.checkKind === true ? core.configMaps : { ...core.configMaps, kind: '' },
      namespace: options.namespace,
      labelSelector: options.labelSelector,
      resyncPeriod: options.resyncMs,
      watchList,
      transform: draftTransformer(options.transformer ?? 'none'),
      scheduler: this.#clock,
      random: () => chance,
    });
  }

  /** @param runMs after how long the late handlers are added and a last look is taken */
  async play(runMs: number): Promise<Run> {
    this.#informer.status$.subscribe((status) => this.#noteFault(status));
    this.#add('start');
    await this.#clock.advanceAsync(runMs);
    this.#add('end');
    await settled();
    const { snapshot, status } = this.#informer;
    const requests = this.#server.requests.slice();
    const run = {
      runMs,
      requests,
      told: Object.fromEntries(Object.entries(this.#told).map(([id, told]) => [id, told.slice()])),
      looks: this.#looks,
      faults: this.#faults.slice(),
      hasSynced: status.synced,
      handlersSynced: { ...this.#synced },
      store: [...snapshot].map(([key, object]) => stored(key, object)),
      resourceVersion: snapshot.resourceVersion,
    };
    const cursor = await this.#cursor();
    this.#informer.stop();
    return { ...run, cursor };
  }

  #add(when: TraceHandler['when']): void {
    for (const { id, when: itsTime, resyncMs } of this.#trace.options.handlers) {
      if (itsTime !== when) continue;
      this.#told[id] = [];
      this.#synced[id] = false;
      const registration = this.#informer.addEventHandler(
        handlerInto(this.#told[id]),
        resyncMs === undefined ? {} : { resyncPeriod: resyncMs },
      );
      this.#noteSync(id, registration);
    }
  }

  #noteSync(id: string, { synced }: EventHandlerRegistration): void {
    synced.then(
      () => {
        this.#synced[id] = true;
      },
      () => {},
    );
  }

  #reach(mark: string): void {
    if (mark === 'late') {
      this.#add('mark');
      return;
    }
    const store = Object.fromEntries(
      [...this.#informer.snapshot].map(([key, { metadata }]) => [key, metadata.resourceVersion ?? '']),
    );
    this.#looks.push({ mark, hasSynced: this.#informer.status.synced, store });
    for (const told of Object.values(this.#told)) told.push({ mark });
  }

  #noteFault({ failure }: InformerStatus): void {
    if (failure === this.#failure) return;
    this.#failure = failure;
    if (failure !== undefined)
      this.#faults.push(`${failure.kind}${failure.code === undefined ? '' : ` ${failure.code}`}`);
  }

  /** Where the next request begins: after a wait, when a list that hangs is given up, or when a watch that was healthy is over. */
  async #cursor(): Promise<string> {
    const { length } = this.#server.requests;
    this.#server.fallSilent();
    await this.#clock.advanceAsync(2 * 60_000);
    this.#server.endWatch();
    const next = this.#server.requests[length];
    if (next === undefined) throw new Error('the informer asks for nothing more');
    const { resourceVersion = '' } = next.query;
    return resourceVersion === ANY_VERSION ? '' : resourceVersion;
  }
}

function handlerInto(told: Told[]): ResourceEventHandler<ConfigMap> {
  return {
    onAdd: (object, isInInitialList) => told.push({ type: 'add', ...keyAndVersion(object), isInInitialList }),
    onUpdate: (previous, object) => {
      const { uid } = object.metadata;
      const { uid: oldUid, resourceVersion: oldRv = '' } = previous.metadata;
      told.push({ type: 'update', ...keyAndVersion(object), oldRv, ...(uid === oldUid ? {} : { uid, oldUid }) });
    },
    onDelete: (object) => {
      if (!(object instanceof DeletedFinalStateUnknown)) told.push({ type: 'delete', ...keyAndVersion(object) });
      else if (object.object !== undefined)
        told.push({ type: 'delete', ...keyAndVersion(object.object), finalStateUnknown: true });
    },
  };
}

function stored(key: string, { kind, metadata }: ConfigMap): StoredObject {
  const { uid = '', resourceVersion = '', labels } = metadata;
  return {
    key,
    uid,
    resourceVersion,
    ...(kind === undefined || kind === 'ConfigMap' ? {} : { kind }),
    ...(labels === undefined ? {} : { labels }),
  };
}

function keyAndVersion(object: TraceObject): { readonly key: string; readonly rv: string } {
  return { key: keyOf(object), rv: object.metadata.resourceVersion ?? '' };
}
