import { codeOf, messageOf } from '../error-chain.js';
import { TransportError } from '../transport.js';
import type { KubeConfigUser } from './kube-config.js';

/** An exec plugin may print a page; its first words say enough. */
const MAX_SAID = 300;

/**
 * Says why there are no credentials. It keeps no cause: what client-node throws may quote a plugin's output, its
 * arguments, or a malformed token.
 */
export function credentialsFault(error: unknown, user: KubeConfigUser | null): TransportError {
  if (error instanceof TransportError) return error;
  return new TransportError('credentials', reason(error, user), codeOf(error));
}

function reason(error: unknown, user: KubeConfigUser | null): string {
  const owner = user === null ? 'the current context' : `user "${user.name}"`;
  const file = fileOf(error);
  if (file !== undefined) return `${file}, which the kubeconfig names, cannot be read (${codeOf(error)})`;
  const command = commandOf(user);
  if (command !== undefined) return execReason(error, command, owner);
  return `no credentials for ${owner}: ${error instanceof SyntaxError ? 'what it holds is malformed' : said(error)}`;
}

function execReason(error: unknown, command: string, owner: string): string {
  const plugin = `the exec plugin ${JSON.stringify(command)} of ${owner}`;
  if (codeOf(error) === 'ENOENT') return `${plugin} was not found; install it, or mend users[].user.exec.command`;
  if (codeOf(error) === 'EACCES') return `${plugin} may not be run`;
  // What it did print may hold a token, of which the messages of JSON.parse show a part.
  if (error instanceof SyntaxError || error instanceof TypeError) return `${plugin} did not print an ExecCredential`;
  return `${plugin} failed: ${said(error)}`;
}

function said(error: unknown): string {
  const text = messageOf(error).trim().replace(/\s+/g, ' ');
  if (text === '') return 'it did not say why';
  return text.length > MAX_SAID ? `${text.slice(0, MAX_SAID)}…` : text;
}

/** The file that could not be read, where that is what happened. */
function fileOf(error: unknown): string | undefined {
  const path = field(error, 'path');
  return typeof path === 'string' && /^(open|read)$/.test(String(field(error, 'syscall'))) ? path : undefined;
}

/** Newer kubeconfigs have it in the user's entry, old ones in an auth provider. */
function commandOf(user: KubeConfigUser | null): string | undefined {
  const exec = field(user, 'exec') ?? field(field(field(user, 'authProvider'), 'config'), 'exec');
  const command = field(exec, 'command');
  return typeof command === 'string' ? command : undefined;
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
