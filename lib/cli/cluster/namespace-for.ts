import type { Resource } from '../../kubernetes/index.js';
import { Refusal } from '../refusal.js';

/** What the command line says of namespaces. */
export interface NamespaceChoice {
  /** Undefined: the namespace of the context. */
  readonly namespace: string | undefined;
  readonly allNamespaces: boolean;
}

/**
 * The namespace that is meant; undefined: all, or none.
 *
 * @param ofContext the one that is meant when the user names none
 * @throws Refusal when a namespace is named for what is in none
 */
export function namespaceFor(
  { namespace, allNamespaces }: NamespaceChoice,
  ofContext: string | undefined,
  { namespaced, plural }: Resource,
): string | undefined {
  if (!namespaced && namespace !== undefined)
    throw new Refusal(`${plural} are in no namespace: leave out --namespace ${namespace}`, 2);
  if (!namespaced || allNamespaces) return undefined;
  return namespace ?? ofContext;
}
