/**
 * What was done in vain: whole lists whose watch brought nothing, and watches that ended by themselves since the last of those lists. A
 * watch is not in vain when it brought an event or a bookmark, or was healthy.
 */
export interface Vain {
  readonly lists: number;
  readonly watches: number;
}

export const NOT_IN_VAIN: Vain = { lists: 0, watches: 0 };

/** Until its watch proves the opposite. */
export function listedInVain({ lists }: Vain): Vain {
  return { lists: lists + 1, watches: 0 };
}

export function watchedInVain({ lists, watches }: Vain): Vain {
  return { lists, watches: watches + 1 };
}

/**
 * Whether the versions that lists give are to be doubted. client-go relists at the version that it knows, which any cache may answer; one
 * that lags behind what the server has forgotten answers with that same version for ever (kubernetes#129266).
 */
export const isVersionDoubtful = ({ lists }: Vain): boolean => lists >= 2;

/** Whether servers that end watches early, and say nothing in them, do not know the cursor any more and do not say so (kubernetes#104171). */
export const isCursorDoubtful = ({ watches }: Vain): boolean => watches >= 3;

/** Whether watches fail whatever is listed. Then they wait for their turn as lists do, so that half as much is asked of the server. */
export const isWatchHopeless = ({ lists }: Vain): boolean => lists >= 5;
