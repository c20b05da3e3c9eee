import { UPSTREAM_ANNOTATION } from '../../codec/index.js';
import { frame, INITIAL_EVENTS_END } from '../http/frames.js';
import type { Representation } from '../http/representation.js';
import type { Entry } from './history.js';
import type { ObjectChange } from './relayed-object.js';
import { eventType } from './seen.js';

/** The bytes of one event. */
export function frameOf(change: ObjectChange, representation: Representation): Uint8Array {
  return frame(eventType(change), representation.whole(change.object));
}

/** The same of an entry: made once for everybody who sees the same. */
export function sharedFrame(entry: Entry, change: ObjectChange, representation: Representation): Uint8Array {
  const id = `${change.type} ${representation.id}`;
  const bytes = entry.frames.get(id) ?? frameOf(change, representation);
  entry.frames.set(id, bytes);
  return bytes;
}

/** @param trouble the value of the annotation; undefined: all is well */
export function bookmarkFrame(
  representation: Representation,
  resourceVersion: string,
  trouble: string | undefined,
  initialEventsEnd = false,
): Uint8Array {
  const annotations = {
    ...(initialEventsEnd && INITIAL_EVENTS_END),
    ...(trouble !== undefined && { [UPSTREAM_ANNOTATION]: trouble }),
  };
  const metadata = { resourceVersion, ...(Object.keys(annotations).length > 0 && { annotations }) };
  return frame('BOOKMARK', representation.bookmark(metadata));
}

/** Several frames as one piece. */
export function joined(frames: readonly Uint8Array[]): Uint8Array {
  const [only] = frames;
  return only !== undefined && frames.length === 1 ? only : Buffer.concat(frames);
}
