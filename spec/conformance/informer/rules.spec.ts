import { describe, expect, it } from '@jest/globals';
import type { TraceObject } from '../trace.js';
import { comparable } from './compare.js';
import { expectationOf } from './expectation.js';
import { InformerPlayer } from './informer-player.js';
import type { WatchListOption } from './rules/rule.js';
import type { Answer, Frame, InformerTrace, Notification, ScriptObject, StoredObject } from './trace.js';

/**
 * The rules must hold for traces that are not in the folder. These are made as client-go's code would have them, where rules meet
 * more than one object, list or group.
 */

type Item = TraceObject & { readonly metadata: { readonly name: string; readonly resourceVersion: string } };

const item = (name: string, version: number, uid = `u-${name}`): Item => ({
  metadata: { namespace: 'n', name, uid, resourceVersion: `${version}` },
});
const list = (version: number, ...items: Item[]): Answer & { readonly body: object } => ({
  status: 200,
  body: {
    kind: 'ConfigMapList',
    metadata: { resourceVersion: `${version}` } as object,
    items,
  },
});
const event = (type: string, object: ScriptObject): Frame => ({
  delayMs: 20,
  event: { type, object: { kind: 'ConfigMap', ...object } },
});
const endMark = (version: number): Frame =>
  event('BOOKMARK', {
    metadata: { resourceVersion: `${version}`, annotations: { 'k8s.io/initial-events-end': 'true' } },
  });
const EXPIRED = event('ERROR', { kind: 'Status', code: 410, reason: 'Expired', metadata: {} });
const stream = (end: 'close' | 'open', ...frames: Frame[]): Answer => ({ status: 200, frames, end });

const add = (
  { metadata: { name, resourceVersion } }: Item,
  isInInitialList: boolean,
  group?: number,
): Notification => ({
  type: 'add',
  key: `n/${name}`,
  rv: resourceVersion,
  isInInitialList,
  ...(group === undefined ? {} : { group }),
});
const update = (before: Item, after: Item, group?: number): Notification => ({
  type: 'update',
  key: `n/${after.metadata.name}`,
  rv: after.metadata.resourceVersion,
  oldRv: before.metadata.resourceVersion,
  ...(before.metadata.uid === after.metadata.uid ? {} : { uid: after.metadata.uid, oldUid: before.metadata.uid }),
  ...(group === undefined ? {} : { group }),
});
const gone = ({ metadata: { name, resourceVersion } }: Item): Notification => ({
  type: 'delete',
  key: `n/${name}`,
  rv: resourceVersion,
  finalStateUnknown: true,
});
const stored = ({ metadata: { name, uid = '', resourceVersion } }: Item): StoredObject => ({
  key: `n/${name}`,
  uid,
  resourceVersion,
});

const path = '/api/v1/configmaps';
const listed = (answeredBy: string, wait: string | undefined, query: Record<string, string>) => ({
  method: 'GET',
  path,
  query,
  answeredBy,
  ...(wait === undefined ? {} : { wait }),
});
const watched = (answeredBy: string, wait: string | undefined, query: Record<string, string>) =>
  listed(answeredBy, wait, { watch: 'true', allowWatchBookmarks: 'true', timeoutSeconds: '*', ...query });
const streamed = (answeredBy: string, wait: string | undefined, query: Record<string, string> = {}) =>
  watched(answeredBy, wait, { sendInitialEvents: 'true', resourceVersionMatch: 'NotOlderThan', ...query });
const FIRST = listed('list[0]', undefined, { limit: '500', resourceVersion: '0' });

type Recorded = Pick<InformerTrace, 'script' | 'requests'> & {
  readonly runMs?: number;
  readonly early: readonly Notification[];
  readonly store: readonly Item[];
  readonly version: number;
};

function traceOf({ script, requests, early, store, version, runMs = 2500 }: Recorded): InformerTrace {
  return {
    name: 'made',
    options: { watchList: script.watchList !== undefined, path, runMs, handlers: [{ id: 'early', when: 'start' }] },
    script,
    requests,
    notifications: { early },
    watchErrors: [],
    hasSynced: true,
    handlersSynced: { early: true },
    store: store.map(stored),
    lastSyncResourceVersion: `${version}`,
    storeResourceVersion: `${version}`,
  };
}

async function expectOurs(trace: InformerTrace, watchList: WatchListOption, ...laws: string[]): Promise<void> {
  const { run, differences } = expectationOf(trace, watchList);
  expect(differences.map(({ law }) => law)).toEqual(laws);
  const { expected, observed } = comparable(run, await new InformerPlayer(trace, watchList, 0.5).play(run.runMs));
  expect(observed).toEqual(expected);
}

describe('rules, where there is more than one object, list or group', () => {
  const [a, b, c] = [item('a', 1), item('b', 2), item('c', 3)];

  it('L14, L13: a rebirth in the middle of a list joins the deletes, and echoes around it go', async () => {
    const [d, b2, e] = [item('d', 4), item('b', 22, 'uid-2'), item('e', 23)];
    const script = {
      list: [list(10, a, b, c, d), list(30, a, e, b2, c)],
      watch: [stream('close', EXPIRED), stream('open')],
    };
    const requests = [
      FIRST,
      watched('watch[0]', 'none', { resourceVersion: '10' }),
      listed('list[1]', 'backoff1', { resourceVersion: '10' }),
      watched('watch[1]', 'none', { resourceVersion: '30' }),
    ];
    const initial = [a, b, c, d].map((one) => add(one, true));
    const relist = [gone(d), update(a, a), add(e, false), update(b, b2), update(c, c)];
    const trace = traceOf({ script, requests, early: [...initial, ...relist], store: [a, b2, c, e], version: 30 });
    await expectOurs(trace, 'never', 'L14', 'L13', 'L7');
  });

  it('L14: a rebirth in a streamed list joins the deletes before its group', async () => {
    const b2 = item('b', 22, 'uid-2');
    const script = {
      watchList: [
        stream('close', event('ADDED', a), event('ADDED', b), endMark(10), event('ADDED', c), EXPIRED),
        stream('open', event('ADDED', a), event('ADDED', b2), endMark(30)),
      ],
    };
    const requests = [
      streamed('watchList[0]', undefined),
      streamed('watchList[1]', 'backoff1', { resourceVersion: '3' }),
    ];
    const early = [add(a, true, 1), add(b, true, 1), add(c, false), gone(c), update(a, a, 2), update(b, b2, 2)];
    // client-go goes on from c, which came after the mark with an older version.
    const trace = traceOf({ script, requests, early, store: [a, b2], version: 30 });
    await expectOurs(trace, 'always', 'L14', 'L13', 'L17', 'L7');
  });

  it('L1: a third list in a row asks for the newest state', async () => {
    const script = {
      list: [list(10, a), list(20, a), list(30, a)],
      watch: [stream('close', EXPIRED), stream('close', EXPIRED), stream('open')],
    };
    const requests = [
      FIRST,
      watched('watch[0]', 'none', { resourceVersion: '10' }),
      listed('list[1]', 'backoff1', { resourceVersion: '10' }),
      watched('watch[1]', 'none', { resourceVersion: '20' }),
      listed('list[2]', 'backoff2', { resourceVersion: '20' }),
      watched('watch[2]', 'none', { resourceVersion: '30' }),
    ];
    const early = [add(a, true), update(a, a), update(a, a)];
    const trace = traceOf({ script, requests, early, store: [a], version: 30, runMs: 5000 });
    await expectOurs(trace, 'never', 'L13', 'L1', 'L7');
  });

  it('L17: a list after an event that came late asks for what is no older than the newest', async () => {
    const [a2, a3] = [item('a', 15), item('a', 12)];
    const script = {
      list: [list(10, a), list(20, a2)],
      watch: [stream('close', event('MODIFIED', a2), event('MODIFIED', a3), EXPIRED), stream('open')],
    };
    const requests = [
      FIRST,
      watched('watch[0]', 'none', { resourceVersion: '10' }),
      listed('list[1]', 'backoff1', { resourceVersion: '12' }),
      watched('watch[1]', 'none', { resourceVersion: '20' }),
    ];
    const early = [add(a, true), update(a, a2), update(a2, a3), update(a3, a2)];
    const trace = traceOf({ script, requests, early, store: [a2], version: 20 });
    await expectOurs(trace, 'never', 'L17', 'L7');
  });

  it('L8: what HTTP repeats below client-go counts as a failure, so that later waits are longer', async () => {
    const script = {
      list: [
        { end: 'reset' } as const,
        {
          status: 503,
          headers: { 'Retry-After': '3' },
          body: { kind: 'Status', code: 503, reason: 'ServiceUnavailable' },
        },
        list(10, a),
      ],
      watch: [stream('close', event('ADDED', b), EXPIRED)],
    };
    const requests = [
      FIRST,
      listed('list[1]', '1s', { limit: '500', resourceVersion: '0' }),
      listed('list[2]', '3s', { limit: '500', resourceVersion: '0' }),
      watched('watch[0]', 'none', { resourceVersion: '10' }),
      listed('nothing', 'backoff1', { resourceVersion: '10' }),
    ];
    const trace = traceOf({
      script,
      requests,
      early: [add(a, true), add(b, false)],
      store: [a, b],
      version: 10,
      runMs: 6000,
    });
    await expectOurs(trace, 'never', 'L8', 'L7');
  });
});
