import type { InformerStatus } from 'rxinformer';

/** Since when what is shown may be behind, in epoch milliseconds; undefined while it is live. */
export function staleSinceOf({ phase, since, staleSince, failure }: InformerStatus): number | undefined {
  if (staleSince !== undefined) return staleSince;
  return phase === 'live' && failure === undefined ? undefined : since;
}
