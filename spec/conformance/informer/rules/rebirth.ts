import { groupOf } from '../compare.js';
import type { Told } from '../run.js';
import type { InformerTrace } from '../trace.js';
import type { Rule } from './rule.js';

export const rebirth: Rule = {
  law: 'L14',
  recorded: 'an update to an object with another uid: recreated in a gap',
  ours: 'a delete with final state unknown, among the deletes of that list, and an add',
  rewrite(run, trace) {
    const told = Object.entries(run.told).map(([id, told]) => [id, reborn(told, trace)]);
    return { ...run, told: Object.fromEntries(told) };
  },
};

function reborn(told: readonly Told[], trace: InformerTrace): readonly Told[] {
  const result = [...told];
  for (let i = 0; i < result.length; i++) {
    const one = result[i];
    if (one === undefined || 'mark' in one || one.type !== 'update' || one.oldUid === undefined) continue;
    const { key, rv, oldRv = '', group } = one;
    result[i] = { type: 'add', key, rv, isInInitialList: false, ...(group === undefined ? {} : { group }) };
    // L4: a list is told as deletes first.
    result.splice(startOfList(result, i, trace), 0, { type: 'delete', key, rv: oldRv, finalStateUnknown: true });
    i++;
  }
  return result;
}

/** Where what a list brought begins, beside deletes, if the notification at `i` is of a list; else `i`. */
function startOfList(told: readonly Told[], i: number, trace: InformerTrace): number {
  const group = groupOf(told[i]);
  if (group !== undefined) return told.findIndex((one) => groupOf(one) === group);
  for (const keys of listedKeys(trace)) {
    const place = keys.indexOf(shown(told[i]));
    if (place === -1) continue;
    const before = told.slice(Math.max(0, i - place), i).map(shown);
    if (before.join() === keys.slice(0, place).join()) return i - place;
  }
  return i;
}

/** What each list of the script brought, as it is told. */
function listedKeys({ script: { list = [] } }: InformerTrace): readonly string[][] {
  return list.map(({ body }) =>
    (body?.items ?? []).map(({ metadata: { namespace, name, resourceVersion } }) =>
      shown({
        type: 'add',
        key: namespace === undefined ? `${name}` : `${namespace}/${name}`,
        rv: resourceVersion ?? '',
      }),
    ),
  );
}

function shown(told: Told | undefined): string {
  return told === undefined || 'mark' in told ? '' : `${told.key}@${told.rv}`;
}
