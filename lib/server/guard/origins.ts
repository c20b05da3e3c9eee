/** The headers by which browsers tell which page a request comes from. Names in lower case. */
export type FetchHeaders = Readonly<Record<string, string | undefined>>;

/**
 * Where a request comes from: no page, or a page that may read nothing by it; a page of this server; a page whose
 * origin is allowed; any other page.
 */
export type Provenance = 'none' | 'same' | 'allowed' | 'foreign';

/**
 * Judges by `Origin`, which browsers send with WebSockets and with all requests across origins that scripts can read, and by
 * `Sec-Fetch-Site` where there is no `Origin`, as for images and scripts. Programs that are no browsers send neither.
 * Whoever follows a link to this server is let in: the page that has the link sees nothing of it.
 *
 * @param host the `Host` header, which has been checked
 * @see https://www.w3.org/TR/fetch-metadata/
 */
export function provenanceOf(headers: FetchHeaders, host: string, allowed: ReadonlySet<string>): Provenance {
  const { origin } = headers;
  if (origin === undefined) return isForeignFetch(headers) ? 'foreign' : 'none';
  if (allowed.has(origin)) return 'allowed';
  return isSame(origin, host) ? 'same' : 'foreign';
}

function isForeignFetch(headers: FetchHeaders): boolean {
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return false;
  return !(headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document');
}

/** A proxy that ends TLS makes `https` of what is plain here, so the scheme counts for nothing but the default port. */
function isSame(origin: string, host: string): boolean {
  const [, scheme] = /^(https?):\/\//.exec(origin) ?? [];
  if (scheme === undefined) return false;
  const [theirs, ours] = [origin, `${scheme}://${host}`].map((text) => parsed(text)?.host);
  return theirs !== undefined && theirs === ours;
}

function parsed(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

/**
 * One entry of `allowedOrigins`, as browsers send it.
 *
 * @throws TypeError for what is no origin of one site: neither `*` nor `null`, which any page can have
 */
export function originRule(entry: unknown): string {
  const origin = typeof entry === 'string' ? parsed(entry)?.origin : undefined;
  if (origin !== undefined && /^https?:/.test(origin) && origin === String(entry).toLowerCase()) return origin;
  throw new TypeError(
    `allowedOrigins has ${JSON.stringify(entry)}: expected the origin of one site, such as "https://dashboard.example.com", without a path`,
  );
}
