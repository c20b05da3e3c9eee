/**
 * What is wrong between an informer and its server.
 *
 * - `network`: no connection, or it broke
 * - `tls`: the certificate or the handshake was refused
 * - `timeout`: no connection, or no answer, in time
 * - `silent`: a connection that brought nothing for longer than the deadline, and was given up
 * - `unauthorized`: 401, or credentials could not be had
 * - `forbidden`: 403
 * - `notFound`: 404, the resource is not served there
 * - `expired`: the history that was asked for is gone: 410, or a server that was restored to an older state
 * - `throttled`: 429
 * - `server`: 5xx
 * - `protocol`: the server sent what could not be understood, or a redirect, which is not followed with credentials; or your
 *   transport did what no transport does
 * - `rejected`: any other 4xx
 */
export type FailureKind =
  | 'network'
  | 'tls'
  | 'timeout'
  | 'silent'
  | 'unauthorized'
  | 'forbidden'
  | 'notFound'
  | 'expired'
  | 'throttled'
  | 'server'
  | 'protocol'
  | 'rejected';
