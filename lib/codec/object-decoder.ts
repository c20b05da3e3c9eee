import { Immer } from 'immer';
import { type KubernetesObject, keyOf, metadataOf } from '../kubernetes/index.js';
import type { Alike } from './alike.js';
import { Commons } from './commons.js';
import { Composer } from './composer.js';
import { DecodeError, NamelessError, OtherKindError, TooDeepError } from './errors.js';
import { type FieldTree, pick } from './fields.js';
import { type Identity, identityOf } from './identity.js';
import { cutOf } from './managed-fields.js';
import { MAX_DEPTH, Outline } from './outline.js';
import { Preamble } from './preamble.js';
import { isPromiseLike } from './promise-like.js';
import { deepFreeze, share } from './sharing.js';
import { parseJson, textWithout, withPrefix } from './text.js';

/** How objects are made from bytes. */
export interface DecodeOptions {
  /** Whether `metadata.managedFields` is left out, before the parser sees it. */
  readonly managedFields: 'drop' | 'keep';
  /** Freeze objects, all the way down. */
  readonly strict: boolean;
  /** What is kept of an object; undefined: everything. */
  readonly fields?: FieldTree | undefined;
  /** Whether the server is asked for the metadata of objects only. */
  readonly metadataOnly?: boolean | undefined;
  /** Changes an object (an immer draft) before it is frozen and stored. */
  readonly transform?: ((draft: unknown) => unknown) | undefined;
  /** The newest known version of an object, for its unchanged parts to be used again. */
  readonly known?: ((key: string) => unknown) | undefined;
  /** What it has in common with other decoders. Default: nothing. */
  readonly commons?: Commons | undefined;
  /**
   * What a list's items lack and a watch's objects have: lists of built-in kinds name the kind only once. What says another kind is
   * refused. Undefined: not known.
   */
  readonly typeMeta: { readonly apiVersion: string; readonly kind: string } | undefined;
}

/** A `transform` that threw, did not do its work at once, or took an object's name, and for which object. */
export class TransformError extends Error {
  override readonly name = 'TransformError';
}

/** An object of a watch event. */
export interface Watched<T> {
  readonly object: T;
  /** The server's word, whatever a transform made of the object; `''` when it said none. */
  readonly resourceVersion: string;
}

const immer = new Immer({ autoFreeze: false });

/** Makes objects from bytes: cut, parsed, named, transformed, shared with their previous version, frozen. */
export class ObjectDecoder<T extends KubernetesObject> {
  readonly #options: DecodeOptions;
  /** Only of frozen objects may parts be shared among siblings. */
  readonly #composer: Composer | undefined;
  readonly #itemPrefix: string;
  readonly #preamble = new Preamble();

  constructor(options: DecodeOptions) {
    this.#options = options;
    this.#composer = options.strict ? composerFor(options) : undefined;
    const { typeMeta } = options;
    this.#itemPrefix =
      typeMeta === undefined
        ? ''
        : `"kind":${JSON.stringify(typeMeta.kind)},"apiVersion":${JSON.stringify(typeMeta.apiVersion)},`;
  }

  /** Finds the ends of objects, and what can be known of them without decoding. */
  outline(): Outline {
    return new Outline(this.#options.managedFields === 'drop');
  }

  /** Finds the objects of one list that are like another of it. Undefined where parts may not be shared. */
  alike(): Alike | undefined {
    return this.#composer?.alike(this.#itemPrefix);
  }

  /** Whether objects may be cached. */
  get remembers(): boolean {
    return this.#options.known !== undefined;
  }

  /** What is cached of an object, and whether it is this version of it. */
  cached(identity: Identity): { readonly object: T; readonly isSame: boolean } | undefined {
    const object = this.#known(identity);
    return object === undefined ? undefined : { object, isSame: isVersion(object, identity) };
  }

  /**
   * The bytes of one item of a list, and their outline. An item of the version that is known is what is known: it is not parsed.
   *
   * @param alike learns what it is like
   */
  item(bytes: Uint8Array, start: number, end: number, outline: Outline, alike: Alike | undefined): T {
    refuseTooDeep(bytes, start, outline);
    const identity = this.#identity(bytes, start, outline);
    const previous = this.#known(identity);
    if (previous !== undefined && isVersion(previous, identity)) return previous;
    // What the item itself says of its kind comes later in the text, and so wins.
    return this.#decode(bytes, start, end, outline, this.#itemPrefix, previous, this.#checkItem, alike);
  }

  /** The item that has been compared with one that it is like. Undefined when it is to be decoded in some other way. */
  itemAlike(alike: Alike): T | undefined {
    const composed: KubernetesObject | undefined = alike.object();
    if (composed === undefined) return undefined;
    this.#checkItem(composed);
    const previous = this.#options.known?.(keyOf(named(composed))) as T | undefined;
    // What it has in common with another version of itself is to be found.
    if (previous !== undefined) return isVersion(previous, composed.metadata) ? previous : undefined;
    return this.#completed(composed, this.#checkItem);
  }

  /** The bytes of the object of a watch event, and their outline. Throws as `watchedValue`. */
  watched(bytes: Uint8Array, start: number, end: number, outline: Outline): Watched<T> {
    refuseTooDeep(bytes, start, outline);
    const previous = this.#known(this.#identity(bytes, start, outline));
    return this.#watch((check) => this.#decode(bytes, start, end, outline, '', previous, check));
  }

  /**
   * The object of a watch event, if it is known, and ends at `end`, which nobody has seen to yet. Undefined in any doubt. Throws as
   * `watchedValue`.
   */
  revised(bytes: Uint8Array, start: number, end: number): Watched<T> | undefined {
    const { known } = this.#options;
    const composer = this.#composer;
    const preamble = this.#preamble;
    if (known === undefined || composer === undefined || !preamble.begin(bytes, start, end)) return undefined;
    const guessed = this.#known(preamble);
    const recurred = guessed === undefined ? undefined : composer.recur(bytes, start, end, guessed);
    if (recurred !== undefined) return this.#watch((check) => this.#completed(recurred, check));
    const previous = preamble.complete() ? this.#known(preamble) : undefined;
    const revised = previous === undefined ? undefined : composer.revise(bytes, start, end, preamble, previous);
    return revised === undefined ? undefined : this.#watch((check) => this.#completed(revised, check));
  }

  /**
   * The same of an object that had to be parsed. Throws a DecodeError when it is no object with a name and the right kind, and a
   * TransformError when the transform threw.
   */
  watchedValue(parsed: unknown): Watched<T> {
    return this.#watch((check) => this.#finish(parsed, check));
  }

  #watch(decode: (check: (sent: unknown) => void) => T): Watched<T> {
    let resourceVersion = '';
    const object = decode((sent) => {
      const kind = kindOf(sent);
      // As client-go, which cannot decode it.
      if (typeof kind !== 'string' || kind === '') throw new DecodeError('a watch event has an object without a kind');
      this.checkKind(kind);
      resourceVersion = versionOf(sent) ?? '';
    });
    return { object, resourceVersion };
  }

  /** Throws a DecodeError when this is the kind of something else than what was asked for. */
  checkKind(kind: unknown): void {
    const { typeMeta } = this.#options;
    if (typeMeta === undefined || kind === typeMeta.kind) return;
    throw new DecodeError(`a watch event is about the kind ${JSON.stringify(kind)}, not ${typeMeta.kind}`);
  }

  /** No other object of the list suffers. */
  readonly #checkItem = (sent: unknown): void => {
    const { typeMeta } = this.#options;
    const kind = kindOf(sent);
    if (typeMeta === undefined || kind === typeMeta.kind || kind === '' || kind === null) return;
    throw new OtherKindError(`the list holds an object of the kind ${JSON.stringify(kind)}, not ${typeMeta.kind}`);
  };

  #identity(bytes: Uint8Array, start: number, outline: Outline): Identity | undefined {
    return this.#options.known === undefined ? undefined : identityOf(bytes, start, outline);
  }

  #known(identity: Pick<Identity, 'name' | 'namespace'> | undefined): T | undefined {
    return identity === undefined ? undefined : (this.#options.known?.(keyOf({ metadata: identity })) as T | undefined);
  }

  #decode(
    bytes: Uint8Array,
    start: number,
    end: number,
    outline: Outline,
    prefix: string,
    previous: unknown,
    check: (object: unknown) => void,
    alike?: Alike,
  ): T {
    const composed = this.#composer?.compose(bytes, start, end, outline, prefix, previous);
    const cut = cutOf(outline, bytes, start);
    if (composed !== undefined) {
      if (!this.#hasManagedFields(composed)) alike?.learn(bytes, start, end, cut, composed);
      return this.#completed(composed, check);
    }
    const text = withPrefix(prefix, textWithout(bytes, start, end, cut));
    return this.#finish(parseJson(text, 'an object'), check);
  }

  #completed(composed: object, check: (object: unknown) => void): T {
    if (!this.#isDone(composed)) return this.#finish(composed, check);
    check(composed);
    return named<T>(composed);
  }

  /** Nothing is left to do: no transform, and no managedFields that are written in a way that only the parser could see. */
  #isDone(composed: object): boolean {
    return this.#options.transform === undefined && !this.#hasManagedFields(composed);
  }

  #finish(parsed: unknown, check: (object: unknown) => void): T {
    check(parsed);
    const { fields, known, strict } = this.#options;
    const kept = fields === undefined ? parsed : pick(parsed, fields);
    const object = this.#transformed(this.#withoutManagedFields(named<T>(kept)));
    const shared = known === undefined ? object : (share(known(keyOf(object)), object) as T);
    return strict ? deepFreeze(shared) : shared;
  }

  #hasManagedFields(object: { readonly metadata?: unknown }): boolean {
    return this.#options.managedFields === 'drop' && 'managedFields' in Object(object.metadata);
  }

  #withoutManagedFields(object: T): T {
    if (!this.#hasManagedFields(object)) return object;
    const { managedFields, ...metadata }: Record<string, unknown> = { ...object.metadata };
    return { ...object, metadata };
  }

  #transformed(object: T): T {
    const { transform } = this.#options;
    if (transform === undefined) return object;
    try {
      const transformed = immer.produce(object, (draft) => {
        refusePromise(transform(draft));
      });
      const problem = nameProblem(transformed);
      if (problem === undefined) return transformed;
      throw new Error(`it leaves the object without a name: ${problem}`);
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new TransformError(`transform failed for ${keyOf(object)}: ${why}`, { cause });
    }
  }
}

function composerFor({ fields, managedFields, commons = new Commons() }: DecodeOptions): Composer {
  return new Composer(fields, managedFields === 'drop', commons);
}

/** The door where what a server sent becomes the type that the caller named: the wire promises it, nothing here can check it. */
function named<T extends KubernetesObject>(value: unknown): T {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new DecodeError('the server sent something that is no object');
  }
  const problem = nameProblem(value);
  if (problem !== undefined) throw new NamelessError(`the server sent an object without a name: ${problem}`);
  return value as T;
}

function refuseTooDeep(bytes: Uint8Array, start: number, outline: Outline): void {
  if (!outline.tooDeep) return;
  const identity = identityOf(bytes, start, outline);
  const which = identity === undefined ? 'an object' : `the object ${keyOf({ metadata: identity })}`;
  throw new TooDeepError(`the server sent ${which} nested too deeply, more than ${MAX_DEPTH} levels`);
}

/** Whether this is the very state that is known: the version is the server's word for it. */
function isVersion({ metadata }: KubernetesObject, identity: Version | undefined): boolean {
  if (identity?.resourceVersion === undefined || identity.resourceVersion === '') return false;
  return metadata?.resourceVersion === identity.resourceVersion && (metadata.uid ?? '') === (identity.uid ?? '');
}

type Version = Partial<Pick<Identity, 'resourceVersion' | 'uid'>>;

export function versionOf(object: unknown): string | undefined {
  const version = metadataOf(object)?.resourceVersion;
  return typeof version === 'string' ? version : undefined;
}

/** What an object says of itself, whatever it is. */
export function kindOf(object: unknown): unknown {
  return Object(object).kind;
}

/** A draft can be changed no longer when a promise is done, and what rejects for that reason is no failure of its own. */
function refusePromise(result: unknown): void {
  if (!isPromiseLike(result)) return;
  result.then(undefined, () => {});
  throw new Error('it returned a promise; it must change the draft before it returns');
}

/** No server stores an object without a name, nor with a `/` in its name or namespace, by which two objects could have one key. */
function nameProblem({ metadata }: { readonly metadata?: unknown }): string | undefined {
  const { name, namespace = '' }: { readonly name?: unknown; readonly namespace?: unknown } = Object(metadata);
  if (!isName(name)) return isAs('name', name);
  if (namespace !== '' && !isName(namespace)) return isAs('namespace', namespace);
  return undefined;
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && !value.includes('/');
}

function isAs(field: string, value: unknown): string {
  const shown = value === undefined ? 'absent' : String(JSON.stringify(value)).slice(0, 100);
  return `metadata.${field} is ${shown}`;
}
