import { allResources, qualifiedNameOf, shortNamesOf, singularNameOf } from '../../kubernetes/index.js';
import { closeMatches } from '../../reflector/index.js';
import type { ServedResource } from './served-resource.js';

/** What is known of the built-in kinds without asking, for as long as a server cannot be asked. */
export const builtInResources: readonly ServedResource[] = allResources.map((resource) => ({
  group: resource.group,
  version: resource.version,
  plural: resource.plural,
  kind: resource.kind,
  namespaced: resource.namespaced,
  singular: singularNameOf(resource),
  shortNames: shortNamesOf(resource),
  verbs: ['list', 'watch'],
}));

/**
 * The resource that somebody means by a plural or singular name, a kind or a short name, alone or followed by its group, or version and
 * group: `pods`, `po`, `Deployment`, `deployments.apps`, `deployments.v1.apps`. A group may be shortened: `ingresses.networking`.
 * Of several the first wins, as with kubectl: the core group, and of each group the preferred version.
 */
export function findResource(name: string, served: readonly ServedResource[]): ServedResource | undefined {
  const [word = '', ...rest] = name.toLowerCase().split('.');
  const named = served.filter((resource) => wordsFor(resource).includes(word));
  const [version, ...group] = rest;
  return (
    named.find((resource) => rest.length === 0 || resource.group === rest.join('.')) ??
    named.find((resource) => resource.version === version && resource.group === group.join('.')) ??
    named.find((resource) => resource.group.startsWith(rest.join('.')))
  );
}

/** Why a name means nothing, in a sentence, with the names that may have been meant. */
export function unknownResource(name: string, served: readonly ServedResource[], url: string): string {
  const [word = ''] = name.toLowerCase().split('.');
  const words = served.some((resource) => wordsFor(resource).includes(word))
    ? [word]
    : closeMatches(word, served.flatMap(wordsFor));
  const meant = words.flatMap((close) => served.find((resource) => wordsFor(resource).includes(close)) ?? []);
  const names = [...new Set(meant.map(qualifiedNameOf))];
  const hint =
    names.length === 0 ? 'kubectl api-resources lists what it serves' : `did you mean ${names.join(' or ')}?`;
  return `${url} serves no resource ${JSON.stringify(name)}: ${hint}`;
}

function wordsFor({ plural, singular, kind, shortNames }: ServedResource): readonly string[] {
  return [plural, singular, kind.toLowerCase(), ...shortNames].filter((word) => word !== '');
}
