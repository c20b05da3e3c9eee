import type { ListMeta, Status } from '../kubernetes/index.js';
import type { Budget } from './budget.js';
import type { ObjectEvent, ReflectorEvent, WatchEvent } from './events.js';
import type { Failure } from './failure.js';
import type { FailureKind } from './failure-kind.js';
import type { Mute } from './mute.js';
import type { Phase } from './status.js';
import type { Vain } from './vain.js';

/** One request of a list. Empty strings and 0 leave a parameter out. */
export interface ListRequest {
  readonly resourceVersion: string;
  readonly limit: number;
  readonly continue: string;
}

export interface WatchRequest {
  readonly resourceVersion: string;
  /** After which the server ends the watch: random, so that a thousand watches that began together do not end together. */
  readonly timeoutSeconds: number;
  /** Whether the objects that there are come first, up to a marked bookmark: a streamed list. */
  readonly initialEvents: boolean;
}

/** Whether a server streams lists of a resource. */
export type Streaming = 'unknown' | 'works' | 'fails';

/**
 * The longest time between two bookmarks of a watch, in milliseconds, or that they do not come regularly: a watch of such a server may
 * rightly be silent.
 */
export type Bookmarks = 'unknown' | 'irregular' | number;

/** What is known of a server, from all reflectors that use it. */
export interface Known {
  readonly streaming: Streaming;
  readonly bookmarks: Bookmarks;
  /** Of all reflectors that cannot reach the server, one leads: it goes on trying, and the others follow when it got through. */
  readonly leads: boolean;
}

/** What a reflector knows whatever it is doing. */
export interface Memory {
  /** How far the collection is known: where the next watch begins. Empty before the first list. */
  readonly resourceVersion: string;
  /** The server refused a list at `resourceVersion`: the next one asks for the newest state. */
  readonly unavailable: boolean;
  /** The first list really came in pages, so the server has no watch cache, and relists are paged too. */
  readonly paged: boolean;
  /** Streamed lists that failed since the last whole list: after some, lists are paged. */
  readonly streamFailures: number;
  readonly synced: boolean;
  /** Failures in a row, that is, since a watch was last healthy. */
  readonly attempt: number;
  /** Of what kind the last failure was, though it may be mended. */
  readonly lastKind: FailureKind | undefined;
  /** Watches that were given up as silent since the last event. */
  readonly silences: number;
  readonly vain: Vain;
  readonly mute: Mute;
  /** Lists in a row that were given up because nothing came. */
  readonly silentLists: number;
  readonly budget: Budget;
  /** What is wrong. While a watch is open that is a relay's own connection. */
  readonly failure: Failure | undefined;
  /** The browser says that there is no network, and nobody has answered since: what to say of requests that fail. */
  readonly offline: Failure | undefined;
  /** An object that the last list had to leave out: a failure that lasts while all else is well. */
  readonly defect: Failure | undefined;
  /** Since when nothing vouches for the snapshot; undefined while a watch is open, unless it is that of a relay which is cut off itself. */
  readonly staleSince: number | undefined;
  readonly phase: Phase;
  readonly since: number;
}

/** What to do when a wait is over. */
export type Next = 'list' | 'watch';

/** What a reflector is doing, each with just the data that this needs. */
export type State =
  | { readonly at: 'idle'; readonly memory: Memory }
  | {
      readonly at: 'listing';
      readonly memory: Memory;
      readonly request: ListRequest;
      /** The request of the first page. */
      readonly first: ListRequest;
      /** The list is at the resourceVersion of its first page. */
      readonly resourceVersion: string | undefined;
      readonly pages: number;
      /** In a row, up to this one. */
      readonly emptyPages: number;
      /** More than one page was to come, whatever became of that. */
      readonly inPages: boolean;
      readonly received: number;
      readonly remaining: number | undefined;
      /** The one repetition at the newest state, after 410 or "Too large resource version", was made. */
      readonly repeated: boolean;
    }
  | {
      /** A watch that begins with the objects that there are: they are collected until the marked bookmark comes. */
      readonly at: 'streaming';
      readonly memory: Memory;
      readonly requestedAt: number;
      readonly openedAt: number | undefined;
      readonly timeoutSeconds: number;
      /** How many events came. */
      readonly events: number;
      /** How many objects the list has so far. */
      readonly received: number;
      /** When the last object came that was added to the list. */
      readonly progressAt: number;
      /** An object that had to be left out. */
      readonly defect: Failure | undefined;
      /** As in a list. */
      readonly repeated: boolean;
    }
  | {
      readonly at: 'watching';
      readonly memory: Memory;
      /** The resourceVersion at which it began. */
      readonly from: string;
      readonly requestedAt: number;
      readonly openedAt: number | undefined;
      /** When the server ends it, at the latest, as it was asked to. */
      readonly timeoutSeconds: number;
      readonly events: number;
      /** When the last bookmark of this watch came. */
      readonly bookmarkedAt: number | undefined;
    }
  | {
      readonly at: 'waiting';
      readonly memory: Memory;
      readonly next: Next;
      readonly until: number;
      /** Until when the server asked for patience: nobody may cut that short. */
      readonly notBefore: number;
      /** No connection can be had: whoever else gets one ends the wait. */
      readonly unreachable: boolean;
      /** When the failure was that is waited after. */
      readonly failedAt: number;
    }
  | { readonly at: 'stopped'; readonly memory: Memory };

/** The server is a relay, whose own connection is not well. */
export interface UpstreamTrouble {
  readonly failure: Failure;
  /** When what the relay serves was last known to be true. */
  readonly staleSince: number;
}

/** What happens to a reflector. */
export type Input<T> =
  | { readonly type: 'start' }
  /** A page of the list is here, whole, its objects collected. `defect`: one that had to be left out. */
  | { readonly type: 'page'; readonly meta: ListMeta; readonly count: number; readonly defect?: Failure | undefined }
  /** The headers of a watch came, with status 200. `upstream`: what they say of a relay's own connection; undefined: nothing. */
  | { readonly type: 'opened'; readonly upstream?: UpstreamTrouble | undefined }
  | {
      readonly type: 'event';
      readonly event: WatchEvent<T>;
      readonly resourceVersion: string;
      /** A bookmark with the mark that ends a streamed list. */
      readonly initialEventsEnd?: boolean;
      /** Of a bookmark: what a relay says of its own connection; undefined: that is well. */
      readonly upstream?: UpstreamTrouble | undefined;
    }
  /** An event of a watch whose object the caller's own function refused. */
  | { readonly type: 'unfit'; readonly failure: Failure }
  /** The server answered a request with another status than 200, or sent an ERROR in a watch. */
  | {
      readonly type: 'refused';
      readonly status: Status;
      readonly failure: Failure;
      /** Retry-After, in milliseconds. */
      readonly retryAfterMs?: number | undefined;
    }
  /** A watch ended properly. `leftover`: what came last was no whole event. */
  | { readonly type: 'ended'; readonly leftover?: Failure | undefined }
  /** The connection broke, or could not be made. */
  | { readonly type: 'broken'; readonly failure: Failure }
  /** Nothing came for longer than the deadline. `since`: when the last byte came. */
  | { readonly type: 'silent'; readonly failure: Failure; readonly since: number }
  /** This process did not run for a while (a laptop asleep, SIGSTOP, a frozen tab): whatever was open then may be dead. */
  | { readonly type: 'woke'; readonly failure: Failure; readonly since: number }
  /** What came could not be understood. */
  | { readonly type: 'garbled'; readonly failure: Failure }
  | { readonly type: 'timer' }
  /** Another reflector got through to the server. */
  | { readonly type: 'reachable' }
  /** The user does not want to wait. */
  | { readonly type: 'retryNow' }
  | { readonly type: 'stop' };

/** What the shell is to do. A new request ends the one before. */
export type Effect<T> =
  | { readonly type: 'list'; readonly request: ListRequest; readonly silenceMs: number }
  | { readonly type: 'watch'; readonly request: WatchRequest; readonly silenceMs: number }
  /** From now on the connection may bring nothing for so long. */
  | { readonly type: 'allow'; readonly silenceMs: number }
  /** Look now whether the connection is silent, and not when its timer fires: that was held back. */
  | { readonly type: 'look' }
  | { readonly type: 'wait'; readonly ms: number }
  /** Forget the objects that were collected: they are not part of a whole list. */
  | { readonly type: 'discard' }
  /** Apply an event of a streamed list to what was collected. */
  | { readonly type: 'collect'; readonly event: ObjectEvent<T> }
  /** Remember, for others too, whether this server streams lists of this resource. */
  | { readonly type: 'learnStreaming'; readonly streaming: 'works' | 'fails' }
  /** Remember, for others too, how often bookmarks come. */
  | { readonly type: 'learnBookmarks'; readonly bookmarks: 'irregular' | number }
  /** Tell all that use this server that it cannot be reached, and be told when somebody gets through. */
  | { readonly type: 'unreachable' }
  /** Emit a `replace` with the objects that were collected. */
  | { readonly type: 'replace'; readonly resourceVersion: string }
  | { readonly type: 'emit'; readonly event: ReflectorEvent<T> }
  | { readonly type: 'close' };

/** Time, chance and what was learned elsewhere, which the function cannot have of its own. */
export interface Moment {
  readonly now: number;
  /** In [0, 1). */
  readonly random: number;
  readonly server: Known;
}

/** What stays the same for one reflector. */
export interface Settings {
  /** Objects a page; undefined: as client-go chooses (500, or none where the server's watch cache answers). */
  readonly pageSize: number | undefined;
  readonly watchList: 'auto' | 'always' | 'never';
  /** What the caller takes for silence; undefined: as it is prudent. */
  readonly silenceDeadlineMs: number | undefined;
  /** What to say of a server that ends watches at once with nothing in them, and of one that ends them all the time. */
  readonly emptyWatch: Failure;
  readonly hastyServer: Failure;
  /** What to say of a list whose pages lead nowhere. */
  readonly endlessList: Failure;
  /** What to say of a list without a resourceVersion. */
  readonly unversioned: Failure;
  /** What to say of a server that is at an older resourceVersion than the watch began at. */
  readonly wentBack: (from: string, to: string) => Failure;
}

export interface Step<T> {
  readonly state: State;
  readonly effects: readonly Effect<T>[];
}
