import { type KubernetesObject, makeStatus, metadataOf, readStatus, type Status } from '../kubernetes/index.js';
import { isAt } from './bytes.js';
import { DecodeError, TooDeepError } from './errors.js';
import { LineSplitter } from './line-splitter.js';
import { kindOf, type ObjectDecoder, TransformError, versionOf } from './object-decoder.js';
import { MAX_DEPTH, type Outline } from './outline.js';
import { findMember, INCOMPLETE, skipSpace } from './scanner.js';
import { parseJson, quoted, textOf } from './text.js';
import { upstreamOf } from './upstream.js';

/**
 * One event of a watch.
 *
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#efficient-detection-of-changes
 */
export type WatchFrame<T> =
  | {
      readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
      readonly object: T;
      /** The server's word, whatever a transform made of the object; `''` when it said none. */
      readonly resourceVersion: string;
    }
  /** Nothing changed up to this resourceVersion, or just nothing where that is ''; with `initialEventsEnd`, the streamed initial list is complete. */
  | {
      readonly type: 'BOOKMARK';
      readonly resourceVersion: string;
      readonly initialEventsEnd: boolean;
      /** What a relay says of its own connection, where that is not well. */
      readonly upstream: string | undefined;
    }
  /** The server gives up this watch. What is no Status becomes one with code 500, as in client-go. */
  | { readonly type: 'ERROR'; readonly status: Status };

/** Where the frames of a watch go, in the watch's order. */
export interface WatchSink<T> {
  frame(frame: WatchFrame<T>): void;
  /** An event whose object the caller's own `transform` refused. */
  refused(error: TransformError): void;
}

/** @see https://github.com/kubernetes/enhancements/tree/master/keps/sig-api-machinery/3157-watch-list */
const INITIAL_EVENTS_END = 'k8s.io/initial-events-end';
const NO_STATUS = makeStatus(500, 'InternalError', 'the server reported an error that is no Status');
const OBJECT = new TextEncoder().encode('object');
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** What is before the object of an event, as every API server writes it. */
const HEADS = (['MODIFIED', 'ADDED', 'DELETED'] as const).map((type) => ({
  type,
  bytes: new TextEncoder().encode(`{"type":"${type}","object":`),
}));

/** Takes the body of a watch apart: one frame a line, blank lines and `\r` passed over. */
export class WatchDecoder<T extends KubernetesObject> {
  readonly #lines: LineSplitter;
  readonly #objects: ObjectDecoder<T>;
  readonly #outline: Outline;
  readonly #sink: WatchSink<T>;
  #ended = false;
  #leftover: DecodeError | undefined;

  constructor(objects: ObjectDecoder<T>, sink: WatchSink<T>, maxFrameBytes: number) {
    this.#objects = objects;
    this.#outline = objects.outline();
    this.#sink = sink;
    this.#lines = new LineSplitter((bytes, start, end) => this.#line(bytes, start, end), maxFrameBytes);
  }

  write(chunk: Uint8Array): void {
    this.#lines.write(chunk);
  }

  /** To be called when the body ended properly. A last line that was cut short is dropped, and returned as an error. */
  end(): DecodeError | undefined {
    this.#ended = true;
    this.#lines.end();
    return this.#leftover;
  }

  #line(bytes: Uint8Array, start: number, end: number): void {
    const first = skipSpace(bytes, start, end);
    if (first === end) return;
    const frame = this.#frame(bytes, first, end);
    if (frame !== undefined) this.#sink.frame(frame);
  }

  #frame(bytes: Uint8Array, start: number, end: number): WatchFrame<T> | undefined {
    try {
      if (bytes[start] !== OPEN_BRACE) throw new DecodeError(`a watch event is ${quoted(bytes, start, end)}`);
      return (
        this.#revised(bytes, start, end) ??
        this.#event(bytes, start, end) ??
        this.#parsed(this.#parse(bytes, start, end))
      );
    } catch (error) {
      if (this.#ended && error instanceof DecodeError) {
        this.#leftover = error;
        return undefined;
      }
      if (error instanceof TransformError) {
        this.#sink.refused(error);
        return undefined;
      }
      throw error;
    }
  }

  /** An event of an object that is known, written as API servers write them. */
  #revised(bytes: Uint8Array, start: number, end: number): WatchFrame<T> | undefined {
    const head = HEADS.find((each) => isAt(bytes, start, each.bytes));
    if (head === undefined || bytes[end - 1] !== CLOSE_BRACE) return undefined;
    const watched = this.#objects.revised(bytes, start + head.bytes.length, end - 1);
    return watched === undefined ? undefined : { type: head.type, ...watched };
  }

  /** An event of an object, which is decoded from its bytes; undefined when it is something else, or only a parser should judge it. */
  #event(bytes: Uint8Array, start: number, end: number): WatchFrame<T> | undefined {
    const object = bytes[start] === OPEN_BRACE ? findMember(bytes, start, end, OBJECT, true) : 'none';
    if (typeof object === 'string' || bytes[object.valueStart] !== OPEN_BRACE) return undefined;
    this.#outline.reset();
    const objectEnd = this.#outline.scan(bytes, object.valueStart, end);
    if (objectEnd === INCOMPLETE) return undefined;
    const around = `${textOf(bytes, start, object.valueStart)}0${textOf(bytes, objectEnd, end)}`;
    const frame = parseJson(around, 'a watch event') as { readonly type?: unknown; readonly object?: unknown };
    if (frame.object !== 0 || !isEventType(frame.type)) return undefined;
    return { type: frame.type, ...this.#objects.watched(bytes, object.valueStart, objectEnd, this.#outline) };
  }

  #parse(bytes: Uint8Array, start: number, end: number): unknown {
    this.#outline.reset();
    this.#outline.scan(bytes, start, end);
    if (this.#outline.tooDeep)
      throw new TooDeepError(`a watch event is nested too deeply, more than ${MAX_DEPTH} levels`);
    return parseJson(textOf(bytes, start, end), 'a watch event');
  }

  #parsed(parsed: unknown): WatchFrame<T> {
    if (typeof parsed !== 'object' || parsed === null) throw new DecodeError('a watch event is no object');
    const { type, object } = parsed as { type?: unknown; object?: unknown };
    if (isEventType(type)) return { type, ...this.#objects.watchedValue(object) };
    switch (type) {
      case 'BOOKMARK':
        return this.#bookmark(object);
      case 'ERROR':
        return { type, status: readStatus(object) ?? NO_STATUS };
      default:
        throw new DecodeError(`a watch event has the unknown type ${JSON.stringify(type)?.slice(0, 100)}`);
    }
  }

  #bookmark(object: unknown): WatchFrame<T> {
    const kind = kindOf(object);
    if (kind !== undefined) this.#objects.checkKind(kind);
    return bookmark(object);
  }
}

function isEventType(type: unknown): type is 'ADDED' | 'MODIFIED' | 'DELETED' {
  return type === 'ADDED' || type === 'MODIFIED' || type === 'DELETED';
}

/** A bookmark's object has a kind and a resourceVersion, and no name. */
function bookmark<T>(object: unknown): WatchFrame<T> {
  return {
    type: 'BOOKMARK',
    resourceVersion: versionOf(object) ?? '',
    initialEventsEnd: metadataOf(object)?.annotations?.[INITIAL_EVENTS_END] === 'true',
    upstream: upstreamOf(object),
  };
}
