import { isObservable } from 'rxjs';
import { closeMatches } from './close-matches.js';

/** What is wrong with what was given for an option, in words; undefined: nothing. */
export type Rule = (value: unknown) => string | undefined;

/** The options there are, and what each may be. */
export type Rules = Readonly<Record<string, Rule>>;

/** An option that may be left out. */
export function optional(isRight: (value: unknown) => boolean, wrong: string): Rule {
  return (value) => (value === undefined || isRight(value) ? undefined : `${shown(value)} ${wrong}`);
}

/** About 24.8 days. The timers of JavaScript take what is longer for nothing at all: a resync would never rest. */
export const LONGEST_MS = 2 ** 31 - 1;

/** Judged elsewhere, where more is known of it. */
export const ANYTHING: Rule = () => undefined;
export const TEXT = optional((value) => typeof value === 'string', 'is no text');
export const BOOLEAN = optional((value) => typeof value === 'boolean', 'is neither true nor false');
export const COUNT = optional((value) => Number.isInteger(value) && Number(value) > 0, 'is no positive whole number');
export const OBSERVABLE = optional(isObservable, 'is no Observable');
export const SCHEDULER = optional(
  (value) => hasMethod(value, 'schedule') && hasMethod(value, 'now'),
  'is no scheduler, such as asyncScheduler of RxJS',
);

/** @param what it is a function of or for, such as `that changes a draft` */
export function aFunction(what: string): Rule {
  return optional((value) => typeof value === 'function', `is not a function ${what}`);
}

export function oneOf(...values: readonly string[]): Rule {
  const quoted = values.map((value) => `'${value}'`);
  const list = `${quoted.slice(0, -1).join(', ')} ${values.length > 2 ? 'and' : 'nor'} ${quoted.at(-1)}`;
  const wrong = `is ${values.length > 2 ? 'none of' : 'neither'} ${list}`;
  return optional((value) => typeof value === 'string' && values.includes(value), wrong);
}

/**
 * What the compiler says to those who use one, for those who do not.
 *
 * @param where what the options are given to, such as `createInformer`
 * @throws TypeError that names the option, what was given, and what would be right; of a name that is none, the one that may be meant
 */
export function checkGiven(where: string, options: unknown, rules: Rules): void {
  if (options !== undefined && (typeof options !== 'object' || options === null || Array.isArray(options)))
    throw new TypeError(
      `${where}: ${shown(options)} is no set of options; give { ${Object.keys(rules).join(', ')} }, or some of them`,
    );
  const given = new Map<string, unknown>(Object.entries(options ?? {}));
  for (const [name, value] of given)
    if (value !== undefined && !Object.hasOwn(rules, name))
      throw new TypeError(`${name}: ${unknownName(where, name, rules)}`);
  for (const [name, rule] of Object.entries(rules)) {
    const wrong = rule(given.get(name));
    if (wrong !== undefined) throw new TypeError(`${name}: ${wrong}`);
  }
}

function unknownName(where: string, name: string, rules: Rules): string {
  const names = Object.keys(rules);
  const close = closeMatches(name, names);
  return `${where} has no such option; ${close.length > 0 ? `is ${close.join(' or ')} meant?` : `it has ${names.join(', ')}`}`;
}

/** What somebody gave, in a message: short, and nothing of what is in it. */
export function shown(value: unknown): string {
  if (isObservable(value)) return 'an Observable';
  if (typeof value === 'string') return JSON.stringify(value.length > LENGTH ? `${value.slice(0, LENGTH)}…` : value);
  if (typeof value === 'function') return 'a function';
  if (Array.isArray(value)) return 'a list';
  if (typeof value !== 'object' || value === null) return String(value);
  const { name } = Object(value.constructor);
  return typeof name === 'string' && name !== '' && name !== 'Object' ? `a ${name}` : 'an object';
}

const LENGTH = 100;

export function hasMethod(value: unknown, name: string): boolean {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, name) === 'function';
}
