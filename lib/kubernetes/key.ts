/** No cache key can be made of this object, or this text is no key. */
export class KeyError extends Error {
  override readonly name = 'KeyError';

  constructor(
    message: string,
    /** What was given. */
    readonly object: unknown,
  ) {
    super(message);
  }
}

/**
 * The key of an object in a cache: `namespace/name`, or `name` where there is no namespace. client-go's `MetaNamespaceKeyFunc`, which
 * takes names as they are, so that an object without one has the key `namespace/` or ``.
 *
 * @throws KeyError when there is no metadata, or its name or namespace is no text
 */
export function keyOf(object: unknown): string {
  const metadata = fieldOf(object, 'metadata');
  if (typeof metadata !== 'object' || metadata === null)
    throw new KeyError(`no key for this object: metadata is ${shown(metadata)}`, object);
  const name = fieldOf(metadata, 'name') ?? '';
  const namespace = fieldOf(metadata, 'namespace') ?? '';
  if (typeof name !== 'string')
    throw new KeyError(`no key for this object: metadata.name is ${shown(name)}, not a name`, object);
  if (typeof namespace !== 'string')
    throw new KeyError(`no key for "${name}": metadata.namespace is ${shown(namespace)}, not a name`, object);
  // Not a template: V8 would make a rope of it, which is slow to compare, and keys are compared more than anything else.
  return namespace === '' ? name : [namespace, name].join('/');
}

/**
 * The parts of a key. client-go's `SplitMetaNamespaceKey`.
 *
 * @throws KeyError when the text is not `name` or `namespace/name`
 */
export function splitKey(key: string): { readonly namespace?: string; readonly name: string } {
  const [first, second, ...more] = key.split('/');
  if (first === undefined || first === '' || second === '' || more.length > 0)
    throw new KeyError(`${shown(key)} is no key: keys are "name" or "namespace/name"`, key);
  return second === undefined ? { name: first } : { namespace: first, name: second };
}

function fieldOf(value: unknown, field: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, field) : undefined;
}

function shown(value: unknown): string {
  return value === undefined ? 'absent' : JSON.stringify(value);
}
