import type { Representation } from '../http/representation.js';
import type { Served } from '../store/served.js';
import type { StoredObject } from '../store/stored-object.js';

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

/** How objects of a resource look when their secret data is withheld; of resources that have none, as they are. */
export function withheld(form: Representation, { resource }: Served): Representation {
  if (resource.group !== '' || resource.plural !== 'secrets') return form;
  return {
    ...form,
    item: (object) => form.item(withoutSecretData(object)),
    whole: (object) => form.whole(withoutSecretData(object)),
  };
}
