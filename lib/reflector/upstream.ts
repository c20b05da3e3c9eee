import type { Attempt } from './attempt.js';
import type { Failure } from './failure.js';
import type { FailureKind } from './failure-kind.js';

/** What a relay says of its own connection, where that is not well. */
export interface Upstream {
  /** When what it serves was last known to be true: epoch milliseconds. */
  readonly staleSince: number;
  readonly failure: Pick<Failure, 'kind' | 'message' | 'advice'>;
}

/** In the order of the type: the compiler refuses a list with a hole. */
const KINDS: Readonly<Record<FailureKind, true>> = {
  network: true,
  tls: true,
  timeout: true,
  silent: true,
  unauthorized: true,
  forbidden: true,
  notFound: true,
  expired: true,
  throttled: true,
  server: true,
  protocol: true,
  rejected: true,
};

/**
 * The header by which a relay says the same at the head of an answer, so that nobody takes a watch that has just begun for one of a relay that is
 * well: the annotation's text, percent-encoded.
 */
export const UPSTREAM_HEADER = 'rxinformer-upstream';

/** Characters of each text in the header: proxies on the way allow some KB for all headers. */
const MAX_HEADER_TEXT = 400;

/** Characters of the whole annotation, and of each of its texts. Messages of this project have some hundred. */
const MAX_ANNOTATION = 16 * 1024;
const MAX_TEXT = 2000;
/** What no sentence has, and a terminal or a log may obey. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** As the value of the annotation `rxinformer.dev/upstream`, for a bookmark. */
export function encodeUpstream({ staleSince, failure: { kind, message, advice } }: Upstream): string {
  const failure = { kind, message: message.slice(0, MAX_TEXT), advice: advice.slice(0, MAX_TEXT) };
  return JSON.stringify({ staleSince, failure });
}

/** As the value of the header `rxinformer-upstream`: its texts are cut, the bookmark that follows has all of them. */
export function encodeUpstreamHeader({ staleSince, failure: { kind, message, advice } }: Upstream): string {
  const failure = { kind, message: cut(message), advice: cut(advice) };
  return encodeURIComponent(encodeUpstream({ staleSince, failure }));
}

/** Half of a pair of characters cannot be encoded. */
function cut(text: string): string {
  return text.slice(0, MAX_HEADER_TEXT).replace(/[\ud800-\udfff]/g, '');
}

/** Reads that annotation; undefined: it is none. */
export function decodeUpstream(text: string): Upstream | undefined {
  const { staleSince, failure } = membersOf(text.length > MAX_ANNOTATION ? undefined : parsed(text));
  const { kind, message, advice } = membersOf(failure);
  const isTime = typeof staleSince === 'number' && Number.isFinite(staleSince) && staleSince >= 0;
  if (!isTime || !isKind(kind) || !isText(message) || !isText(advice)) return undefined;
  return { staleSince, failure: { kind, message: clean(message), advice: clean(advice) } };
}

/** The failure of an informer whose relay is cut off: everybody shall see that it is not the connection to the relay. */
export function upstreamFailure({ failure: { kind, message, advice } }: Upstream, { verb, url }: Attempt): Failure {
  return {
    kind,
    message: `${verb} ${url}: the relay is not well connected itself: ${message}`,
    advice: `At the relay: ${advice}`,
  };
}

/** A relay that says something of its upstream, which this side does not understand: so all is not well there. */
export function unreadUpstreamFailure({ verb, url }: Attempt): Failure {
  return {
    kind: 'protocol',
    message: `${verb} ${url}: the relay says that it is not well connected itself, in words that are not understood here`,
    advice: 'Look at the log of the relay. If its rxinformer is a newer one, update this side too.',
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function isKind(kind: unknown): kind is FailureKind {
  return typeof kind === 'string' && Object.hasOwn(KINDS, kind);
}

function isText(text: unknown): text is string {
  return typeof text === 'string' && text.length <= MAX_TEXT;
}

function clean(text: string): string {
  return text.replace(CONTROL, ' ').trim();
}
