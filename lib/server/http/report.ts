import process from 'node:process';
import { config } from 'rxjs';

/**
 * Tells whoever runs the server of a mistake in its own code, of which clients are told nothing: `config.onUnhandledError` of RxJS, in a task of
 * its own as RxJS does. Where the program has set none, RxJS would end the process, which no request may do: then it is a warning of Node's, on stderr.
 */
export function reportToOperator(error: unknown): void {
  const { onUnhandledError } = config;
  if (onUnhandledError === null) process.emitWarning(textOf(error), 'RxinformerWarning');
  else setTimeout(() => onUnhandledError(error));
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
