import { isDns1035Label, isDnsSubdomain } from './names.js';
import type { KubernetesObject } from './object.js';
import type { Resource } from './resource.js';

/** What names a kind that is not built in. */
export interface CustomResourceOptions {
  /** The API group, such as `stable.example.com`. */
  readonly group: string;
  /** Such as `v1` or `v1beta1`. */
  readonly version: string;
  /** The name in URLs, such as `crontabs`. */
  readonly plural: string;
  readonly namespaced: boolean;
  /** Such as `CronTab`. Default: '', not known; watching does not need it. */
  readonly kind?: string;
}

/**
 * A kind from a CustomResourceDefinition or an aggregated API. The names are those in the definition's `spec`.
 *
 * @example
 * interface CronTab extends KubernetesObject { readonly spec: { readonly cronSpec: string } }
 * const cronTabs = customResource<CronTab>({ group: 'stable.example.com', version: 'v1', plural: 'crontabs', namespaced: true });
 * @throws TypeError that names the option that cannot be right
 * @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/
 */
export function customResource<T = KubernetesObject>(options: CustomResourceOptions): Resource<T> {
  const { group, version, plural, namespaced, kind = '' } = options;
  require(isText(group) &&
    isDnsSubdomain(group), 'group', group, 'a DNS name in lower case, such as "stable.example.com"');
  require(isText(version) && isDns1035Label(version), 'version', version, 'a name such as "v1" or "v1beta1"');
  require(isText(plural) &&
    isDns1035Label(plural), 'plural', plural, 'the plural name in lower case, such as "crontabs"');
  require(typeof namespaced === 'boolean', 'namespaced', namespaced, 'true, or false for a cluster-scoped kind');
  require(isText(kind) &&
    (kind === '' || isKind(kind)), 'kind', kind, 'the name of one object\'s kind, such as "CronTab"');
  return { group, version, plural, kind, namespaced };
}

function isKind(text: string): boolean {
  return isDns1035Label(text.toLowerCase());
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function require(holds: boolean, option: string, value: unknown, expected: string): void {
  if (!holds) throw new TypeError(`${option} is ${JSON.stringify(value)}: expected ${expected}`);
}
