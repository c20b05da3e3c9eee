import type { Rule, WatchListOption } from './rules/rule.js';
import { backoffWait, HANGS, NO_WAIT, type Requested, type Run, UNSUPPORTED, type Wait } from './run.js';
import type { InformerTrace, Notification, StoredObject } from './trace.js';

/** Where no rule fits: by the name of the script. Each says all that is different. */
export const EXCEPTIONS: Readonly<Record<string, Rule>> = {
  'object-without-name': {
    law: 'L16',
    recorded:
      'an event whose object has no name is stored under its namespace and a slash, where a second one would overwrite it',
    ours: 'it is reported, and the collection is listed again from where it was known',
    rewrite: (run, trace, watchList) => ({
      ...run,
      ...relisted(run, trace, watchList, { after: 'watch[0]', query: { resourceVersion: '10' }, wait: backoffWait(1) }),
      ...knows([stored('n/a', '1')], '10'),
      told: { early: [add('n/a', '1', true)], late: [add('n/a', '1', true)] },
      faults: ['protocol'],
    }),
  },
  'object-of-other-kind-checked': {
    law: 'L16',
    recorded:
      'an event of another kind than is expected is logged and passed over; what was to be known by it, never is',
    ours: 'it is reported, and the collection is listed again from where it was known',
    rewrite: (run, trace, watchList) => ({
      ...run,
      ...relisted(run, trace, watchList, { after: 'watch[0]', query: { resourceVersion: '11' }, wait: backoffWait(1) }),
      faults: ['protocol'],
    }),
  },
  'transform-fails-on-event': {
    law: 'L16',
    recorded: 'an event whose transform fails is dropped, and the resume point moves on',
    ours: 'it is reported, and the collection is listed again from before it',
    rewrite: (run, trace, watchList) => ({
      ...run,
      ...relisted(run, trace, watchList, { after: 'watch[0]', query: { resourceVersion: '10' }, wait: backoffWait(1) }),
      ...knows([stored('n/a', '1')], '10'),
      told: { early: [add('n/a', '1', true)], late: [add('n/a', '1', true)] },
      faults: ['protocol'],
    }),
  },
  'wl-transform-fails': {
    law: 'L16',
    recorded: 'an object whose transform fails is missing from the streamed list, and nobody says so',
    ours: 'it is missing, and `status$` says so',
    rewrite: (run) => ({ ...run, faults: ['protocol'] }),
  },
  'list-without-version': {
    law: 'L1',
    recorded:
      'a list without a version is followed by watches without one, which tell nothing of what was deleted between them',
    ours: 'after a watch that has no version to go on from, a list; the version of the snapshot is not known, and `status$` says so',
    rewrite: (run, trace, watchList) => ({
      ...run,
      ...relisted(run, trace, watchList, {
        after: 'watch[0]',
        query: { limit: '500', resourceVersion: '0' },
        wait: NO_WAIT,
      }),
      ...knows([stored('n/a', '1'), stored('n/b', '5')], ''),
      told: {
        early: [add('n/a', '1', true), add('n/b', '5', false)],
        late: [add('n/a', '1', true), add('n/b', '5', true)],
      },
      faults: ['protocol'],
    }),
  },
  'resync-not-supported': {
    law: 'L13',
    recorded: 'a handler that asks for a resync gets none, because the informer has no period of its own',
    ours: 'a handler’s period is its own: who asks gets it',
    rewrite: (run) => ({
      ...run,
      told: { ...run.told, early: [add('n/a', '1', true), update('n/a', '1', '1')] },
    }),
  },
  'resync-suppressed-by-relists': {
    law: 'L13',
    recorded:
      'the resync timer starts anew with every list; where lists are more frequent there is no resync, but the echoes of the lists',
    ours: 'a resync each period of the handler, whatever the connection does, and no echo',
    rewrite: (run) => ({
      ...run,
      told: {
        ...run.told,
        mid: [add('n/a', '1', true), update('n/a', '1', '1'), update('n/a', '1', '1'), update('n/a', '1', '1')],
      },
    }),
  },
  'transform-blanks-version': {
    law: 'L12',
    recorded:
      'without versions to compare, handlers without resync miss updates once there was a resync, and are told unchanged objects before',
    ours: 'objects are compared by what is in them: here the first event brings a kind, which the list did not say, and the second nothing',
    rewrite: (run) => ({
      ...run,
      told: {
        early: [add('n/a', '', true), update('n/a', '', '')],
        mid: [add('n/a', '', true), update('n/a', '', ''), update('n/a', '', '')],
        late: [add('n/a', '', true)],
      },
    }),
  },
  'wl-no-marker': {
    law: 'L1',
    recorded: 'streams that never say that the list is whole follow each other for ever, without a pause',
    ours: 'after two, a plain list',
    rewrite: (run, trace, watchList) => ({
      ...run,
      ...relisted(run, trace, watchList, {
        after: 'watchList[1]',
        query: { limit: '500', resourceVersion: '0' },
        wait: NO_WAIT,
      }),
      told: { early: [{ mark: 'first' }, { mark: 'second' }], late: [] },
      looks: run.looks.slice(0, 2),
    }),
  },
};

/**
 * The requests up to one, and then a list: streamed where we stream, then in pages, which is beyond the script and hangs, so that the next
 * begins where it began. The run goes on until the list is asked for.
 */
function relisted(
  { requests, runMs }: Run,
  trace: InformerTrace,
  watchList: WatchListOption,
  next: { readonly after: string; readonly query: Readonly<Record<string, string>>; readonly wait: Wait },
): Pick<Run, 'requests' | 'runMs' | 'cursor'> {
  const place = requests.findIndex(({ answeredBy }) => answeredBy === next.after) + 1;
  const list: Requested = {
    kind: 'list',
    method: 'GET',
    path: trace.options.path,
    query: next.query,
    answeredBy: HANGS,
    wait: next.wait,
  };
  const begun = requests.slice(0, place);
  const streamed = begun.find(({ answeredBy }) => answeredBy === UNSUPPORTED);
  const lists = watchList === 'always' && streamed !== undefined ? [again(streamed, list), atOnce(list)] : [list];
  const { resourceVersion = '' } = next.query;
  return {
    requests: [...begun, ...lists],
    runMs: runMs + 2 * next.wait.to,
    cursor: resourceVersion === '0' ? '' : resourceVersion,
  };
}

/** The streamed list that is asked for again, in the place of one in pages. */
function again(streamed: Requested, { query: { resourceVersion }, wait }: Requested): Requested {
  const { resourceVersion: before, ...query } = streamed.query;
  return {
    ...streamed,
    query: resourceVersion === '0' || resourceVersion === undefined ? query : { ...query, resourceVersion },
    wait,
  };
}

function atOnce(request: Requested): Requested {
  return { ...request, wait: NO_WAIT };
}

function knows(store: readonly StoredObject[], resourceVersion: string): Pick<Run, 'store' | 'resourceVersion'> {
  return { store, resourceVersion };
}

function stored(key: string, resourceVersion: string): StoredObject {
  return { key, uid: `u-${key.slice(-1)}`, resourceVersion };
}

function add(key: string, rv: string, isInInitialList: boolean): Notification {
  return { type: 'add', key, rv, isInInitialList };
}

function update(key: string, rv: string, oldRv: string): Notification {
  return { type: 'update', key, rv, oldRv };
}
