import { hostnameOf, isLoopback } from './hosts.js';

/**
 * Keeps a server that lets everybody in on this computer.
 *
 * @param name for the message, such as `the relay`
 * @throws TypeError that names the option and says what to do
 */
export function requireAuthorizeBeyondLoopback(name: string, host: string, authorize: unknown): void {
  if (authorize !== undefined || isLoopback(hostnameOf(host) ?? host)) return;
  throw new TypeError(
    `host is ${JSON.stringify(host)}, and there is no authorize: whoever reaches this computer could read everything. Give ${name} an authorize ` +
      '(clusterAuthorizer({ transport }) asks the cluster), or leave host out, and it is reached from this computer only',
  );
}
