import { map, type Observable } from 'rxjs';
import { hasMethod } from '../reflector/index.js';
import { shown } from './checks.js';

/**
 * A stream of commits, which fails with a TypeError that names the operator where its first value is none: in plain JavaScript no compiler
 * says that an operator was put on the wrong stream. Later values are not looked at.
 */
export function commitsOf<C>(operator: string, source$: Observable<C>): Observable<C> {
  return source$.pipe(
    map((value, index) => {
      if (index === 0 && !isCommit(value))
        throw new TypeError(`${operator}: needs commits, as changes$ and views give them, and got ${given(value)}`);
      return value;
    }),
  );
}

/** Without reading the changes, which may be made only when somebody does. */
function isCommit(value: unknown): boolean {
  return isObject(value) && 'changes' in value && 'snapshot' in value && 'previous' in value;
}

function given(value: unknown): string {
  if (hasMethod(value, 'byIndex')) return 'a snapshot: put it on changes$, not on snapshot$';
  if (isObject(value) && 'type' in value && 'key' in value) return 'an event: put it on changes$, not on events$';
  return shown(value);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
