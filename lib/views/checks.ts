import { shown } from '../reflector/index.js';

export { shown };

/** @throws TypeError that names the operator */
export function checkFunction(operator: string, what: string, given: unknown): void {
  if (typeof given !== 'function') throw new TypeError(`${operator}: ${what} is ${shown(given)}, not a function`);
}
