import type { Answer, Frame, InformerTrace, ScriptObject } from './trace.js';

/** A frame that brings an object or a bookmark. */
export interface EventFrame {
  readonly type: string;
  readonly object: ScriptObject;
}

/** What a stream brings until it fails: an error, what is no JSON, or what is of another kind than was asked for. */
export function eventsOf({ frames = [] }: Answer, trace: InformerTrace): readonly EventFrame[] {
  const events: EventFrame[] = [];
  for (const frame of frames) {
    if (isFault(frame, trace)) break;
    if (frame.event !== undefined) events.push(frame.event);
  }
  return events;
}

export function isFault({ event, raw }: Frame, trace: InformerTrace): boolean {
  return raw !== undefined || event?.type === 'ERROR' || (event !== undefined && isOfOtherKind(event.object, trace));
}

export function isOfOtherKind({ kind }: ScriptObject, { options }: InformerTrace): boolean {
  return kind === undefined || (options.checkKind === true && kind !== 'ConfigMap');
}

/** Whether this ends a streamed list. */
export function isEndMark({ type, object }: EventFrame): boolean {
  return type === 'BOOKMARK' && object.metadata.annotations?.['k8s.io/initial-events-end'] === 'true';
}
