/** Where an API server is: the part of every URL that a request's path is appended to. */
export interface BaseUrl {
  /** Without a slash at its end, without credentials: `https://proxy.example/k8s/clusters/c1`. */
  readonly url: string;
  /** `http:` or `https:`. */
  readonly protocol: 'http:' | 'https:';
  /** As a socket wants it: an IPv6 address has no brackets. */
  readonly hostname: string;
  readonly port: number;
  /** Empty, or with a slash at its beginning and none at its end: `/k8s/clusters/c1`. */
  readonly path: string;
  /** Host and port, for messages: `10.0.0.1:6443`, `[::1]:443`. */
  readonly place: string;
}

/**
 * Reads a base URL. In a browser a relative one is relative to the page.
 *
 * @param option - what the caller calls it, for messages
 * @throws TypeError when it is no http or https URL, or has parts that cannot be kept. Its message shows no user name,
 *   password or query.
 */
export function parseBaseUrl(given: unknown, option: string): BaseUrl {
  const value = isUrl(given) ? given.href : given;
  if (typeof value !== 'string')
    throw new TypeError(
      `${option}: ${value === undefined ? 'missing; give' : `${String(value)} is not`} a URL such as https://10.0.0.1:6443`,
    );
  const shown = withoutSecrets(value);
  const url = parse(value);
  if (url === undefined) throw new TypeError(`${option}: ${shown} is not a URL such as https://10.0.0.1:6443`);
  const protocol = url.protocol;
  if (protocol !== 'http:' && protocol !== 'https:') {
    throw new TypeError(`${option}: ${shown} begins with ${protocol}, but must with https: or http:`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new TypeError(
      `${option}: ${shown} holds a user name or a password, which would show in messages: send them as a header`,
    );
  }
  if (url.search !== '' || url.hash !== '') {
    throw new TypeError(`${option}: ${shown} has a query or a fragment; only a host and a path can be kept`);
  }
  const path = url.pathname.replace(/\/+$/, '');
  const port = url.port === '' ? (protocol === 'https:' ? 443 : 80) : Number(url.port);
  const hostname = url.hostname.replace(/^\[|\]$/g, '');
  return { url: url.origin + path, protocol, hostname, port, path, place: `${url.hostname}:${port}` };
}

/** Of whichever realm. */
function isUrl(value: unknown): value is URL {
  return Object.prototype.toString.call(value) === '[object URL]';
}

function parse(value: string): URL | undefined {
  try {
    return new URL(value, globalThis.location?.href);
  } catch {
    return undefined;
  }
}

function withoutSecrets(url: string): string {
  return `"${url.replace(/\/\/[^/?#]*@/, '//…@').replace(/[?#].*$/s, '?…')}"`;
}
