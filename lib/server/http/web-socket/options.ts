import type { SchedulerLike } from 'rxjs';

export interface WebSocketOptions {
  /** Requests under way on one WebSocket; more are answered with an error. Default: 512. */
  readonly maxStreams?: number;
  /** Headers that requests may bring beside `accept` and `authorization`, in lower case. Default: none. */
  readonly requestHeaders?: readonly string[];
  /**
   * Whether bodies are compressed that are worth it and asked for so: lists, to about an eighth. Watches never are. Default: true.
   */
  readonly compress?: boolean;
  /** For heartbeats. Default: RxJS's asyncScheduler. */
  readonly scheduler?: SchedulerLike;
}
