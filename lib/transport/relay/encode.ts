import type { ClientMessage, ServerMessage } from './protocol.js';

/** Bytes before those of a body: the number of the stream, big-endian. */
export const DATA_HEADER = 4;

export function encodeClientMessage(message: ClientMessage): string {
  return JSON.stringify(message);
}

/** Of `data`, a binary message; of all else, a text. */
export function encodeServerMessage(message: ServerMessage): string | Uint8Array {
  switch (message.type) {
    case 'data':
      return encodeData(message.id, message.bytes);
    case 'head':
    case 'end':
    case 'error':
    case 'ping':
      return JSON.stringify(message);
  }
}

function encodeData(id: number, bytes: Uint8Array): Uint8Array {
  const message = new Uint8Array(DATA_HEADER + bytes.length);
  new DataView(message.buffer).setUint32(0, id);
  message.set(bytes, DATA_HEADER);
  return message;
}
