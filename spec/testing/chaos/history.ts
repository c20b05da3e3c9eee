import type { V1ConfigMap } from '@kubernetes/client-node';
import { core, type Plain } from '../../../lib/kubernetes/index.js';
import type { ApiStore } from '../../../lib/server/index.js';
import { type Random, whole } from '../../../lib/testing/index.js';

export type ConfigMap = Plain<V1ConfigMap>;

export const NAMESPACES = ['default', 'shop'] as const;

/** Texts whose bytes are worth tearing. */
const TEXTS = ['', 'plain', 'größer ☸ 𝕏 "quoted\\" \u2028', '{"type":"DELETED"}\\n', 'x'.repeat(2000)];

function pick<T>(things: readonly T[], random: Random): T {
  const thing = things[whole(random, things.length)];
  if (thing === undefined) throw new Error('nothing to pick from');
  return thing;
}

/** What happens in the cluster: objects come, change, move in and out of selectors, go, and are born again under their old names. */
export class History {
  #writes = 0;

  constructor(
    private readonly store: ApiStore,
    private readonly random: Random,
    private readonly names: number,
  ) {}

  /** One write; said in short. */
  write(): string {
    this.#writes += 1;
    const { random, store } = this;
    const at = { namespace: pick(NAMESPACES, random), name: `n${whole(random, this.names)}` };
    const exists = store
      .list(core.configMaps, { namespace: at.namespace })
      .items.some(({ metadata }) => metadata.name === at.name);
    const labels: Record<string, string> = random() < 0.5 ? { tier: pick(['web', 'db'], random) } : {};
    const object = { metadata: { ...at, labels }, data: { n: String(this.#writes), text: pick(TEXTS, random) } };
    if (!exists) {
      store.create(core.configMaps, object);
      return `create ${at.namespace}/${at.name}`;
    }
    if (random() < 0.3) {
      store.delete(core.configMaps, at);
      if (random() < 0.7) return `delete ${at.namespace}/${at.name}`;
      store.create(core.configMaps, object);
      return `replace ${at.namespace}/${at.name}`;
    }
    store.update(core.configMaps, object);
    return `update ${at.namespace}/${at.name}`;
  }
}

/** Whether a cached config map is what the server has: its version says so, and its content agrees. */
export function same(a: ConfigMap, b: ConfigMap): boolean {
  return (
    a.metadata.uid === b.metadata.uid &&
    a.metadata.resourceVersion === b.metadata.resourceVersion &&
    a.data?.n === b.data?.n &&
    a.data?.text === b.data?.text &&
    a.metadata.labels?.tier === b.metadata.labels?.tier
  );
}
