import { catchError, concatMap, map, type Observable, of, range, throwError, toArray } from 'rxjs';
import { statusFailure } from '../../reflector/index.js';
import { AnswerError } from '../cluster/get-json.js';
import { size } from '../text/size.js';
import { type Check, fail, note, type Outcome, ok, skip, warn } from './check.js';
import { Collection, type Listed } from './collection.js';
import type { Learnt, Patient } from './patient.js';

/** As an informer asks for its first page. */
const PAGE = 500;
/** kube-apiserver leaves smaller answers as they are. */
const COMPRESSED_FROM = 128 * 1024;
const SAMPLES = 5;
const SLOW_MS = 1000;

/** What a check of the collection does once it is known what resource it is. */
export function withCollection(use: (collection: Collection, patient: Patient, learnt: Learnt) => Observable<Outcome>) {
  return (patient: Patient, learnt: Learnt): Observable<Outcome> => {
    const { resource } = learnt;
    return resource === undefined
      ? skip('it is not known what resource that is')
      : use(new Collection(patient, resource), patient, learnt);
  };
}

/** A refusal of a list or a watch as a failure, with the advice that an informer gives. */
export function refusedAs(collection: Collection, verb: 'list' | 'watch') {
  return catchError<Outcome, Observable<Outcome>>((error: unknown) => {
    if (!(error instanceof AnswerError) || error.status.code === 200) return throwError(() => error);
    const { message, advice } = statusFailure(error.status, collection.attempt(verb));
    return of(fail(message, advice));
  });
}

export const list: Check = {
  name: 'list',
  needs: ['discovery'],
  whenSilent: 'Look at the log of the API server, and try kubectl get --raw with the same URL',
  run: withCollection((collection) =>
    collection.list({ limit: PAGE, resourceVersion: '0' }).pipe(map(opinionOfList), refusedAs(collection, 'list')),
  ),
};

function opinionOfList({ count, meta, bytes, compressed, resourceVersion }: Listed): Outcome {
  if (resourceVersion === '')
    return fail(
      'the list has no resourceVersion, so that it cannot be watched from there',
      'See what answers at that URL: a proxy, or a server that is no Kubernetes API server',
    );
  const more = meta.continue === undefined ? '' : ` of ${moreOf(count, meta.remainingItemCount)}, in pages`;
  const said = `${count} ${count === 1 ? 'object' : 'objects'}${more}; ${size(bytes)}, resourceVersion ${resourceVersion}`;
  return ok(said, { list: { resourceVersion, bytes, compressed } });
}

function moreOf(count: number, remaining: number | undefined): string {
  return remaining === undefined ? 'more' : `about ${count + remaining}`;
}

export const compression: Check = {
  name: 'compression',
  needs: ['list'],
  whenSilent: '',
  run: (_, { list: listed }) => {
    if (listed === undefined) return skip('there is no list');
    const { compressed, bytes } = listed;
    if (compressed) return of(ok('lists come compressed'));
    if (bytes < COMPRESSED_FROM)
      return of(note(`not seen: ${size(bytes)} are too little, servers compress from ${size(COMPRESSED_FROM)} on`));
    return of(
      warn(
        `${size(bytes)} came uncompressed`,
        'See whether a proxy on the way unpacks answers or drops accept-encoding, and that the server has the feature gate APIResponseCompression',
      ),
    );
  },
};

export const latency: Check = {
  name: 'latency',
  needs: ['list'],
  whenSilent: 'Look at the load of the API server and of the network',
  run: withCollection((collection, { scheduler }) =>
    range(SAMPLES).pipe(
      concatMap(() => {
        const start = scheduler.now();
        // Not of any version: a server that lists from its cache passes over the limit.
        return collection.list({ limit: 1 }).pipe(map(() => scheduler.now() - start));
      }),
      toArray(),
      map(opinionOfLatency),
      refusedAs(collection, 'list'),
    ),
  ),
};

function opinionOfLatency(times: readonly number[]): Outcome {
  const sorted = [...times].sort((a, b) => a - b);
  const median = sorted[sorted.length >> 1] ?? 0;
  const said = `${times.length} small lists: ${Math.round(median)} ms in the middle, ${Math.round(sorted.at(-1) ?? 0)} ms at most`;
  return median > SLOW_MS ? warn(said, 'Look at the load of the API server and of the network') : ok(said);
}
