import { COLLECTION_RULES, checkKept } from './check-options.js';
import { aFunction, checkGiven, OBSERVABLE, optional, type Rule, type Rules, TEXT } from './given.js';
import type { SessionOptions } from './options.js';

const SESSION_RULES: Rules & Record<keyof SessionOptions<unknown>, Rule> = {
  ...COLLECTION_RULES,
  namespace: TEXT,
  known: aFunction('of a key'),
  resume: aFunction('that says how far the collection is known'),
  retryNow$: OBSERVABLE,
  listListener: optional((value) => typeof value === 'object' && value !== null, 'is no listener'),
  onStatus: aFunction('of a status'),
};

/** Those of `reflector()`. @throws TypeError, naming the option and what would be right */
export function checkSession(options: object): void {
  checkGiven('reflector', options, SESSION_RULES);
  checkKept(options);
}
