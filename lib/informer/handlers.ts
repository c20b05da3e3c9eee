import { from, type Observable, Subscription, take } from 'rxjs';
import { isPromiseLike } from '../codec/index.js';
import { DeletedFinalStateUnknown } from '../delta/index.js';
import { checkGiven, shown } from '../reflector/index.js';
import type { Change } from '../store/index.js';
import { NotReadyError } from './not-ready-error.js';
import { MILLISECONDS } from './options.js';

/** Callbacks for people who come from client-go, where this is a ResourceEventHandler. All are optional. */
export interface ResourceEventHandler<T> {
  onAdd?(object: T, isInInitialList: boolean): void;
  /** `previous` and `object` are the same when this is a resync. */
  onUpdate?(previous: T, object: T): void;
  /** Given a DeletedFinalStateUnknown, with the newest state that was known, when the deletion itself was missed. */
  onDelete?(object: T | DeletedFinalStateUnknown<T>): void;
}

/** A handler that was added: unsubscribing removes it, at once and for good. */
export interface EventHandlerRegistration extends Subscription {
  /** Resolves when the handler has been told the whole first list. Rejects when it is removed before that. */
  readonly synced: Promise<void>;
}

const CALLBACKS = ['onAdd', 'onUpdate', 'onDelete'];

/** @throws TypeError, naming what is wrong, where a handler is none, or its options are */
export function checkHandler(handler: unknown, options: unknown): void {
  checkGiven('addEventHandler', options, { resyncPeriod: MILLISECONDS });
  if (typeof handler !== 'object' || handler === null)
    throw new TypeError(
      `addEventHandler: ${shown(handler)} is no handler; give { onAdd, onUpdate, onDelete }, or some of them`,
    );
  for (const name of CALLBACKS) {
    const callback: unknown = Reflect.get(handler, name);
    if (callback !== undefined && typeof callback !== 'function')
      throw new TypeError(`addEventHandler: ${name}: ${shown(callback)} is not a function`);
  }
  // A handler may be an object that has a life of its own; but what looks like a callback would be waited for in vain.
  const unknown = Object.keys(handler).find((name) => /^on/i.test(name) && !CALLBACKS.includes(name));
  if (unknown !== undefined)
    throw new TypeError(`addEventHandler: ${unknown}: a handler has no such callback; it has ${CALLBACKS.join(', ')}`);
}

/** Calls a handler for each change. A callback that throws fails alone: the next change is told all the same. */
export function callHandler<T>(
  handler: ResourceEventHandler<T>,
  changes$: Observable<Change<T>>,
  complete$: Observable<unknown>,
): EventHandlerRegistration {
  const registration = new Subscription();
  const synced = new Promise<void>((resolve, reject) => {
    registration.add(() => reject(new NotReadyError('the handler was removed before its first list was complete')));
    // In a microtask, when this commit has been told to everybody, and a handler that is removed meanwhile has not been told all.
    registration.add(complete$.pipe(take(1)).subscribe(() => queueMicrotask(resolve)));
  });
  synced.catch(() => {}); // a program that does not ask must not hear of it
  registration.add(
    changes$.subscribe({ next: (change) => call(handler, change), complete: () => registration.unsubscribe() }),
  );
  return Object.assign(registration, { synced });
}

/** An async callback that rejects is reported where one that throws is. */
function call<T>(handler: ResourceEventHandler<T>, change: Change<T>): void {
  const result = callback(handler, change);
  if (isPromiseLike(result)) from(Promise.resolve(result)).subscribe();
}

function callback<T>(handler: ResourceEventHandler<T>, change: Change<T>): unknown {
  switch (change.type) {
    case 'add':
      return handler.onAdd?.(change.object, change.isInInitialList);
    case 'update':
    case 'sync':
      return handler.onUpdate?.(change.previous, change.object);
    case 'delete':
      return handler.onDelete?.(
        change.finalStateUnknown ? new DeletedFinalStateUnknown(change.key, change.object) : change.object,
      );
  }
}
