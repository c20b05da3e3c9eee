import type { Resource } from '../kubernetes/index.js';

/**
 * What a list says that it is, where that is another kind than the collection's: objects of it would be taken for those of the collection. A list
 * that does not say is taken as it is; of a custom resource only the group and the version are known.
 *
 * @see https://github.com/kubernetes/community/blob/master/contributors/devel/sig-architecture/api-conventions.md#types-kinds
 */
export function foreignKind(list: unknown, { group, version, kind }: Resource<unknown>): string | undefined {
  if (typeof list !== 'object' || list === null) return undefined;
  const said = { apiVersion: '', kind: '', ...list };
  // What kubectl makes of a list, of whatever kind.
  if (said.kind === '' || said.kind === 'List') return undefined;
  const isOurs =
    (kind === '' || said.kind === `${kind}List`) &&
    (said.apiVersion === '' || said.apiVersion === (group === '' ? version : `${group}/${version}`));
  return isOurs ? undefined : `${said.kind} ${said.apiVersion}`.trim();
}
