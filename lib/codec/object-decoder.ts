import { Immer } from 'immer';
import { type KubernetesObject, keyOf } from '../kubernetes/index.js';
import { DecodeError, NamelessError } from './errors.js';
import { findManagedFields } from './managed-fields.js';
import { deepFreeze, share } from './sharing.js';
import { parseJson, textWithout } from './text.js';

/** How objects are made from bytes. */
export interface DecodeOptions {
  /** Whether `metadata.managedFields` is left out, before the parser sees it. */
  readonly managedFields: 'drop' | 'keep';
  /** Freeze objects, all the way down. */
  readonly strict: boolean;
  /** Changes an object (an immer draft) before it is frozen and stored. */
  readonly transform?: ((draft: unknown) => void) | undefined;
  /** The newest known version of an object, for its unchanged parts to be used again. */
  readonly known?: ((key: string) => unknown) | undefined;
  /**
   * What a list's items lack and a watch's objects have: lists of built-in kinds name the kind only once. A watch's object of another kind
   * is refused. Undefined: not known.
   */
  readonly typeMeta: { readonly apiVersion: string; readonly kind: string } | undefined;
}

/** A `transform` that threw, and for which object. */
export class TransformError extends Error {
  override readonly name = 'TransformError';
}

const immer = new Immer({ autoFreeze: false });

/** Makes objects from bytes: cut, parsed, named, transformed, shared with their previous version, frozen. */
export class ObjectDecoder<T extends KubernetesObject> {
  readonly #options: DecodeOptions;
  readonly #itemPrefix: string;

  constructor(options: DecodeOptions) {
    this.#options = options;
    const { typeMeta } = options;
    this.#itemPrefix =
      typeMeta === undefined
        ? ''
        : `"kind":${JSON.stringify(typeMeta.kind)},"apiVersion":${JSON.stringify(typeMeta.apiVersion)},`;
  }

  /** The bytes of one item of a list. */
  item(bytes: Uint8Array, start: number, end: number): T {
    const text = textWithout(bytes, start, end, this.#cut(bytes, start, end));
    // What the item itself says of its kind comes later in the text, and so wins. An item `{}` has no name and fails below.
    return this.finish(parseJson(`{${this.#itemPrefix}${text.slice(1)}`, 'an item of the list'));
  }

  /** The text of a watch frame whose object opens at `objectStart`, without what is to be dropped from that object. */
  frameText(bytes: Uint8Array, start: number, end: number, objectStart: number): string {
    return textWithout(bytes, start, end, this.#cut(bytes, objectStart, end));
  }

  /** The parsed object of a watch event, made ready for the cache. Throws as `finish`, and a DecodeError when it has no kind, or another. */
  watched(parsed: unknown): T {
    const kind = kindOf(parsed);
    // As client-go, which cannot decode it.
    if (typeof kind !== 'string' || kind === '') throw new DecodeError('a watch event has an object without a kind');
    this.checkKind(kind);
    return this.finish(parsed);
  }

  /** Throws a DecodeError when this is the kind of something else than what was asked for. */
  checkKind(kind: unknown): void {
    const { typeMeta } = this.#options;
    if (typeMeta === undefined || kind === typeMeta.kind) return;
    throw new DecodeError(`a watch event is about the kind ${JSON.stringify(kind)}, not ${typeMeta.kind}`);
  }

  /**
   * A parsed object made ready for the cache. Throws a DecodeError when it is no object with a name, and a TransformError when the
   * transform threw.
   */
  finish(parsed: unknown): T {
    const object = this.#transformed(this.#withoutManagedFields(named<T>(parsed)));
    const { known, strict } = this.#options;
    const shared = known === undefined ? object : (share(known(keyOf(object)), object) as T);
    return strict ? deepFreeze(shared) : shared;
  }

  #cut(bytes: Uint8Array, start: number, end: number) {
    return this.#options.managedFields === 'drop' ? findManagedFields(bytes, start, end) : undefined;
  }

  /** The rare object whose managedFields only the parser could find: written with an escape, or twice. */
  #withoutManagedFields(object: T): T {
    const metadata: object | undefined = object.metadata;
    if (this.#options.managedFields === 'drop' && metadata !== undefined && 'managedFields' in metadata) {
      delete metadata.managedFields;
    }
    return object;
  }

  #transformed(object: T): T {
    const { transform } = this.#options;
    if (transform === undefined) return object;
    try {
      return named<T>(
        immer.produce(object, (draft) => {
          transform(draft);
        }),
      );
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new TransformError(`transform failed for ${keyOf(object)}: ${why}`, { cause });
    }
  }
}

/** The door where what a server sent becomes the type that the caller named: the wire promises it, nothing here can check it. */
function named<T extends KubernetesObject>(value: unknown): T {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new DecodeError('the server sent something that is no object');
  }
  checkName(value);
  return value as T;
}

/** What an object says of itself, whatever it is. */
export function kindOf(object: unknown): unknown {
  return Object(object).kind;
}

/** No server stores an object without a name, nor with a `/` in its name or namespace, by which two objects could have one key. */
function checkName({ metadata }: { readonly metadata?: unknown }): void {
  const { name, namespace = '' }: { readonly name?: unknown; readonly namespace?: unknown } = Object(metadata);
  if (!isName(name)) throw nameless('name', name);
  if (namespace !== '' && !isName(namespace)) throw nameless('namespace', namespace);
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && !value.includes('/');
}

function nameless(field: string, value: unknown): NamelessError {
  const shown = value === undefined ? 'absent' : JSON.stringify(value).slice(0, 100);
  return new NamelessError(`the server sent an object without a name: metadata.${field} is ${shown}`);
}
