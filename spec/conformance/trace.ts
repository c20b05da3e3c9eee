import { readFileSync } from 'node:fs';

/**
 * A recorded run of client-go: inputs, and what was observable after each. The format is described where the traces were recorded; the
 * parts that the interpreters rely on are typed here.
 */
export interface Trace<Options, Step> {
  readonly name: string;
  readonly about?: string;
  readonly options: Options;
  readonly steps: readonly Step[];
}

export interface TraceObject {
  readonly metadata: {
    readonly namespace?: string;
    readonly name?: string;
    readonly uid?: string;
    readonly resourceVersion?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly ownerReferences?: readonly { readonly uid: string }[];
  };
  readonly data?: unknown;
}

/** A text stands for a value without metadata. */
export type TraceValue = TraceObject | string;

export interface TraceTombstone {
  readonly key: string;
  readonly object: TraceValue | null;
}

/** The traces of a file in `traces/`. A boundary: the recorded JSON is taken at its word. */
export function tracesOf<T>(file: string): readonly T[] {
  const text = readFileSync(new URL(`traces/${file}.jsonl`, import.meta.url), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line): T => JSON.parse(line));
}

export class TransformError extends Error {}

export type Transformer = 'none' | 'strip' | 'failing' | 'count' | 'rename' | 'blankVersion';

/** The transformers that traces name. */
export function transformerOf(name: Transformer): ((value: TraceValue) => TraceValue) | undefined {
  if (name === 'none') return undefined;
  return (value) => (typeof value === 'string' ? value : transformed(name, value));
}

function transformed(name: Exclude<Transformer, 'none'>, object: TraceObject): TraceObject {
  const { metadata } = object;
  switch (name) {
    case 'strip':
      return { metadata };
    case 'failing':
      if (metadata.labels?.fail === 'true') throw new TransformError('asked to fail');
      return object;
    case 'count': {
      const transformed = String(Number(metadata.labels?.transformed ?? '0') + 1);
      return { ...object, metadata: { ...metadata, labels: { ...metadata.labels, transformed } } };
    }
    case 'rename':
      return { ...object, metadata: { ...metadata, name: `${metadata.name}-renamed` } };
    case 'blankVersion':
      return { ...object, metadata: { ...metadata, resourceVersion: '' } };
  }
}
