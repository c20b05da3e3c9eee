import {
  catchError,
  defer,
  map,
  type Observable,
  of,
  retry,
  type SchedulerLike,
  TimeoutError,
  throwError,
  timeout,
  timer,
} from 'rxjs';
import { type Transport, TransportError } from '../../transport/index.js';
import { Refusal } from '../refusal.js';
import { sentences } from '../text/sentences.js';
import { type Discovery, discover } from './discovery.js';
import { builtInResources, findResource, unknownResource } from './find-resource.js';
import { AnswerError } from './get-json.js';
import type { ServedResource } from './served-resource.js';

/** Milliseconds between two questions to a server that could not answer the first. */
const RETRY_MS = 5000;

/** Milliseconds in which a server has to say all that it serves. */
const DEADLINE_MS = 10_000;

/**
 * Finds a resource by its name among those that the server serves. While the server cannot be asked, a built-in name means the
 * built-in kind, and the informer goes on trying; for any other name the server is asked again until it answers.
 *
 * Errors with a Refusal when the server does not serve it, or does not let it be watched.
 *
 * @param say told, once for each different reason, why it takes longer
 */
export function resolveResource(
  name: string,
  transport: Transport,
  say: (sentence: string) => void,
  scheduler: SchedulerLike,
): Observable<ServedResource> {
  let said = '';
  return defer(() => discover(transport)).pipe(
    timeout({ each: DEADLINE_MS, scheduler }),
    map((discovery) => chosen(name, discovery, transport.url)),
    catchError((error: unknown) => {
      const builtIn = problemOf(error, transport.url) === undefined ? undefined : findResource(name, builtInResources);
      return builtIn === undefined ? throwError(() => error) : of(builtIn);
    }),
    retry({
      delay: (error: unknown) => {
        const problem = problemOf(error, transport.url);
        if (problem === undefined) return throwError(() => error);
        const sentence = `cannot ask what ${JSON.stringify(name)} is: ${problem}; trying again every ${RETRY_MS / 1000} s`;
        if (sentence !== said) say(sentence);
        said = sentence;
        return timer(RETRY_MS, scheduler);
      },
    }),
  );
}

function chosen(name: string, { resources, missing }: Discovery, url: string): ServedResource {
  const found = findResource(name, resources);
  if (found === undefined) {
    const unknown = unknownResource(name, resources, url);
    const hidden = `What is in ${missing.join(', ')} could not be had`;
    throw new Refusal(missing.length === 0 ? unknown : sentences(unknown, hidden), 1);
  }
  if (!found.verbs.includes('list') || !found.verbs.includes('watch'))
    throw new Refusal(`${found.plural} cannot be watched at ${url}: it allows just ${found.verbs.join(', ')}`, 1);
  return found;
}

/** Why a server could not be asked; undefined for an error that is about something else. */
function problemOf(error: unknown, url: string): string | undefined {
  if (error instanceof TransportError) return error.message;
  if (error instanceof AnswerError) return `${url}: ${error.status.code} ${error.message.replace(/\.$/, '')}`;
  if (error instanceof TimeoutError) return `${url} did not answer within ${DEADLINE_MS / 1000} s`;
  return undefined;
}
