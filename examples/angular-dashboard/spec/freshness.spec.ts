import { describe, expect, it } from '@jest/globals';
import { staleSinceOf } from '../src/app/status/freshness';

describe('what is shown of one object', () => {
  it('is live only while it is followed', () => {
    expect(staleSinceOf({ phase: 'live', synced: true, since: 5 })).toBeUndefined();
  });

  it('is stale since the status says so, or else since it is not live', () => {
    const failure = { kind: 'network', message: 'm', advice: 'a' } as const;
    expect(staleSinceOf({ phase: 'retrying', synced: true, since: 5, staleSince: 3, failure })).toBe(3);
    expect(staleSinceOf({ phase: 'listing', synced: true, since: 5 })).toBe(5);
  });
});
