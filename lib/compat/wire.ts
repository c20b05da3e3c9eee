/** A model of client-node: its class says what each of its fields is called on the wire. */
interface ModelClass {
  getAttributeTypeMap(): readonly { readonly name: string; readonly baseName: string }[];
}

/**
 * What client-node made of an answer, as the server had sent it: dates as text, fields by their own names. What is plain already stays so.
 */
export function toWire(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  // Kubernetes has whole seconds, and no more than that in the text.
  if (value instanceof Date) return value.toISOString().replace('.000Z', 'Z');
  if (Array.isArray(value)) return value.map(toWire);
  const names = wireNames(value);
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [names.get(name) ?? name, toWire(field)]));
}

const known = new WeakMap<object, ReadonlyMap<string, string>>();
const NONE: ReadonlyMap<string, string> = new Map();

/** The fields of a model that client-node has renamed. */
function wireNames(object: object): ReadonlyMap<string, string> {
  const model: unknown = object.constructor;
  if (!isModelClass(model)) return NONE;
  const found = known.get(model);
  if (found !== undefined) return found;
  const renamed = model.getAttributeTypeMap().filter(({ name, baseName }) => name !== baseName);
  const names = new Map(renamed.map(({ name, baseName }) => [name, baseName]));
  known.set(model, names);
  return names;
}

function isModelClass(value: unknown): value is ModelClass {
  return typeof value === 'function' && 'getAttributeTypeMap' in value;
}
