import { ANYTHING, COUNT, checkGiven, LONGEST_MS, optional, type Rules } from '../../reflector/index.js';
import type { GuardOptions } from '../guard/index.js';
import type { ListenOptions } from './listening.js';

/** How a server serves over HTTP: where, whom, and how much at a time. */
export interface HttpOptions extends ListenOptions, GuardOptions {
  /**
   * Connections at a time, WebSockets included. One more is answered with 503 and closed. Default: 4,096.
   */
  readonly maxConnections?: number;
  /**
   * Connections of one client at a time: an IPv4 address, or the /64 network of an IPv6 address. One more is answered
   * with 429 and closed. Default: 1,024. All who come through one proxy are one client.
   */
  readonly maxConnectionsPerClient?: number;
  /**
   * Milliseconds within which the head of a request must have come; its body has three times as long. Who is slower is
   * answered with 408 and closed. Default: 10,000.
   */
  readonly headersTimeoutMs?: number;
  /**
   * Milliseconds after which a client is cut off that takes none of what is sent to it. Default: 60,000.
   */
  readonly stalledMs?: number;
}

const TIME = optional(
  (value) => typeof value === 'number' && value >= 1 && value <= LONGEST_MS,
  `is no number of milliseconds, from 1 to ${LONGEST_MS} (24 days)`,
);
const LIST = optional(Array.isArray, 'is no list of texts');

const RULES = {
  port: ANYTHING,
  host: optional((value) => typeof value === 'string' && value !== '', 'is no name or address of this computer'),
  allowedHosts: LIST,
  allowedOrigins: LIST,
  maxConnections: COUNT,
  maxConnectionsPerClient: COUNT,
  headersTimeoutMs: TIME,
  stalledMs: TIME,
} satisfies Rules & Record<keyof HttpOptions, unknown>;

/** @throws TypeError that names an option which cannot be, or which there is not */
export function checkHttpOptions(options: HttpOptions): void {
  checkGiven('listen', options, RULES);
}
