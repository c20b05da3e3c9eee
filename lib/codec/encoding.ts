import type { KubernetesObject, ListMeta } from '../kubernetes/index.js';
import { DecodeError, type ObjectError } from './errors.js';
import { ItemReader } from './item-reader.js';
import { ListDecoder, type ListEnvelope } from './list-decoder.js';
import { type DecodeOptions, ObjectDecoder, type TransformError } from './object-decoder.js';
import { WatchDecoder, type WatchSink } from './watch-decoder.js';

/** Takes a body as it arrives. Both methods throw a DecodeError, after which the body is worthless. */
export interface BodyDecoder<R> {
  write(chunk: Uint8Array): void;
  /** After the last byte: what the body said as a whole. */
  end(): R;
}

/** Where the objects of a list go, in the list's order. */
export interface ListSink<T> {
  object(object: T): void;
  /** An object that cannot be used, or that the caller's own `transform` refused. The others of the list do not suffer. */
  refused(error: TransformError | ObjectError): void;
}

/**
 * One way to write lists and watches down: the codec's door. JSON is the one that every server speaks for every resource; another
 * may stand beside it.
 */
export interface Encoding<T> {
  /** The media types to ask for. */
  readonly accept: { readonly list: string; readonly watch: string };
  list(sink: ListSink<T>): BodyDecoder<ListMeta>;
  /** What a watch ends with is an error if it is no whole event; whoever resumes the watch gets that event once more. */
  watch(sink: WatchSink<T>): BodyDecoder<DecodeError | undefined>;
}

/** Far above what etcd can store (1.5 MiB by default), and client-go's own limit for a frame. */
const MAX_OBJECT_BYTES = 16 * 1024 * 1024;
/** Half of the largest etcd that anybody should have, and far more than a process can hold as objects. */
const MAX_LIST_BYTES = 4 * 1024 * 1024 * 1024;

/** @see https://kubernetes.io/docs/reference/using-api/api-concepts/#metadata-only-fetches */
const METADATA = {
  list: 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1',
  watch: 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1',
};
const METADATA_TYPE = { apiVersion: 'meta.k8s.io/v1', kind: 'PartialObjectMetadata' };

/** JSON, as every API server writes it. */
export function jsonEncoding<T extends KubernetesObject>(options: DecodeOptions): Encoding<T> {
  const typeMeta = options.metadataOnly === true ? METADATA_TYPE : options.typeMeta;
  const objects = new ObjectDecoder<T>({ ...options, typeMeta });
  return {
    accept: options.metadataOnly === true ? METADATA : { list: 'application/json', watch: 'application/json' },
    list(sink) {
      const decoder = new ListDecoder(new ItemReader(objects, sink), MAX_OBJECT_BYTES, MAX_LIST_BYTES);
      return { write: (chunk) => decoder.write(chunk), end: () => listMeta(decoder.end(), typeMeta) };
    },
    watch: (sink) => new WatchDecoder(objects, sink, MAX_OBJECT_BYTES),
  };
}

function listMeta(envelope: ListEnvelope, typeMeta: DecodeOptions['typeMeta']): ListMeta {
  const { kind, metadata } = envelope;
  if (typeMeta !== undefined && !isListOf(envelope, typeMeta))
    throw new DecodeError(`the server answered with a ${kind}, not a ${typeMeta.kind}List`);
  if (typeof metadata !== 'object' || metadata === null)
    throw new DecodeError(`the list (kind ${JSON.stringify(kind)}) has no metadata`);
  const { resourceVersion, continue: token, remainingItemCount } = metadata as Record<keyof ListMeta, unknown>;
  return {
    resourceVersion: typeof resourceVersion === 'string' ? resourceVersion : '',
    ...(typeof token === 'string' && token !== '' ? { continue: token } : {}),
    ...(typeof remainingItemCount === 'number' ? { remainingItemCount } : {}),
  };
}

/**
 * Some servers name no kind, or a mere List. A custom resource may name its lists otherwise (`listKind` in its definition), but only in its own group, whose
 * name has a dot.
 */
function isListOf({ kind, apiVersion }: ListEnvelope, wanted: TypeMeta): boolean {
  if (kind === '' || kind === 'List' || kind === `${wanted.kind}List`) return true;
  const [group = ''] = wanted.apiVersion.split('/');
  return wanted !== METADATA_TYPE && group.includes('.') && apiVersion === wanted.apiVersion;
}

type TypeMeta = NonNullable<DecodeOptions['typeMeta']>;
