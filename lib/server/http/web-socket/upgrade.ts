import type { IncomingMessage } from 'node:http';
import { SUBPROTOCOL, WEB_SOCKET_PATH } from '../../../transport/index.js';
import { type ApiResponse, textResponse } from '../exchange.js';
import { headersOf } from '../request-head.js';

/** What is wrong with an upgrade whoever asks for it. */
export function misaddressed({ url = '', headers }: IncomingMessage): ApiResponse | undefined {
  if (url.split('?')[0] !== WEB_SOCKET_PATH) return textResponse(404, `WebSockets are served at ${WEB_SOCKET_PATH}\n`);
  const offered = headers['sec-websocket-protocol']?.split(',').map((name) => name.trim());
  if (offered?.includes(SUBPROTOCOL)) return undefined;
  return textResponse(400, `the subprotocol ${SUBPROTOCOL} is spoken here, and was not offered\n`);
}

/** Of an upgrade, and not of the requests that follow it. */
const OF_THE_UPGRADE =
  /^(connection|upgrade|accept|accept-encoding|te|trailer|transfer-encoding|content-.*|sec-websocket-.*)$/;

/** What an upgrade brings for each request on its WebSocket: cookies, credentials that a proxy adds, who asks. */
export function headersOfUpgrade(request: IncomingMessage): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(Object.entries(headersOf(request)).filter(([name]) => !OF_THE_UPGRADE.test(name)));
}
