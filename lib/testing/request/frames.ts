import { concatMap, from, takeWhile } from 'rxjs';
import { bytesOf } from './answers.js';
import type { BodyFault } from './bodies.js';

/** What of a frame a fault looks at. */
export interface SeenFrame {
  readonly type: string;
  readonly object: { readonly metadata?: { readonly annotations?: object } };
}

const decoder = new TextDecoder();

/** What becomes of a frame of a watch, by its number from 1: nothing, itself, or others. */
export type FrameFault = (bytes: Uint8Array, frame: SeenFrame, number: number) => readonly Uint8Array[];

/**
 * Changes a watch frame by frame. The embedded server says each frame in a chunk of its own, so this must see its chunks before they are
 * torn or merged.
 */
export function eachFrame(change: FrameFault): BodyFault {
  let number = 0;
  return concatMap((bytes: Uint8Array) => {
    number += 1;
    return from(change(bytes, read(bytes), number));
  });
}

function read(bytes: Uint8Array): SeenFrame {
  return JSON.parse(decoder.decode(bytes));
}

function isMarked({ type, object }: SeenFrame): boolean {
  return type === 'BOOKMARK' && object.metadata?.annotations !== undefined;
}

/** No bookmarks, but for the one that ends a streamed list. */
export const dropBookmarks: FrameFault = (bytes, frame) =>
  frame.type === 'BOOKMARK' && !isMarked(frame) ? [] : [bytes];

/** A streamed list without its last bookmark. */
export const dropMarked: FrameFault = (bytes, frame) => (isMarked(frame) ? [] : [bytes]);

/** A streamed list that ends just before it is whole. */
export const endBeforeMarked: BodyFault = takeWhile((bytes: Uint8Array) => !isMarked(read(bytes)));

/** A streamed list whose last bookmark is like any other. */
export const unmark: FrameFault = (bytes, frame) => {
  if (!isMarked(frame)) return [bytes];
  const { annotations, ...metadata } = frame.object.metadata ?? {};
  return [bytesOf({ ...frame, object: { ...frame.object, metadata } })];
};

/** Every so many-th frame twice. */
export function repeat(every: number): FrameFault {
  return (bytes, { type }, number) => (type !== 'ERROR' && number % every === 0 ? [bytes, bytes] : [bytes]);
}

/** One frame is something else. */
export function garble(frame: number, nonsense: Uint8Array): FrameFault {
  return (bytes, _, number) => (number === frame ? [nonsense] : [bytes]);
}

const encoder = new TextEncoder();

/** What is no frame. */
export const NONSENSE = {
  html: encoder.encode('<html><body>504 Gateway Time-out</body></html>\n'),
  json: encoder.encode('{"type":"MODIFIED","object":{"kind":"ConfigMap","metadata":\n'),
  unknownType: bytesOf({ type: 'RENAMED', object: { metadata: { name: 'nobody' } } }),
  noName: bytesOf({ type: 'MODIFIED', object: { metadata: { resourceVersion: '1' } } }),
} as const;
