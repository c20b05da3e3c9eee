import { isIP, isIPv4 } from 'node:net';

/** A name or a bracketed IPv6 address, and perhaps a port: no user, no path, nothing that two parsers read in two ways. */
const HOST = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::\d{1,5})?$/i;

/** The name or address in a `Host` header, in lower case, without port and brackets. Undefined: it is none. */
export function hostnameOf(host: string): string | undefined {
  const [, ipv6, name] = HOST.exec(host) ?? [];
  if (ipv6 !== undefined) return isIP(ipv6) === 6 ? ipv6.toLowerCase() : undefined;
  return name?.toLowerCase().replace(/(?<=.)\.$/, '');
}

/**
 * Whether a name or an address means this computer. `localhost` and what is below it always do: no public name server
 * has a word there (RFC 6761).
 */
export function isLoopback(name: string): boolean {
  if (isIPv4(name)) return name.startsWith('127.');
  return name === 'localhost' || name.endsWith('.localhost') || name === '::1' || name.startsWith('::ffff:127.');
}

/** Which names a server answers to. */
export interface HostRules {
  /** The host that it listens on. */
  readonly listening: string;
  /** Further names, as `hostRule` has checked them. */
  readonly allowed: readonly string[];
}

/**
 * Whether a server may answer to a name. A page that lets its own name lead to this computer (DNS rebinding) asks under
 * that name, so only known names are answered: loopback's, and those that are allowed. An address cannot be rebound; one
 * beyond loopback is taken where the server listens beyond loopback.
 */
export function answersTo(name: string, { listening, allowed }: HostRules): boolean {
  if (isLoopback(name) || name === listening) return true;
  if (isIP(name) !== 0) return !isLoopback(listening) || allowed.includes(name);
  return allowed.some((rule) => (rule.startsWith('.') ? name.endsWith(rule) : name === rule));
}

/**
 * One entry of `allowedHosts`, in lower case: a name or an address without a port; `.example.com` for all names below.
 *
 * @throws TypeError for anything else
 */
export function hostRule(entry: unknown): string {
  const text = typeof entry === 'string' ? entry.toLowerCase() : '';
  const name = text.startsWith('.') ? text.slice(1) : text;
  if (isIP(name) !== 0 || /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(name)) return text;
  throw new TypeError(
    `allowedHosts has ${JSON.stringify(entry)}: expected a name without scheme and port, such as "relay.example.com", or ".example.com" for all names below it`,
  );
}
