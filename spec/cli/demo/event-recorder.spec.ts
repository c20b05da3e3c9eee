import { beforeEach, describe, expect, it } from '@jest/globals';
import { EVENT_TTL_MS, EventRecorder, MOST_EVENTS } from '../../../lib/cli/demo/event-recorder.js';
import type { Occurrence } from '../../../lib/cli/world/occurrence.js';
import { core } from '../../../lib/kubernetes/index.js';
import { type ApiStore, createApiServer } from '../../../lib/server/index.js';

const START = Date.parse('2030-01-01T00:00:00Z');
const SECOND = 1000;

function about(name: string, message = 'hello', namespace = 'default'): Occurrence {
  const involved = { apiVersion: 'v1', kind: 'Pod', namespace, name, uid: name };
  return { involved, type: 'Normal', reason: 'Started', message, component: 'kubelet' };
}

describe('the recorder of Events', () => {
  let store: ApiStore;
  let recorder: EventRecorder;

  beforeEach(() => {
    store = createApiServer().store;
    recorder = new EventRecorder(store);
  });

  const told = () => store.list(core.events).items.map(({ message, count }) => `${message} ${count}`);

  it('counts what is told again, and tells apart what differs in anything', () => {
    recorder.record(about('a'), START);
    recorder.record(about('a', 'other'), START);
    recorder.record(about('b'), START);
    recorder.record(about('a'), START + 5 * SECOND);
    expect(told().sort()).toEqual(['hello 1', 'hello 2', 'other 1']);
    expect(store.list(core.events, { fieldSelector: 'involvedObject.name=a' }).items).toContainEqual(
      expect.objectContaining({
        ...{ count: 2, firstTimestamp: '2030-01-01T00:00:00Z', lastTimestamp: '2030-01-01T00:00:05Z' },
      }),
    );
  });

  it('lets go of an Event an hour after it was told last', () => {
    recorder.record(about('a'), START);
    recorder.record(about('b'), START);
    recorder.record(about('a'), START + 10 * SECOND);
    recorder.tidy(START + EVENT_TTL_MS - 1);
    expect(told()).toEqual(['hello 2', 'hello 1']);
    recorder.tidy(START + EVENT_TTL_MS);
    expect(told()).toEqual(['hello 2']);
    recorder.tidy(START + EVENT_TTL_MS + 10 * SECOND);
    expect(told()).toEqual([]);
  });

  it('L18: holds so many at most, the ones that were told last', () => {
    recorder.record(about('first', 'first'), START);
    recorder.record(about('second', 'second'), START);
    for (let i = 2; i < MOST_EVENTS; i++) recorder.record(about(`pod-${i}`), START);
    recorder.record(about('first', 'first'), START);
    recorder.record(about('one-more'), START);
    recorder.tidy(START);
    expect(told().length).toBe(MOST_EVENTS);
    expect(told()).toContain('first 2');
    expect(told()).not.toContain('second 1');
  });

  it('begins anew where somebody deleted the Event, and leaves it where its namespace is gone', () => {
    recorder.record(about('a'), START);
    store.deleteCollection(core.events, { namespace: 'default' });
    recorder.record(about('a'), START + SECOND);
    expect(told()).toEqual(['hello 1']);
    store.deleteCollection(core.events, { namespace: 'default' });
    recorder.tidy(START + EVENT_TTL_MS + SECOND);
    recorder.record(about('a', 'hello', 'nowhere'), START);
    expect(told()).toEqual([]);
  });
});
