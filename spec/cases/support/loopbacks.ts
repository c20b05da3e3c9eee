import { afterEach } from '@jest/globals';
import type { Loopback } from '../../transport/support/loopback.js';

/** To be called in a `describe`: what it is given to keep is closed after each test, however the test ends. */
export function loopbacks(): (server: Promise<Loopback>) => Promise<Loopback> {
  const servers: Loopback[] = [];
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.close()));
  });
  return async (starting) => {
    const server = await starting;
    servers.push(server);
    return server;
  };
}
