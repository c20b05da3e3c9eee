import type { Told } from '../run.js';
import type { InformerTrace } from '../trace.js';
import type { Rule } from './rule.js';
import { mapTold } from './story.js';

export const echo: Rule = {
  law: 'L13',
  recorded:
    'an update to the version that is cached, without resync: the echo of a relist, or an event that came twice',
  ours: 'no event',
  rewrite: (run, trace) => ({
    ...run,
    told: mapTold(run, (told, id) => (resyncs(trace, id) ? told : told.filter((one) => !isEcho(one)))),
  }),
};

/** Whether a handler is told what did not change because it wants to be. */
function resyncs({ options: { resyncMs = 0, handlers } }: InformerTrace, id: string): boolean {
  return resyncMs > 0 && (handlers.find((handler) => handler.id === id)?.resyncMs ?? resyncMs) > 0;
}

function isEcho(told: Told): boolean {
  return !('mark' in told) && told.type === 'update' && told.rv !== '' && told.rv === told.oldRv;
}
