import { describe, expect, it } from '@jest/globals';
import { DecodeError, TransformError } from '../../lib/codec/index.js';
import { makeStatus } from '../../lib/kubernetes/index.js';
import type { Attempt } from '../../lib/reflector/attempt.js';
import {
  decodeFailure,
  emptyWatchFailure,
  endlessListFailure,
  hastyServerFailure,
  silentFailure,
  statusFailure,
  transformFailure,
  transportFailure,
} from '../../lib/reflector/failure.js';
import { TransportError } from '../../lib/transport/index.js';

const attempt: Attempt = {
  verb: 'list',
  url: 'http://k8s/api/v1/pods',
  resource: { group: '', version: 'v1', plural: 'pods' },
};
const SAID = ['The list is too old.', 'is it?', 'too old', 'two\n'];

describe('a failure', () => {
  it.each([
    ...SAID.flatMap((said) => [
      statusFailure(makeStatus(500, '', said), attempt),
      statusFailure(makeStatus(403, 'Forbidden', said), attempt),
      transportFailure(new TransportError('network', said), attempt),
      transportFailure(new TransportError('credentials', said), attempt),
      decodeFailure(new DecodeError(said), attempt),
      transformFailure(new TransformError(said), attempt),
    ]),
    silentFailure(1000, attempt),
    emptyWatchFailure(attempt),
    endlessListFailure(attempt),
    hastyServerFailure(attempt),
  ])('is a message without a full stop, and an advice that ends its last sentence: $message', ({ message, advice }) => {
    expect(message).toMatch(/^list http:\/\/k8s\/api\/v1\/pods:.*[^.\s]$/);
    expect(advice).toMatch(/^[A-Z].*[.\]]$/);
  });
});
