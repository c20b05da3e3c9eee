/** What can go wrong with one request. Plain JSON, so that a list of them can be kept and played again. */
export type RequestFault =
  // ---- refused
  /** Answered with this HTTP status, and a `Status` of it; the request is not carried out. */
  | { readonly type: 'refuse'; readonly code: number; readonly retryAfterSeconds?: number }
  /** 410: as the HTTP status, or as an `ERROR` within a watch that was answered with 200. */
  | { readonly type: 'expire'; readonly as: 'status' | 'event'; readonly reason: 'Expired' | 'Gone' }
  /** An `ERROR` of this code within a watch, after so many milliseconds. */
  | {
      readonly type: 'errorEvent';
      readonly code: number;
      readonly afterMs: number;
      readonly retryAfterSeconds?: number;
    }
  /** A later page of a list is refused with 410, with a token to go on at the newest state, or without. */
  | { readonly type: 'expireToken'; readonly inconsistent: boolean }
  // ---- cut
  /** No connection (ECONNREFUSED); the request is not carried out. */
  | { readonly type: 'refuseConnection' }
  /** The request is carried out, and the connection breaks before the answer. */
  | { readonly type: 'loseAnswer' }
  /** The connection is accepted, and nothing is ever said. */
  | { readonly type: 'hang' }
  /** The connection breaks after so many bytes of the body. */
  | { readonly type: 'reset'; readonly afterBytes: number }
  /** The body ends properly after so many bytes, as from a proxy whose server was cut off. */
  | { readonly type: 'truncate'; readonly afterBytes: number }
  /** After so many bytes of the body nothing comes any more, and nobody says so. */
  | { readonly type: 'blackHole'; readonly afterBytes: number }
  /** A watch ends properly after so many milliseconds. */
  | { readonly type: 'endWatch'; readonly afterMs: number }
  // ---- late
  /** The answer comes so many milliseconds late. */
  | { readonly type: 'delay'; readonly ms: number }
  /** Every byte of the body comes so many milliseconds late, as from a replica that lags. */
  | { readonly type: 'lag'; readonly ms: number }
  /** So many bytes a second at most. */
  | { readonly type: 'slow'; readonly bytesPerSecond: number }
  // ---- cut up
  /** The body comes in pieces, torn at any byte, with and without time between them. */
  | { readonly type: 'tear'; readonly seed: number }
  /** What comes within so many milliseconds comes at once, in one chunk. */
  | { readonly type: 'merge'; readonly ms: number }
  // ---- wrong
  /** The so many-th frame of a watch is replaced by what is no frame. */
  | { readonly type: 'garble'; readonly frame: number; readonly with: 'html' | 'json' | 'unknownType' | 'noName' }
  /** Every so many-th frame of a watch comes twice. */
  | { readonly type: 'repeat'; readonly every: number }
  /** A watch begins so many versions before what it was asked for, and tells again what is known. */
  | { readonly type: 'rewind'; readonly versions: number }
  /** A watch brings no bookmarks. */
  | { readonly type: 'dropBookmarks' }
  /** A list is read at a replica that is so many versions behind; what it may not answer it refuses as too large (504). */
  | { readonly type: 'stale'; readonly versions: number }
  /** Pages have at most so many objects, whatever was asked for. */
  | { readonly type: 'shortPages'; readonly limit: number }
  /**
   * A streamed list (`sendInitialEvents`) from a server or a proxy that does not really know it: the parameter is ignored; it is refused;
   * the bookmark at its end does not come, or comes without its annotation; the stream ends before it.
   */
  | {
      readonly type: 'streamedList';
      readonly trap: 'ignored' | 'refused400' | 'refused422' | 'noBookmark' | 'unmarked' | 'endsBefore';
    };

/** What can happen to the whole server, or to the way to it. */
export type ServerFault =
  /** Every connection is reset. */
  | { readonly type: 'cut' }
  /** All versions but the newest so many are forgotten. */
  | { readonly type: 'compact'; readonly keep: number }
  /** The server is gone for so many milliseconds, and forgets the past if it is so. */
  | { readonly type: 'restart'; readonly downMs: number; readonly forgets: boolean }
  /** The server stops (SIGSTOP): what it is sent and what it says waits for so many milliseconds. */
  | { readonly type: 'freeze'; readonly ms: number }
  /** For so many milliseconds every packet is lost. Connections of before never hear anything again. */
  | { readonly type: 'partition'; readonly ms: number }
  /** The server is restarted from a backup that is so many versions old: resourceVersions go back. */
  | { readonly type: 'restore'; readonly versions: number }
  /** So many milliseconds pass at once, as in a laptop that sleeps. Only with a `TestClock`. */
  | { readonly type: 'sleep'; readonly ms: number };

export type Fault = RequestFault | ServerFault;

/** The name of a fault. */
export type FaultType = Fault['type'];

/** A fault that is to happen, or that did: to the so many-th request (from 1), or at a time in milliseconds since the server was made. */
export type PlannedFault =
  | { readonly request: number; readonly fault: RequestFault }
  | { readonly at: number; readonly fault: ServerFault };

const SERVER_FAULTS: Readonly<Record<ServerFault['type'], true>> = {
  cut: true,
  compact: true,
  restart: true,
  freeze: true,
  partition: true,
  restore: true,
  sleep: true,
};

export function isServerFault(fault: Fault): fault is ServerFault {
  return Object.hasOwn(SERVER_FAULTS, fault.type);
}
