import { describe, expect, it } from '@jest/globals';
import { requireAuthorizeBeyondLoopback } from '../../../lib/server/guard/exposure.js';

describe('a server without authorize', () => {
  it.each(['127.0.0.1', '127.0.0.2', 'localhost', '::1'])('may listen on loopback: %s', (host) => {
    expect(() => requireAuthorizeBeyondLoopback('the relay', host, undefined)).not.toThrow();
  });

  it.each(['0.0.0.0', '::', '10.0.0.1', 'relay.example.com', '127.evil.example', ''])(
    'may not listen beyond it, and is told what to do: %j',
    (host) => {
      expect(() => requireAuthorizeBeyondLoopback('the relay', host, undefined)).toThrow(
        `host is ${JSON.stringify(host)}, and there is no authorize: whoever reaches this computer could read everything. Give the relay an authorize (clusterAuthorizer`,
      );
      expect(() => requireAuthorizeBeyondLoopback('the relay', host, () => {})).not.toThrow();
    },
  );
});
