import { Observable } from 'rxjs';
import { Commons } from '../codec/index.js';
import type { MetadataOnly, Only, Plain } from '../kubernetes/index.js';
import type { SharedBudget } from './budget.js';
import { checkSession } from './check-session.js';
import type { ReflectorEvent } from './events.js';
import type { FieldsOption, MetadataOnlyOption } from './keep-options.js';
import type { ReflectorOptions, SessionOptions } from './options.js';
import { Requests } from './requests.js';
import { Session } from './session.js';
import { surroundingsOf } from './surroundings.js';

/**
 * Lists and watches one collection, for ever: what client-go calls a Reflector. Cold: each subscription is a session of its own, and
 * unsubscribing ends it without a trace. It never errors and never completes; faults go to `onStatus`.
 *
 * @throws TypeError when an option is malformed
 * @example
 * reflector({ transport, resource: core.pods }).pipe(deltaFIFO({ knownObjects: indexer }), indexInto(indexer)).subscribe(…);
 */
export function reflector<K, const F extends readonly string[]>(
  options: ReflectorOptions<K, Only<Plain<K>, F[number]>> & FieldsOption<Plain<K>, F>,
): Observable<ReflectorEvent<Only<Plain<K>, F[number]>>>;
export function reflector<K>(
  options: ReflectorOptions<K, MetadataOnly<Plain<K>>> & MetadataOnlyOption,
): Observable<ReflectorEvent<MetadataOnly<Plain<K>>>>;
export function reflector<K>(options: ReflectorOptions<K>): Observable<ReflectorEvent<Plain<K>>>;
export function reflector(given: object): unknown {
  const options = given as SessionOptions<unknown>; // the signatures above say what becomes of an object
  checkSession(options);
  return sessions(options);
}

/**
 * The same, of options that are known to be right.
 *
 * @param budget what the sessions, one after the other, may ask for together. Default: each has a budget of its own
 * @param commons what their decoders have in common, with each other and with those of other collections of the same kind
 */
export function sessions<K>(
  options: SessionOptions<K>,
  budget?: SharedBudget,
  commons = new Commons(),
): Observable<ReflectorEvent<Plain<K>>> {
  const requests = new Requests(options);
  const { surroundings$ = surroundingsOf() } = options;
  return new Observable((subscriber) => {
    const session = new Session(options, requests, subscriber, commons, budget);
    subscriber.add(() => session.stop());
    subscriber.add(options.retryNow$?.subscribe(() => session.retryNow()));
    subscriber.add(surroundings$.subscribe((word) => session.surrounded(word)));
    session.start();
  });
}
