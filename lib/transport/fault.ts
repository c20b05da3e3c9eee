import { chain, codeOf, messageOf } from './error-chain.js';
import { faultOfCode } from './fault-of-code.js';
import { TransportError } from './transport.js';

/**
 * What a failed request means, in words.
 *
 * @param place - host and port
 */
export function faultOf(error: unknown, place: string): TransportError {
  if (error instanceof TransportError) return error;
  const code = codeOf(error);
  const known = code === undefined ? undefined : faultOfCode(code, error, place);
  const { kind, message } = known ?? { kind: 'network', message: unknownMessage(error, code, place) };
  return new TransportError(kind, message, code, { cause: error });
}

function unknownMessage(error: unknown, code: string | undefined, place: string): string {
  const links = chain(error);
  const messages = (links.length === 0 ? [error] : links).map(messageOf).filter((message) => message !== '');
  return `the connection to ${place} failed: ${messages.at(-1) ?? code ?? 'nobody said why'}`;
}
