import { describe, expect, it } from '@jest/globals';
import { noticeOf, progressOf } from '../src/app/status/notice';

const NOW = 1_000_000;
const failure = { kind: 'network', message: 'watch http://x: refused', advice: 'See that it runs.' } as const;
const status = { phase: 'retrying', synced: true, since: NOW, failure } as const;

describe('the words on a connection', () => {
  it('are none while all is well, or nobody is connected', () => {
    expect(noticeOf({ phase: 'live', synced: true, since: NOW }, 'Pods', NOW, false)).toBeUndefined();
    expect(noticeOf({ phase: 'idle', synced: false, since: NOW }, 'Pods', NOW, false)).toBeUndefined();
    expect(noticeOf({ phase: 'listing', synced: false, since: NOW }, 'Pods', NOW, false)).toBeUndefined();
  });

  it('say what is wrong, how old the data is, what happens next and what somebody can do', () => {
    const notice = noticeOf(
      { ...status, staleSince: NOW - 65_000, attempt: 3, retryAt: NOW + 4_000 },
      'Pods',
      NOW,
      false,
    );
    expect(notice).toEqual({
      tone: 'bad',
      title: 'The server cannot be reached',
      message: failure.message,
      doing: 'What you see is 1m5s old. Trying again in 4s, attempt 3.',
      advice: failure.advice,
      canRetry: true,
      canSignIn: false,
    });
  });

  it('offer no button while a request is on its way', () => {
    expect(noticeOf({ ...status, attempt: 1 }, 'Pods', NOW, false)).toMatchObject({
      doing: 'Trying now.',
      canRetry: false,
    });
  });

  it('say that the relay goes on trying, where it is the relay that is cut off', () => {
    expect(noticeOf(status, 'Pods', NOW, false)).toMatchObject({ doing: 'The relay goes on trying.', canRetry: false });
  });

  it('say that the list is being read, anew if there was one', () => {
    const listing = { ...status, phase: 'listing' } as const;
    expect(noticeOf(listing, 'Pods', NOW, false)).toMatchObject({
      tone: 'busy',
      doing: 'The list is being read anew.',
    });
    expect(noticeOf({ ...listing, synced: false }, 'Pods', NOW, false)).toMatchObject({
      doing: 'There are no pods to show yet. Asking once more.',
    });
  });

  it('are none while a list is read since the history is gone, which a restart of the server brings', () => {
    const listing = { ...status, phase: 'listing', failure: { ...failure, kind: 'expired' } } as const;
    expect(noticeOf(listing, 'Pods', NOW, false)).toBeUndefined();
    expect(noticeOf({ ...listing, phase: 'retrying' }, 'Pods', NOW, false)).toBeDefined();
  });

  it('offer no button while the list is read, even with the time of a next attempt', () => {
    const listing = { ...status, phase: 'listing', attempt: 2, retryAt: NOW + 4_000 } as const;
    expect(noticeOf(listing, 'Pods', NOW, false)).toMatchObject({
      doing: 'The list is being read anew.',
      canRetry: false,
    });
  });

  it('name the kind that somebody may not see', () => {
    const forbidden = { ...status, synced: false, attempt: 1, failure: { ...failure, kind: 'forbidden' } } as const;
    expect(noticeOf(forbidden, 'Config maps', NOW, false)).toMatchObject({
      title: 'You are not allowed to see config maps',
      doing: 'There are no config maps to show yet. Trying now.',
    });
  });

  it('ask for a token, or for another one, where the server does not know or does not let in who asks', () => {
    for (const kind of ['unauthorized', 'forbidden'] as const) {
      const refused = { ...status, attempt: 1, failure: { ...failure, kind } } as const;
      expect(noticeOf(refused, 'Pods', NOW, false)).toMatchObject({
        canSignIn: true,
        advice: expect.stringMatching(/^Sign in with/),
      });
      expect(noticeOf(refused, 'Pods', NOW, true)).toMatchObject({
        canSignIn: true,
        advice: expect.stringMatching(kind === 'forbidden' ? /ask for a role/ : /may have run out/),
      });
    }
  });

  it('ask for none where it is the relay that is not let in', () => {
    const refused = { ...status, failure: { ...failure, kind: 'unauthorized' } } as const;
    expect(noticeOf(refused, 'Pods', NOW, true)).toMatchObject({ canSignIn: false, advice: failure.advice });
  });

  it('tell how far the first list is', () => {
    const listing = { phase: 'listing', synced: false, since: NOW } as const;
    expect(progressOf({ ...status, synced: false })).toBe('Connecting');
    expect(progressOf(listing)).toBe('Reading the list');
    expect(progressOf({ ...listing, received: 1500 })).toBe('1,500 so far');
    expect(progressOf({ ...listing, received: 1500, remaining: 8500 })).toBe('1,500 of about 10,000');
  });
});
