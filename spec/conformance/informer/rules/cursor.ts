import { type EventFrame, eventsOf, isEndMark } from '../frames.js';
import type { Requested, Run } from '../run.js';
import type { InformerTrace } from '../trace.js';
import { answerOf, type Rule } from './rule.js';

export const cursor: Rule = {
  law: 'L17',
  recorded:
    'an event without a version, or with an older one, moves the resume point to nothing, or back; so does a transform that takes the version away with the store’s version',
  ours: 'the resume point and the version of the snapshot are the server’s, and stay where they are',
  rewrite(run, trace) {
    let newest = '';
    let before: Requested | undefined;
    const requests = run.requests.map((request) => {
      newest = newestAfter(newest, before, trace);
      before = { ...request, query: withCursor(request, newest) };
      return before;
    });
    newest = newestAfter(newest, before, trace);
    return { ...run, requests, ...ends(run, newest) };
  },
};

/** The newest version that was heard of in this list-and-watch session, once a request was answered; '' when it is not known. */
function newestAfter(newest: string, request: Requested | undefined, trace: InformerTrace): string {
  const answer = answerOf(trace, request?.answeredBy);
  if (request === undefined || answer?.status !== 200) return newest;
  const events = eventsOf(answer, trace);
  switch (request.kind) {
    case 'list':
      // A list says where everything is, also where that is older.
      return '';
    case 'watchList': {
      const mark = events.findIndex(isEndMark);
      return mark === -1 ? newest : newestIn(events.slice(mark));
    }
    case 'watch': {
      // A watch from nowhere begins with what there is, in no order.
      const from = request.query.resourceVersion ?? '';
      return from === '' ? '' : later(from, newestIn(events));
    }
  }
}

function newestIn(events: readonly EventFrame[]): string {
  return events.map(({ object }) => object.metadata.resourceVersion ?? '').reduce(later, '');
}

function later(a: string, b: string): string {
  return Number(b) > Number(a) ? b : a;
}

/** A watch, or a list, streamed or not, that is to be no older than what is known. */
function withCursor({ kind, query }: Requested, newest: string): Requested['query'] {
  const { resourceVersion = '' } = query;
  const goesOn = kind === 'watch' || (resourceVersion !== '' && query.continue === undefined);
  if (!goesOn || later(resourceVersion, newest) === resourceVersion) return query;
  return { ...query, resourceVersion: newest };
}

function ends({ resourceVersion, cursor }: Run, newest: string): Pick<Run, 'resourceVersion' | 'cursor'> {
  return { resourceVersion: later(resourceVersion, newest), cursor: later(cursor, newest) };
}
