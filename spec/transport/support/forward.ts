import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { ApiResponse, BodySink } from '../../../lib/server/http/exchange.js';
import type { Handler } from '../../../lib/server/http/handler.js';

/** Answers what a server on loopback answers to the same request over HTTP, and as fast. */
export function forward(port: () => number): Handler {
  return ({ target, headers }) =>
    new Promise((resolve) => {
      const { accept } = headers;
      const request = httpRequest({
        ...{ host: '127.0.0.1', port: port(), path: target, agent: false },
        headers: accept === undefined ? {} : { accept },
      });
      request.on('response', (message) => resolve(responseOf(message)));
      request.on('error', () => resolve({ status: 200, headers: {}, body: broken }));
      request.end();
    });
}

function responseOf(message: IncomingMessage): ApiResponse {
  const { statusCode: status = 0, headers } = message;
  const texts = Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]);
  const body = (sink: BodySink) => {
    message.on('data', (chunk: Buffer) => {
      if (!sink.write(chunk)) message.pause();
    });
    message.on('end', () => sink.end());
    message.on('error', () => sink.abort());
    return { resume: () => message.resume(), stop: () => message.destroy() };
  };
  return { status, headers: Object.fromEntries(texts), body };
}

function broken(sink: BodySink) {
  sink.abort();
  return { resume: () => {}, stop: () => {} };
}
