import type { Difference } from '../../difference.js';
import type { Run } from '../run.js';
import type { Answer, InformerTrace } from '../trace.js';

/** Our option for streamed lists. */
export type WatchListOption = 'auto' | 'always' | 'never';

/** A difference, as a function from what was recorded to what we do. Where it says nothing, it gives the run back as it is. */
export interface Rule extends Difference {
  rewrite(run: Run, trace: InformerTrace, watchList: WatchListOption): Run;
}

/** The answer of the script to a request; none where it was not the script that answered. */
export function answerOf({ script }: InformerTrace, answeredBy: string | undefined): Answer | undefined {
  const [, kind, index] = /^(list|watch|watchList)\[(\d+)\]$/.exec(answeredBy ?? '') ?? [];
  return kind === 'list' || kind === 'watch' || kind === 'watchList' ? script[kind]?.[Number(index)] : undefined;
}
