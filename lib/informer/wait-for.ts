import { concatMap, filter, type Observable, tap } from 'rxjs';
import { isPromiseLike } from '../codec/index.js';
import { type Resource, splitKey } from '../kubernetes/index.js';
import type { Change, Commit } from '../store/index.js';
import { inWords } from './in-words.js';
import { type AwaitedInformer, firstReady, type ReadyOptions } from './ready.js';

/**
 * Waits until an object is as wanted: `undefined` is told where there is none. Each state of it is asked about once, those too that a
 * later one follows in the same commit; of the first commit only the state that it ends with.
 */
export function waitForObject<T, I extends string>(
  informer: AwaitedInformer,
  commits$: Observable<Commit<T, I>>,
  key: string,
  predicate: (object: T | undefined) => boolean | undefined,
  options: ReadyOptions,
): Promise<T | undefined> {
  let progress = 'no list is complete yet, so nothing is known of it';
  const wanted$ = commits$.pipe(
    concatMap((commit, index) => (index === 0 ? [commit.snapshot.get(key)] : statesOf(key, commit.changes))),
    tap((object) => {
      progress = object === undefined ? 'it is not there' : inWords(object);
    }),
    filter((object) => isMet(predicate(object))),
  );
  const goal = {
    unmet: `${key} is not as wanted`,
    before: `${key} was as wanted`,
    progress: () => progress,
  };
  return firstReady(informer, wanted$, goal, options);
}

/** @throws TypeError when the key can be none of this resource's, or the predicate is no function */
export function checkWaitFor(resource: Resource<unknown>, key: unknown, predicate: unknown): void {
  if (typeof key !== 'string') throw new TypeError(`key: ${String(key)} is not a text`);
  if (typeof predicate !== 'function')
    throw new TypeError(
      `predicate: ${String(predicate)} is not a function of an object, or of undefined where there is none`,
    );
  const { namespace } = splitKey(key);
  if (resource.namespaced && namespace === undefined)
    throw new TypeError(`key: ${resource.plural} are in namespaces, so the key is "namespace/name", not "${key}"`);
  if (!resource.namespaced && namespace !== undefined)
    throw new TypeError(`key: ${resource.plural} are in no namespace, so the key is "name", not "${key}"`);
}

function isMet(answer: unknown): boolean {
  if (isPromiseLike(answer))
    throw new TypeError('predicate: it returns a promise, which is always true; give a function that answers at once');
  return Boolean(answer);
}

function statesOf<T>(key: string, changes: readonly Change<T>[]): readonly (T | undefined)[] {
  return changes
    .filter((change) => change.key === key)
    .map(({ type, object }) => (type === 'delete' ? undefined : object));
}
