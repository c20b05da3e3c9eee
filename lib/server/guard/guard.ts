import { makeStatus, type StatusReason } from '../../kubernetes/index.js';
import { type ApiResponse, jsonResponse, textResponse } from '../http/exchange.js';
import { statusJson } from '../http/status-response.js';
import { answersTo, type HostRules, hostnameOf, hostRule } from './hosts.js';
import { originRule, type Provenance, provenanceOf } from './origins.js';

/** Whom a server answers. */
export interface GuardOptions {
  /**
   * Names under which the server is reached, beside loopback's: `relay.example.com`, or `.example.com` for all names
   * below. Default: none. What asks under another name is refused with 403, since a page may let its own name lead here
   * (DNS rebinding).
   */
  readonly allowedHosts?: readonly string[];
  /**
   * Origins of other sites whose pages may read from this server, such as `https://dashboard.example.com`. Default:
   * none: only its own pages, and programs that are no browsers.
   */
  readonly allowedOrigins?: readonly string[];
}

/** What a guard is for. */
export interface GuardSurroundings {
  /** For messages, such as `the relay`. */
  readonly name: string;
  /** The host that the server listens on. */
  readonly listening: string;
  /** Whether the server only reads. */
  readonly readOnly: boolean;
  /** Whether it answers to any name. Default: to loopback's names and those that are allowed. */
  readonly anyHost?: boolean;
}

/** A request before its body: what came in its head. */
export interface RequestHead {
  readonly method: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** How many `Host` headers there were. Two: whoever stands in between may have read the other one. */
  readonly hosts: number;
  /** How many headers there were in all. */
  readonly count: number;
}

/** What a guard says of a request: go on, or the answer to it; and headers that any answer to it shall have. */
export interface Verdict {
  readonly answer: ApiResponse | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

/** Headers of one request. */
const MAX_HEADERS = 100;

const READ = ['GET', 'HEAD', 'OPTIONS'];
const WRITE = ['POST', 'PUT', 'PATCH', 'DELETE'];

/** For answers that say nothing else: no guessing of types, no caches, no frames around, no other site's tags. */
const HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
};

/**
 * Stands in front of every request and every WebSocket, and decides by the head alone: the name that it was sent to, the page that it
 * comes from, its method, and whether it brings a body that nobody wants.
 */
export class Guard {
  private readonly hosts: HostRules;
  private readonly origins: ReadonlySet<string>;
  private readonly methods: readonly string[];

  /** @throws TypeError for an entry of `allowedHosts` or `allowedOrigins` that is none */
  constructor(
    private readonly surroundings: GuardSurroundings,
    { allowedHosts = [], allowedOrigins = [] }: GuardOptions,
  ) {
    const { listening, readOnly } = surroundings;
    this.hosts = { listening: hostnameOf(listening) ?? listening, allowed: allowedHosts.map(hostRule) };
    this.origins = new Set(allowedOrigins.map(originRule));
    this.methods = readOnly ? READ : [...READ, ...WRITE];
  }

  judge(head: RequestHead): Verdict {
    const { host = '' } = head.headers;
    const refused = refusedCount(head.count) ?? this.refusedHost(head.hosts, host);
    if (refused !== undefined) return { answer: refused, headers: HEADERS };
    const provenance = provenanceOf(head.headers, host, this.origins);
    const headers = { ...HEADERS, ...this.corsOf(provenance, head) };
    return { answer: this.refusedOrigin(provenance, head) ?? this.ownAnswer(head), headers };
  }

  private refusedHost(hosts: number, host: string): ApiResponse | undefined {
    const name = hosts === 1 ? hostnameOf(host) : undefined;
    if (name === undefined)
      return refusal(400, 'BadRequest', 'the request has no Host header, more than one, or one that is no host');
    if (this.surroundings.anyHost === true || answersTo(name, this.hosts)) return undefined;
    return refusal(
      403,
      'Forbidden',
      `${this.surroundings.name} does not answer to the host ${shown(name)}: if that is one of its names, put it into allowedHosts`,
    );
  }

  private refusedOrigin(provenance: Provenance, { headers }: RequestHead): ApiResponse | undefined {
    if (provenance !== 'foreign') return undefined;
    const page = headers.origin === undefined ? 'another site' : `the origin ${shown(headers.origin)}`;
    return refusal(
      403,
      'Forbidden',
      `${this.surroundings.name} does not answer to pages of ${page}: if they may read from it, put their origin into allowedOrigins`,
    );
  }

  /** What the guard answers itself: preflights, and what no request may be. */
  private ownAnswer({ method, headers }: RequestHead): ApiResponse | undefined {
    const { name, readOnly } = this.surroundings;
    const allow = this.methods.join(', ');
    if (method === 'OPTIONS') return textResponse(204, '', { allow });
    if (!this.methods.includes(method)) {
      const words = readOnly ? `${name} only reads: it takes ${allow}` : `${name} takes ${allow}`;
      return withHeaders(refusal(405, 'MethodNotAllowed', words), { allow });
    }
    if (!readOnly) return undefined;
    if (bringsBody(headers)) return refusal(413, 'RequestEntityTooLarge', `${name} only reads: it takes no body`);
    if (Object.keys(headers).some((header) => header.startsWith('impersonate-')))
      return refusal(403, 'Forbidden', `${name} lets nobody act as somebody else: leave out the Impersonate headers`);
    return undefined;
  }

  private corsOf(provenance: Provenance, { method, headers }: RequestHead): Readonly<Record<string, string>> {
    // Caches are told that the answer depends on the origin, also where it allows none.
    const vary = this.origins.size === 0 ? {} : { vary: 'origin' };
    const { origin } = headers;
    if (provenance !== 'allowed' || origin === undefined) return vary;
    const allowed = {
      ...vary,
      'access-control-allow-origin': origin,
      'access-control-expose-headers': 'retry-after, warning, rxinformer-upstream',
    };
    if (method !== 'OPTIONS') return allowed;
    return {
      ...allowed,
      'access-control-allow-methods': this.methods.join(', '),
      'access-control-allow-headers': 'authorization, accept, content-type',
      'access-control-max-age': '600',
      ...(headers['access-control-request-private-network'] !== undefined && {
        'access-control-allow-private-network': 'true',
      }),
    };
  }
}

function refusedCount(count: number): ApiResponse | undefined {
  if (count <= MAX_HEADERS) return undefined;
  return refusal(431, '', `the request has ${count} headers: at most ${MAX_HEADERS} are taken`);
}

function bringsBody(headers: RequestHead['headers']): boolean {
  return headers['transfer-encoding'] !== undefined || !/^0*$/.test(headers['content-length'] ?? '');
}

/** What a stranger sent, fit for a message. */
function shown(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text);
}

export function refusal(code: number, reason: StatusReason, message: string): ApiResponse {
  return jsonResponse(code, statusJson(makeStatus(code, reason, message)));
}

/** An answer with further headers, which yield to its own; what it varies by adds up. */
export function withHeaders(answer: ApiResponse, headers: Readonly<Record<string, string>>): ApiResponse {
  const vary = [headers.vary, answer.headers.vary].filter((value) => value !== undefined).join(', ');
  return { ...answer, headers: { ...headers, ...answer.headers, ...(vary !== '' && { vary }) } };
}
