import { checkGiven, type Rules } from '../reflector/index.js';
import { INFORMER_RULES } from './options.js';

const OF_ALL = without(INFORMER_RULES, ['resource', 'indexers', 'transform', 'name', 'fields', 'metadataOnly']);
const OF_ONE = without(INFORMER_RULES, ['transport', 'resource']);

/** Checks options that are to hold for many resources. @throws TypeError, naming the option and what would be right */
export function checkDefaults(options: unknown): void {
  checkGiven('createInformerFactory', options, OF_ALL);
}

/** The same for what one of many informers has of its own. */
export function checkOwn(options: unknown): void {
  if (Object(options).transport !== undefined)
    throw new TypeError('transport: it is the same for all informers of a factory; make another factory');
  checkGiven('factory.informer', options, OF_ONE);
}

function without(rules: Rules, names: readonly (keyof typeof INFORMER_RULES)[]): Rules {
  const left = new Set<string>(names);
  return Object.fromEntries(Object.entries(rules).filter(([name]) => !left.has(name)));
}
