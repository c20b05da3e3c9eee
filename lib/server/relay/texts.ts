import type { Representation } from '../http/representation.js';
import type { Served } from '../store/served.js';
import type { StoredObject } from '../store/stored-object.js';

/**
 * A form whose objects always look the same: each is made into JSON once, for lists and watches of all clients, and its text is kept as long as
 * somebody holds the object.
 */
export function remembered(form: Representation): Representation {
  const items = textsOf(form.item);
  const wholes = textsOf(form.whole);
  return { ...form, item: items, whole: wholes };
}

/** The same of objects as they are: what tells their kind is put before the text that they have in lists. */
export function rememberedWhole(form: Representation, { resource, kind, apiVersion }: Served): Representation {
  const item = textsOf(form.item);
  const head = `{"kind":${JSON.stringify(resource.kind)},"apiVersion":${JSON.stringify(apiVersion)},`;
  return { ...form, item, whole: kind.builtIn ? (object) => head + item(object).slice(1) : item };
}

function textsOf(print: (object: StoredObject) => string): (object: StoredObject) => string {
  const texts = new WeakMap<StoredObject, string>();
  return (object) => {
    const known = texts.get(object);
    if (known !== undefined) return known;
    const text = print(object);
    texts.set(object, text);
    return text;
  };
}
