import type { Served } from '../store/served.js';
import type { StoredObject } from '../store/stored-object.js';
import type { Shown } from './relayed-object.js';

/** What `kubectl apply` leaves in an object: all that was applied, a Secret's data too. */
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/** The annotation that says what of an object was withheld, so that nobody takes it for empty. */
export const WITHHELD = 'rxinformer.dev/withheld';

/**
 * A Secret as it is relayed: kind, name, type, labels, and whatever else is not known to hold or to repeat its data, as the configuration that
 * was applied last does, and `managedFields`, which name its keys.
 */
export function withoutSecretData({
  apiVersion,
  kind,
  metadata,
  type,
  immutable,
  ...rest
}: StoredObject): StoredObject {
  const { managedFields: _, annotations, ...told } = metadata;
  const { [LAST_APPLIED]: __, ...kept } = annotations ?? {};
  const notes = { ...kept, ...(Object.keys(rest).length > 0 && { [WITHHELD]: Object.keys(rest).sort().join(',') }) };
  return {
    apiVersion,
    kind,
    metadata: { ...told, ...(Object.keys(notes).length > 0 && { annotations: notes }) },
    ...(type !== undefined && { type }),
    ...(immutable !== undefined && { immutable }),
  };
}

/**
 * What is shown of the objects of a resource: of Secrets only what `withoutSecretData` leaves, unless their data is asked for. The same object
 * for the same object, as long as somebody holds that, so that it is made into JSON once.
 */
export function shownOf({ resource }: Served, includeSecretData: boolean): Shown | undefined {
  if (includeSecretData || resource.group !== '' || resource.plural !== 'secrets') return undefined;
  const known = new WeakMap<StoredObject, StoredObject>();
  return (object) => {
    const shown = known.get(object) ?? withoutSecretData(object);
    known.set(object, shown);
    return shown;
  };
}
