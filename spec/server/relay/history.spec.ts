import { describe, expect, it } from '@jest/globals';
import { concluded, type Entry, History } from '../../../lib/server/relay/history.js';
import type { StoredObject } from '../../../lib/server/store/stored-object.js';
import { added, deleted } from '../../../lib/store/index.js';

function object(name: string, resourceVersion: string): StoredObject {
  const metadata = { name, uid: name, resourceVersion, creationTimestamp: '' };
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata };
}

function entry(version: string, size = 1): Entry {
  const change = added(version, object(version, version), false);
  return { change, version, isConcluded: false, size, frames: new Map() };
}

/** The end of an object, told at the version that was known before it. */
function ended(version: string): Entry {
  const gone = object('gone', '1');
  const change = concluded(deleted('gone', gone, gone, true), version);
  return { ...entry(version), change, isConcluded: true };
}

function historyOf(entries: readonly Entry[], limit = 1000, oldest = '10'): History {
  const history = new History(limit, oldest);
  for (const each of entries) history.push(each);
  history.trim(() => {});
  return history;
}

describe('the history of a relay', () => {
  it('resumes after a version, whether something has it or not', () => {
    const history = historyOf([entry('12'), entry('15')]);
    expect(['10', '11', '12', '14', '15', '16'].map((version) => history.resume(version, '17'))).toEqual([
      0, 0, 1, 1, 2, 2,
    ]);
  });

  it('knows nothing of what came before it, and nothing of what is to come', () => {
    const history = historyOf([entry('12')]);
    expect(['9', '17', '18'].map((version) => history.resume(version, '17'))).toEqual(['expired', 1, 'future']);
  });

  it('forgets the oldest beyond its limit, and tells of it first', () => {
    const history = new History(20, '10');
    for (const version of ['12', '13', '14']) history.push(entry(version, 10));
    const forgotten: string[] = [];
    history.trim(({ version }, position) => forgotten.push(`${position}: ${version}`));
    expect(forgotten).toEqual(['0: 12']);
    expect(['11', '12', '13'].map((version) => history.resume(version, '14'))).toEqual(['expired', 1, 2]);
  });

  it('tells a concluded end again to who may have heard the version before it only', () => {
    const history = historyOf([entry('12'), ended('12'), entry('15')]);
    expect(['12', '13', '15'].map((version) => history.resume(version, '20'))).toEqual([1, 2, 3]);
    expect(historyOf([ended('12')]).resume('12', '12')).toBe(0);
    const forgetful = historyOf([ended('12'), entry('15')], 1);
    expect(['12', '13'].map((version) => forgetful.resume(version, '20'))).toEqual(['expired', 1]);
  });

  it('tells concluded ends again where versions are no numbers, too', () => {
    const history = historyOf(
      [entry('a'), ended('a'), ended('a'), entry('c'), ended('told'), entry('d')],
      1000,
      'start',
    );
    expect(['a', 'c', 'told'].map((version) => history.resume(version, 'now'))).toEqual([1, 4, 4]);
  });

  it('finds versions that are no numbers where they were told', () => {
    const history = historyOf([entry('a'), entry('b')], 1000, 'start');
    const versions = ['start', 'a', 'b', 'now', 'never'];
    expect(versions.map((version) => history.resume(version, 'now'))).toEqual([0, 1, 2, 2, 'expired']);
  });
});
