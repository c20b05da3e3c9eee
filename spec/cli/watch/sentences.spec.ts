import { describe, expect, it } from '@jest/globals';
import { announce, NOTHING_SAID } from '../../../lib/cli/watch/announce.js';
import { countEvents, type EventCounts, eventsPerSecond } from '../../../lib/cli/watch/event-rate.js';
import { problemSentence, statusSentence } from '../../../lib/cli/watch/status-sentence.js';
import type { InformerStatus } from '../../../lib/reflector/index.js';

const failure = {
  kind: 'network',
  message: 'list http://k8s/api/v1/pods: nothing listens there',
  advice: 'See that it runs.',
} as const;
const figures = '1,234 pods · resourceVersion 99 · 3.4 events/s';
const synced = { synced: true, since: 0 };

describe('statusSentence', () => {
  const facts = { noun: { one: 'pod', many: 'pods' }, objects: 1234, resourceVersion: '99', eventsPerSecond: 3.44 };

  it.each<[string, InformerStatus]>([
    ['not connected', { phase: 'idle', synced: false, since: 0 }],
    ['listing', { phase: 'listing', synced: false, since: 0 }],
    ['listing: 1,500 received', { phase: 'listing', synced: false, since: 0, received: 1500 }],
    [
      'listing: 500 of about 12,500 received',
      { phase: 'listing', synced: false, since: 0, received: 500, remaining: 12_000 },
    ],
    [`live · ${figures}`, { phase: 'live', ...synced }],
    [`live, but not all is well · ${figures}`, { phase: 'live', ...synced, failure }],
    [`listing again · ${figures}`, { phase: 'listing', ...synced, staleSince: 99_001 }],
    [`listing again · data is 1s old · ${figures}`, { phase: 'listing', ...synced, staleSince: 99_000 }],
    [`listing again · data is 20s old · ${figures}`, { phase: 'listing', ...synced, staleSince: 80_000 }],
    [
      `retrying in 3s (attempt 2) · data is 2m10s old · ${figures}`,
      { phase: 'retrying', ...synced, staleSince: -30_000, retryAt: 102_500, attempt: 2, failure },
    ],
    ['retrying in 1s (attempt 1)', { phase: 'retrying', synced: false, since: 0, retryAt: 100_001, attempt: 1 }],
    ['retrying now (attempt 2)', { phase: 'retrying', synced: false, since: 0, attempt: 2 }],
    ['retrying now (attempt 2)', { phase: 'retrying', synced: false, since: 0, attempt: 2, retryAt: 99_000 }],
    ['retrying now', { phase: 'retrying', synced: false, since: 0, attempt: 0 }],
    ['stopped', { phase: 'stopped', synced: false, since: 0 }],
  ])('%s', (sentence, status) => {
    expect(statusSentence(status, facts, 100_000)).toBe(sentence);
  });

  it('counts one as one', () => {
    expect(statusSentence({ phase: 'live', ...synced }, { ...facts, objects: 1 }, 0)).toMatch(/ 1 pod · /);
  });

  it('rounds a high rate', () => {
    expect(statusSentence({ phase: 'live', ...synced }, { ...facts, eventsPerSecond: 1234.5 }, 0)).toMatch(
      /1235 events\/s$/,
    );
  });

  it('says what is wrong and what to do about it, or nothing', () => {
    expect(problemSentence({ phase: 'live', ...synced })).toBe('');
    expect(problemSentence({ phase: 'retrying', ...synced, failure })).toBe(
      'list http://k8s/api/v1/pods: nothing listens there. See that it runs.',
    );
    const ended = { ...failure, message: '400 Client sent an HTTP request to an HTTPS server.' };
    expect(problemSentence({ phase: 'live', ...synced, failure: ended })).toMatch(/HTTPS server\. See that it runs\.$/);
  });
});

describe('announce', () => {
  /** All that is said of statuses that follow each other. */
  function told(...statuses: InformerStatus[]): string[] {
    let said = NOTHING_SAID;
    return statuses.flatMap((status) => {
      const news = announce(said, status, 100_000);
      said = news.said;
      return news.sentence ?? [];
    });
  }
  const live: InformerStatus = { phase: 'live', ...synced };
  const retrying: InformerStatus = { phase: 'retrying', ...synced, staleSince: 95_000, attempt: 1, failure };

  it('says that it is live, once', () => {
    expect(told({ phase: 'listing', synced: false, since: 0 }, live, { ...live, resourceVersion: '7' })).toEqual([
      'live',
    ]);
  });

  it('says each different failure once, not each attempt, and the return', () => {
    const other = { ...failure, message: 'list http://k8s/api/v1/pods: 503 busy' };
    expect(
      told(
        live,
        retrying,
        { ...retrying, attempt: 2 },
        { ...retrying, attempt: 3, failure: other },
        { phase: 'listing', ...synced },
        live,
        retrying,
      ),
    ).toEqual([
      'live',
      `retrying: ${failure.message}. See that it runs. (data is 5s old)`,
      `retrying: ${other.message}. See that it runs. (data is 5s old)`,
      'live again',
      `retrying: ${failure.message}. See that it runs. (data is 5s old)`,
    ]);
  });

  it('does not call old what was true a moment ago', () => {
    expect(told(live, { ...retrying, staleSince: 99_500 })).toEqual([
      'live',
      `retrying: ${failure.message}. See that it runs.`,
    ]);
  });

  it('says what is wrong while it is live, and that it is mended', () => {
    expect(told(live, { ...live, failure }, live)).toEqual(['live', `live: ${failure.message}. See that it runs.`]);
  });
});

describe('eventsPerSecond', () => {
  const counted = (...at: [second: number, count: number][]): EventCounts =>
    at.reduce<EventCounts>((counts, [second, count]) => countEvents(counts, count, second * 1000), []);

  it('is the mean of the last ten seconds that are over', () => {
    expect(eventsPerSecond(counted([100, 7], [101, 3], [101.5, 10], [109, 20], [110, 99]), 0, 110_400)).toBe(4);
    expect(eventsPerSecond(counted([100, 7], [101, 3]), 0, 111_000)).toBe(0.3);
    expect(eventsPerSecond(counted([100, 7]), 0, 200_000)).toBe(0);
  });

  it('is that of the time since counting began, where this is shorter', () => {
    expect(eventsPerSecond(counted([100, 6], [101, 6]), 100_000, 102_000)).toBe(6);
    expect(eventsPerSecond(counted([100, 6]), 100_000, 100_500)).toBe(0);
  });

  it('keeps no more than it needs', () => {
    expect(counted(...Array.from({ length: 1000 }, (_, second): [number, number] => [second, 1])).length).toBe(11);
  });
});
