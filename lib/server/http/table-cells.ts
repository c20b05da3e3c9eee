import { isJsonObject, type JsonObject, valueAt } from '../store/json.js';
import type { StoredObject } from '../store/stored-object.js';
import { shortDuration } from './durations.js';

/** What a column says of an object. @param now epoch milliseconds */
export type Cell = (object: StoredObject, now: number) => string | number;

export const NONE = '<none>';

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function textAt(path: string, missing = NONE): Cell {
  return (object) => textOf(valueAt(object, path)) || missing;
}

export function numberAt(path: string): (object: unknown) => number {
  return (object) => Number(valueAt(object, path) ?? 0);
}

/** `2/3`. */
export function ofAll(path: string, all: string): Cell {
  const [some, whole] = [numberAt(path), numberAt(all)];
  return (object) => `${some(object)}/${whole(object)}`;
}

export function recordsAt(object: unknown, path: string): readonly JsonObject[] {
  const found = valueAt(object, path);
  return Array.isArray(found) ? found.filter(isJsonObject) : [];
}

export function textsAt(object: unknown, path: string): readonly string[] {
  const found = valueAt(object, path);
  return Array.isArray(found) ? found.filter((each): each is string => typeof each === 'string') : [];
}

/** The members of an object that is a map of texts, by name. */
export function mapAt(object: unknown, path: string): readonly (readonly [string, string])[] {
  const found = valueAt(object, path);
  const entries = isJsonObject(found) ? Object.entries(found) : [];
  return entries.map(([name, value]) => [name, String(value)] as const).sort(([a], [b]) => (a < b ? -1 : 1));
}

export function countAt(object: unknown, path: string): number {
  const found = valueAt(object, path);
  return Object.keys(Object(found)).length;
}

export function ago(time: unknown, now: number, missing = NONE): string {
  const at = Date.parse(textOf(time));
  return Number.isNaN(at) ? missing : shortDuration(now - at);
}

/** The first three of many, as kubectl shows them. */
export function firstThree(texts: readonly string[]): string {
  if (texts.length === 0) return NONE;
  const more = texts.length > 3 ? ` + ${texts.length - 3} more...` : '';
  return texts.slice(0, 3).join(',') + more;
}

/** Labels as a selector that is a map. */
export function labelsAt(path: string): Cell {
  return (object) =>
    mapAt(object, path)
      .map(([name, value]) => `${name}=${value}`)
      .join(',') || NONE;
}

/** A LabelSelector as people write it. */
export function selectorAt(path: string): Cell {
  return (object) => {
    const equal = mapAt(object, `${path}.matchLabels`).map(([key, value]) => ({ key, text: `${key}=${value}` }));
    const others = recordsAt(object, `${path}.matchExpressions`).map((each) => {
      const key = textOf(each.key);
      return { key, text: expression(key, textOf(each.operator), [...textsAt(each, 'values')].sort()) };
    });
    const terms = [...equal, ...others].sort((a, b) => (a.key < b.key ? -1 : 1));
    return terms.map(({ text }) => text).join(',') || NONE;
  };
}

function expression(key: string, operator: string, values: readonly string[]): string {
  switch (operator) {
    case 'In':
      return `${key} in (${values.join(',')})`;
    case 'NotIn':
      return `${key} notin (${values.join(',')})`;
    case 'DoesNotExist':
      return `!${key}`;
    default:
      return key;
  }
}

const MODES: Readonly<Record<string, string>> = {
  ReadWriteOnce: 'RWO',
  ReadOnlyMany: 'ROX',
  ReadWriteMany: 'RWX',
  ReadWriteOncePod: 'RWOP',
};

/** Access modes of a volume, in the order in which kubectl names them. */
export function modesAt(object: unknown, path: string): string {
  const held = textsAt(object, path);
  return Object.entries(MODES)
    .filter(([mode]) => held.includes(mode))
    .map(([, short]) => short)
    .join(',');
}

export function hasCondition(object: unknown, type: string): boolean {
  return recordsAt(object, 'status.conditions').some((each) => each.type === type && each.status === 'True');
}
