import { isObservable } from 'rxjs';

/** @throws TypeError that names the operator */
export function checkFunction(operator: string, what: string, given: unknown): void {
  if (typeof given !== 'function') throw new TypeError(`${operator}: ${what} is ${shown(given)}, not a function`);
}

/** A value in a message. */
export function shown(value: unknown): string {
  if (isObservable(value)) return 'an Observable';
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'function') return 'a function';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}
