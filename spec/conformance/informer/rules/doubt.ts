import { eventsOf, isEndMark } from '../frames.js';
import type { Requested } from '../run.js';
import type { Answer, InformerTrace } from '../trace.js';
import { isOver } from './faults.js';
import { answerOf, type Rule } from './rule.js';

/** So many lists are believed although the watches that began with them brought nothing. */
const BELIEVED = 2;

export const doubt: Rule = {
  law: 'L1',
  recorded:
    'after each watch that fails at once, a list at the version that is known, which a cache that lags behind answers with that same version for ever',
  ours: 'after two lists in a row whose watches brought nothing, the newest state is asked for',
  rewrite(run, trace) {
    let vain = 0;
    const requests = run.requests.map((request, i) => {
      vain = after(vain, run.requests[i - 1], trace);
      return vain < BELIEVED ? request : newest(request);
    });
    const last = run.requests.at(-1);
    const isDoubtful = after(vain, last, trace) >= BELIEVED && isOver(answerOf(trace, last?.answeredBy), trace);
    return { ...run, requests, cursor: isDoubtful ? '' : run.cursor };
  },
};

/** How many lists were in vain once a request was answered. */
function after(vain: number, request: Requested | undefined, trace: InformerTrace): number {
  const answer = answerOf(trace, request?.answeredBy);
  if (request === undefined || answer?.status !== 200) return vain;
  const events = eventsOf(answer, trace);
  switch (request.kind) {
    case 'list':
      return isLastPage(answer) ? vain + 1 : vain;
    case 'watchList': {
      const mark = events.findIndex(isEndMark);
      if (mark === -1) return vain;
      return mark === events.length - 1 ? vain + 1 : 0;
    }
    case 'watch':
      return events.length > 0 ? 0 : vain;
  }
}

function isLastPage({ body }: Answer): boolean {
  return body?.metadata !== undefined && (body.metadata.continue ?? '') === '';
}

function newest(request: Requested): Requested {
  const { resourceVersion, ...query } = request.query;
  if (request.kind === 'watch' || resourceVersion === undefined) return request;
  return { ...request, query: request.kind === 'list' ? { limit: '500', ...query } : query };
}
