import type { Row } from '../kinds';

/** What this page looks for in an object of any kind. */
export interface Whole extends Row {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata: Row['metadata'] & {
    readonly resourceVersion: string;
    readonly ownerReferences?: readonly OwnerReference[];
  };
  readonly spec?: { readonly nodeName?: string; readonly selector?: Selector };
  readonly status?: { readonly conditions?: readonly Condition[] };
}

export interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
}

export interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
  readonly lastTransitionTime?: string;
}

type LabelMap = Readonly<Record<string, string>>;

/** Of a service it is the labels themselves. */
type Selector = { readonly matchLabels?: LabelMap } | LabelMap;

const WITH_PODS = new Set([
  'services',
  'deployments.apps',
  'replicasets.apps',
  'statefulsets.apps',
  'daemonsets.apps',
  'jobs.batch',
]);

/** What to show of all pods for those that an object is about; undefined where it is about none. */
export function podsOf(kindId: string, { metadata, spec }: Whole): Readonly<Record<string, string>> | undefined {
  if (kindId === 'nodes') return { search: metadata.name };
  if (!WITH_PODS.has(kindId)) return undefined;
  const { matchLabels, ...own }: { readonly matchLabels?: unknown } = spec?.selector ?? {};
  const labels = Object.entries(kindId === 'services' ? own : Object(matchLabels)).map(
    ([key, value]) => `${key}=${value}`,
  );
  return labels.length === 0 ? undefined : { labels: labels.join(','), namespace: metadata.namespace ?? '' };
}
