import type { ApiError } from '../store/api-error.js';
import type { LogEvent } from '../store/event-log.js';
import type { Change } from '../store/watcher.js';
import type { Representation } from './representation.js';
import { statusJson } from './status-response.js';

const encoder = new TextEncoder();

/** @param object as JSON */
export function frame(type: string, object: string): Uint8Array {
  return encoder.encode(`{"type":"${type}","object":${object}}\n`);
}

/** What a watch ends with that fails. */
export function errorFrame({ status }: ApiError): Uint8Array {
  return frame('ERROR', JSON.stringify(statusJson(status)));
}

export const INITIAL_EVENTS_END = { 'k8s.io/initial-events-end': 'true' };

/**
 * The bytes of watch events. All watchers are told of a write before the next one comes, so the frames of the newest
 * event are all that is worth keeping: each is made once, and every watcher that sees the same gets the same bytes.
 */
export class Frames {
  private event: LogEvent | undefined;
  private readonly made = new Map<string, Uint8Array>();

  of(change: Change, representation: Representation): Uint8Array {
    if (change.type === 'BOOKMARK') {
      const annotations = change.initialEventsEnd ? { annotations: INITIAL_EVENTS_END } : {};
      const metadata = { resourceVersion: String(change.revision), ...annotations };
      return frame('BOOKMARK', representation.bookmark(metadata));
    }
    const { type, object, event } = change;
    if (event === undefined) return frame(type, representation.whole(object));
    if (this.event !== event) this.made.clear();
    this.event = event;
    const id = `${type} ${representation.id}`;
    const bytes = this.made.get(id) ?? frame(type, representation.whole(object));
    this.made.set(id, bytes);
    return bytes;
  }
}
