import { qualifiedNameOf, type Resource } from 'rxinformer';
import { age, labels, name, namespace } from './columns';
import { defineKind, type Kind, type Section } from './kind';
import { configMaps, events, ingresses, namespaces, nodes, services, volumeClaims } from './others';
import { pods } from './pods';
import { cronJobs, daemonSets, deployments, jobs, replicaSets, statefulSets } from './workloads';

export type { Column, Kind, Row, Section, Status } from './kind';
export { namespaces };

export const SECTIONS: readonly Section[] = ['Workloads', 'Network', 'Configuration', 'Cluster', 'More'];

/** In the order of the side bar. */
const KNOWN: readonly Kind[] = [
  pods,
  deployments,
  replicaSets,
  statefulSets,
  daemonSets,
  jobs,
  cronJobs,
  services,
  ingresses,
  configMaps,
  volumeClaims,
  nodes,
  namespaces,
  events,
];

/** Their values would be sent to the browser: no list of them, no page of one. */
const HIDDEN: ReadonlySet<string> = new Set(['secrets', 'events.events.k8s.io']);

/** One of those that have columns of their own. */
export function knownKind(id: string): Kind | undefined {
  return KNOWN.find((kind) => kind.id === id);
}

/** The kinds to show of what a server serves: first those that have columns of their own. */
export function kindsOf(served: readonly Resource[]): readonly Kind[] {
  const ids = new Map(served.map((resource) => [qualifiedNameOf(resource), resource]));
  const known = KNOWN.filter(({ id }) => ids.has(id));
  const others = [...ids]
    .filter(([id]) => !HIDDEN.has(id) && !known.some((kind) => kind.id === id))
    .map(([, resource]) => plainKind(resource))
    .sort((a, b) => (a.title < b.title ? -1 : 1));
  return [...known, ...others];
}

function plainKind(resource: Resource): Kind {
  return defineKind(
    resource,
    { fields: ['metadata.labels', 'metadata.creationTimestamp'] },
    {
      title: resource.kind,
      section: 'More',
      columns: resource.namespaced ? [name, namespace, age, labels] : [name, age, labels],
    },
  );
}
