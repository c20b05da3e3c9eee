import { type FieldSelector, qualifiedNameOf, type Resource } from '../../kubernetes/index.js';
import { valueAt } from './json.js';
import { badRequest } from './refusals.js';
import type { StoredObject } from './stored-object.js';

/** A field that a field selector may name: where its value is, and what counts where it is absent. */
interface SelectableField {
  readonly path: string;
  readonly absent?: string;
}

type Fields = Readonly<Record<string, SelectableField>>;

function fieldsAt(...paths: readonly string[]): Fields {
  return Object.fromEntries(paths.map((path) => [path, { path }]));
}

const NAMED = fieldsAt('metadata.name', 'metadata.namespace');

function parts(of: string, ...names: readonly string[]): Fields {
  return fieldsAt(...names.map((name) => `${of}.${name}`));
}

const REFERENCE = ['kind', 'namespace', 'name', 'uid', 'apiVersion', 'resourceVersion', 'fieldPath'] as const;

/** What kube-apiserver 1.37 lets these kinds be selected by, beside name and namespace. */
const BY_RESOURCE: Readonly<Record<string, Fields>> = {
  pods: {
    ...parts('spec', 'nodeName', 'restartPolicy', 'schedulerName', 'serviceAccountName'),
    'spec.hostNetwork': { path: 'spec.hostNetwork', absent: 'false' },
    ...parts('status', 'phase', 'podIP', 'podIPs', 'nominatedNodeName'),
  },
  nodes: { 'spec.unschedulable': { path: 'spec.unschedulable', absent: 'false' } },
  namespaces: fieldsAt('status.phase'),
  secrets: fieldsAt('type'),
  services: parts('spec', 'clusterIP', 'type'),
  replicationcontrollers: { 'status.replicas': { path: 'status.replicas', absent: '0' } },
  'jobs.batch': { 'status.successful': { path: 'status.succeeded', absent: '0' } },
  'certificatesigningrequests.certificates.k8s.io': fieldsAt('spec.signerName'),
  events: {
    ...parts('involvedObject', ...REFERENCE),
    ...fieldsAt('reason', 'reportingComponent', 'type'),
    source: { path: 'source.component' },
  },
  'events.events.k8s.io': {
    ...parts('regarding', ...REFERENCE),
    ...fieldsAt('reason', 'reportingController', 'type'),
  },
};

/** Where the value of a selectable field is, such as `status.succeeded` for `status.successful`; undefined: there is no such field. */
export function pathOfField(resource: Resource<unknown>, name: string): string | undefined {
  const fields = { ...NAMED, ...BY_RESOURCE[qualifiedNameOf(resource)] };
  return Object.hasOwn(fields, name) ? fields[name]?.path : undefined;
}

/** Reads a selectable field of an object, as text. */
export type FieldReader = (object: StoredObject, path: string) => string;

/**
 * What reads the fields of this selector.
 *
 * @throws ApiError 400 that names a field which objects of this resource cannot be selected by
 */
export function fieldReader(resource: Resource<unknown>, selector: FieldSelector): FieldReader {
  const fields = { ...NAMED, ...BY_RESOURCE[qualifiedNameOf(resource)] };
  for (const { path } of selector)
    if (!Object.hasOwn(fields, path)) throw badRequest(`field label not supported: ${path}`);
  return (object, path) => textOf(object, fields[path]);
}

function textOf(object: StoredObject, field: SelectableField | undefined): string {
  const value = field === undefined ? undefined : valueAt(object, field.path);
  switch (typeof value) {
    case 'string':
      return value === '' ? (field?.absent ?? '') : value;
    case 'number':
    case 'boolean':
      return String(value);
    default:
      return field?.absent ?? '';
  }
}
