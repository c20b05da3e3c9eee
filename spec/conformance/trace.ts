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

/** Where we differ from client-go on purpose. */
export interface Deviation {
  /** The law, or the part of the contract, that makes us differ, and how. */
  readonly why: string;
  /** All that we show instead at some steps, counted from 0. The others are as recorded. */
  readonly steps: Readonly<Record<number, Readonly<Record<string, unknown>>>>;
}

/** The traces of a file in `traces/`. A boundary: the recorded JSON is taken at its word. */
export function linesOf<T>(file: string): readonly T[] {
  const text = readFileSync(new URL(`traces/${file}.jsonl`, import.meta.url), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line): T => JSON.parse(line));
}

export function tracesOf<Options, Step>(file: string): readonly Trace<Options, Step>[] {
  return linesOf(file);
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

/** What steps hold beside what was observed: their inputs, and remarks of the recorder. */
const INPUTS = new Set(
  'op object objects tombstone resourceVersion deltas fail observe id unorderedKeys transactions index indexers value key unordered'.split(
    ' ',
  ),
);

/** What a player must show at each step. */
export function expectedOf(steps: readonly object[], deviation: Deviation | undefined): readonly object[] {
  return steps.map(
    (step, i) =>
      deviation?.steps[i] ?? Object.fromEntries(Object.entries(step).filter(([field]) => !INPUTS.has(field))),
  );
}
