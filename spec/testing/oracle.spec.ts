import { describe, expect, it } from '@jest/globals';
import type { V1ConfigMap } from '@kubernetes/client-node';
import { core, type Plain } from '../../lib/kubernetes/index.js';
import { Indexer, type Snapshot } from '../../lib/store/index.js';
import { createHostileServer, LawError, TestClock } from '../../lib/testing/index.js';

type ConfigMap = Plain<V1ConfigMap>;

const namespace = 'default';

/** a@4, b@5 (tier=web), a@6, no b@7, and x@8 in another namespace. */
function setUp() {
  const server = createHostileServer({ scheduler: new TestClock(), plan: [], namespaces: ['shop'] });
  const { store } = server;
  store.create(core.configMaps, { metadata: { name: 'a', namespace } });
  store.create(core.configMaps, { metadata: { name: 'b', namespace, labels: { tier: 'web' } } });
  store.update(core.configMaps, { metadata: { name: 'a', namespace }, data: { of: 'a' } });
  store.delete(core.configMaps, { namespace, name: 'b' });
  store.create(core.configMaps, { metadata: { name: 'x', namespace: 'shop' } });
  return server;
}

function snapshotOf(objects: Iterable<ConfigMap>, resourceVersion: string): Snapshot<ConfigMap> {
  const indexer = new Indexer<ConfigMap>();
  indexer.replace(objects, resourceVersion);
  return indexer.snapshot;
}

const shown = (objects: ReadonlyMap<string, ConfigMap>) =>
  [...objects].map(([key, { metadata }]) => `${key}@${metadata.resourceVersion}`);

describe('oracle', () => {
  it('knows what there was at every version, whatever the server has forgotten', () => {
    const server = setUp();
    server.store.compact();
    const oracle = server.oracle(core.configMaps);
    expect(['3', '4', '5', '6', '7', '8'].map((version) => shown(oracle.at(version)))).toEqual([
      [],
      ['default/a@4'],
      ['default/a@4', 'default/b@5'],
      ['default/a@6', 'default/b@5'],
      ['default/a@6'],
      ['default/a@6', 'shop/x@8'],
    ]);
    expect(oracle.newest).toBe('8');
    expect(() => oracle.at('9')).toThrow('9 is no version of this server: the newest is 8');
    expect(() => oracle.at('x')).toThrow(RangeError);
  });

  it('speaks of what an informer asks for', () => {
    const server = setUp();
    const at = (version: string, options: object) => shown(server.oracle(core.configMaps, options).at(version));
    expect(at('8', { namespace: 'shop' })).toEqual(['shop/x@8']);
    expect(at('6', { labelSelector: 'tier=web' })).toEqual(['default/b@5']);
    expect(at('6', { where: ({ metadata }: ConfigMap) => metadata.name !== 'b' })).toEqual(['default/a@6']);
    expect(() => server.oracle({ ...core.configMaps, plural: 'widgets' })).toThrow('the server has no widgets');
  });

  it('L2: a snapshot of any version that there was passes; one that mixes two does not', () => {
    const oracle = setUp().oracle(core.configMaps);
    for (const version of ['4', '5', '6', '7', '8'])
      oracle.checkSnapshot(snapshotOf(oracle.at(version).values(), version));
    const wrong = (of: string, at: string) => () => oracle.checkSnapshot(snapshotOf(oracle.at(of).values(), at));
    expect(wrong('6', '7')).toThrow('L2: the snapshot of configmaps at 7: default/b @5');
    expect(wrong('6', '7')).toThrow('is a ghost');
    expect(wrong('5', '6')).toThrow('default/a is @4');
    expect(wrong('7', '8')).toThrow('shop/x is missing');
    expect(wrong('8', '9')).toThrow('the server never gave it');
    expect(wrong('8', '')).toThrow('a snapshot of no version holds 2');
    expect(wrong('8', '9')).toThrow(LawError);
    oracle.checkSnapshot(new Indexer<ConfigMap>().snapshot);
  });

  it('L2: the uid counts, and whatever else somebody wants to count', () => {
    const server = setUp();
    const oracle = server.oracle(core.configMaps);
    const changed = (change: object) => {
      const [a, x] = [...oracle.at('8').values()];
      if (a === undefined || x === undefined) throw new Error('no such objects');
      return snapshotOf([{ ...a, ...change }, x], '8');
    };
    const uid = changed({ metadata: { name: 'a', namespace, uid: 'other', resourceVersion: '6' } });
    expect(() => oracle.checkSnapshot(uid)).toThrow('(other)');
    const data = changed({ data: { of: 'b' } });
    oracle.checkSnapshot(data);
    const same = (one: ConfigMap, other: ConfigMap) => one.data?.of === other.data?.of;
    expect(() => server.oracle(core.configMaps, { same }).checkSnapshot(data)).toThrow('default/a is @6');
  });

  it('L1: only what there is now is the newest; a version may be older where nothing changed', () => {
    const server = setUp();
    const all = server.oracle(core.configMaps);
    const ours = server.oracle(core.configMaps, { namespace });
    all.checkNewest(snapshotOf(all.at('8').values(), '8'));
    ours.checkNewest(snapshotOf(ours.at('7').values(), '7'));
    expect(() => all.checkNewest(snapshotOf(all.at('7').values(), '7'))).toThrow(
      'L1: the snapshot of configmaps at 7 is not the newest, 8: shop/x is missing',
    );
    const nothing = server.oracle(core.configMaps, { namespace: 'kube-system' });
    expect(() => nothing.checkNewest(new Indexer<ConfigMap>().snapshot)).toThrow('there was no list yet');
  });

  it('after a restore a version means what it meant to whom', () => {
    const server = setUp();
    const oracle = server.oracle(core.configMaps);
    const before = snapshotOf(oracle.at('6').values(), '6');
    server.store.restore('5');
    expect(oracle.restores).toBe(1);
    expect(shown(oracle.at('5'))).toEqual(['default/a@4', 'default/b@5']);
    oracle.checkSnapshot(before);
    server.store.create(core.configMaps, { metadata: { name: 'c', namespace } });
    expect(shown(oracle.at('6'))).toEqual(['default/a@4', 'default/b@5', 'default/c@6']);
    oracle.checkSnapshot(before);
    expect(() => oracle.checkNewest(before)).toThrow('L1');
  });
});
