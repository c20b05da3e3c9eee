import type { IncomingMessage } from 'node:http';
import type { RequestHead } from '../guard/index.js';

/** Names in lower case; what came more than once in one text. */
export function headersOf({ headers }: IncomingMessage): Readonly<Record<string, string | undefined>> {
  const texts = Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join() : value]);
  return Object.fromEntries(texts);
}

/** What a guard judges by. */
export function headOf(request: IncomingMessage): RequestHead {
  const { method = 'GET', rawHeaders } = request;
  const names = rawHeaders.filter((_, i) => i % 2 === 0);
  const hosts = names.filter((name) => name.toLowerCase() === 'host').length;
  return { method, headers: headersOf(request), hosts, count: names.length };
}
