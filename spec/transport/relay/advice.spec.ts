import { expect, it } from '@jest/globals';
import { core, makeStatus } from '../../../lib/kubernetes/index.js';
import { transportFailure } from '../../../lib/reflector/failure.js';
import { statusFailure } from '../../../lib/reflector/index.js';
import { Requests } from '../../../lib/reflector/requests.js';
import type { WebSocketConstructor } from '../../../lib/transport/index.js';
import { relayTransport, type Transport, TransportError } from '../../../lib/transport/index.js';

const webSocket = class {} as unknown as WebSocketConstructor; // nothing is asked
const relay = relayTransport('https://relay.example', { webSocket });
const attemptAt = (transport: Transport) => new Requests({ transport, resource: core.pods }).attempt('list');
const answered = (code: number, message = 'no', transport: Transport = relay) =>
  statusFailure(makeStatus(code, '', message), attemptAt(transport)).advice;
const fault = (kind: TransportError['kind'], message = 'no') =>
  transportFailure(new TransportError(kind, message), attemptAt(relay)).advice;

it.each<[number, string, RegExp]>([
  [401, 'no', /^Send the relay a token that it knows/],
  [403, 'pods is forbidden: User "ana" cannot list', /^Ask whoever runs the relay for the right to list pods/],
  [403, 'pods is forbidden: this relay holds pods of the namespace shop only', /^Ask for what the relay holds/],
  [404, 'no', /^Give the relay an informer of pods .*--kinds of rxinformer serve/],
  [406, 'no', /ones that the relay knows/],
  [429, 'no', /^The relay asked for patience.*limits of the relay/],
  [500, 'no', /^Look at the log of the relay/],
  [503, 'no', /^Look at the log of the relay/],
])('after %d of a relay (%s) it is the relay that is looked at', (code, message, advice) => {
  expect(answered(code, message)).toMatch(advice);
  expect(answered(code, message)).not.toMatch(/ClusterRole|API server|kubeconfig|CRD/);
});

it.each<[TransportError['kind'], RegExp]>([
  ['network', /^See that the relay runs/],
  ['tls', /certificate of the relay/],
  ['timeout', /on the way to the relay/],
  ['credentials', /headers option of relayTransport/],
])('after a fault of the way to a relay (%s), too', (kind, advice) => {
  expect(fault(kind)).toMatch(advice);
});

it('what is true of every server is said as of every server', () => {
  expect(answered(410)).toBe('Nothing: the informer lists again.');
  expect(answered(302)).toMatch(/redirects are not followed/);
  expect(fault('network', 'answers with a redirect')).toMatch(/redirects are not followed/);
});
