import { NO_WAIT, type Requested, UNSUPPORTED, type Wait } from '../run.js';
import type { InformerTrace } from '../trace.js';
import { answerOf, type Rule } from './rule.js';

export const memory: Rule = {
  law: 'L8',
  recorded: 'each round asks again for a streamed list, although the server answered that it has none',
  ours: "that is remembered for an hour, and half the requests are saved (with `watchList: 'always'` it is as in client-go)",
  rewrite: (run, trace, watchList) =>
    watchList === 'auto' ? { ...run, requests: withoutFurther(run.requests, trace) } : run,
};

/** Leaves out what asks again. What comes after it is asked in its place, after its wait. */
function withoutFurther(requests: readonly Requested[], trace: InformerTrace): readonly Requested[] {
  const result: Requested[] = [];
  let isKnown = false;
  let waited: Wait = NO_WAIT;
  for (const request of requests) {
    if (isKnown && request.kind === 'watchList') {
      waited = request.wait;
      continue;
    }
    isKnown ||= isIncapable(request, trace);
    result.push(waited === NO_WAIT ? request : { ...request, wait: waited });
    waited = NO_WAIT;
  }
  return result;
}

function isIncapable({ kind, answeredBy }: Requested, trace: InformerTrace): boolean {
  if (answeredBy === UNSUPPORTED) return true;
  const status = answerOf(trace, answeredBy)?.status;
  return kind === 'watchList' && (status === 400 || status === 422);
}
