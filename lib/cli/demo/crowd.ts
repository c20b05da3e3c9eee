import type { V1PodStatus } from '@kubernetes/client-node';
import { core, type Plain } from '../../kubernetes/index.js';
import { ApiError, type ApiStore } from '../../server/index.js';
import type { Random } from '../../testing/index.js';
import { timestamp } from '../world/action.js';

/** Pods that belong to nobody and only change: so that a table has many rows, and much to do. */
export interface CrowdChoice {
  readonly pods: number;
  /** Changes of them a second. */
  readonly eventsPerSecond: number;
}

/** The label by which the world knows that they are none of its own. */
export const CROWD_LABEL = 'demo.rxinformer.dev/crowd';

const NAMESPACES = 10;
const NODES = 100;
const APPS = ['api', 'batch', 'cache', 'frontend', 'index', 'mailer', 'queue', 'search', 'store', 'worker'];

interface Member {
  readonly namespace: string;
  readonly name: string;
  restarts: number;
}

/** Fills a store with pods, and changes one of them at a time. */
export class Crowd {
  readonly #store: ApiStore;
  readonly #random: Random;
  readonly #now: () => number;
  readonly #members: Member[] = [];

  constructor(store: ApiStore, pods: number, random: Random, now: () => number) {
    this.#store = store;
    this.#random = random;
    this.#now = now;
    for (let i = 0; i < Math.min(pods, NAMESPACES); i++)
      store.create(core.namespaces, { metadata: { name: `crowd-${i}` } });
    for (let i = 0; i < pods; i++) this.#join(i);
  }

  #join(i: number): void {
    const app = APPS[i % APPS.length] ?? 'app';
    const namespace = `crowd-${i % NAMESPACES}`;
    const name = `${app}-${String(i).padStart(5, '0')}`;
    const image = `registry.example/${app}:1.${i % 7}.0`;
    this.#store.create(core.pods, {
      metadata: { name, namespace, labels: { app, [CROWD_LABEL]: 'true' } },
      spec: { nodeName: `worker-${1 + (i % NODES)}`, containers: [{ name: app, image }] },
    });
    const member = { namespace, name, restarts: 0 };
    this.#members.push(member);
    this.#say(member, true);
  }

  /** One of them, by chance, starts anew, or is ready. What somebody else deleted is left alone. */
  act(): void {
    const member = this.#members[Math.floor(this.#random() * this.#members.length)];
    if (member === undefined) return;
    const ready = this.#random() < 0.9;
    if (!ready) member.restarts++;
    try {
      this.#say(member, ready);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  }

  #say({ namespace, name, restarts }: Member, ready: boolean): void {
    const at = timestamp(this.#now());
    const [container = 'app'] = name.split('-');
    const status: Plain<V1PodStatus> = {
      phase: ready ? 'Running' : 'Pending',
      conditions: [{ type: 'Ready', status: ready ? 'True' : 'False', lastTransitionTime: at }],
      containerStatuses: [
        {
          ...{ name: container, image: container, imageID: '', ready, restartCount: restarts },
          state: ready ? { running: { startedAt: at } } : { waiting: { reason: 'ContainerCreating' } },
        },
      ],
    };
    this.#store.patch(core.pods, { namespace, name }, { status }, { type: 'merge', subresource: 'status' });
  }
}
