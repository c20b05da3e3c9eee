import { WebSocket } from 'ws';
import { MAX_CLIENT_MESSAGE } from '../../../transport/index.js';

/** `ws` closes what breaks RFC 6455, or its limits, with a code alone: this says why. */
export class SpokenSocket extends WebSocket {
  override close(code?: number, reason: string | Buffer | undefined = wordsFor(code)): void {
    super.close(code, reason);
  }
}

function wordsFor(code: number | undefined): string | undefined {
  switch (code) {
    case 1002:
      return 'a frame is not such as RFC 6455 allows';
    case 1007:
      return 'a message is no UTF-8, or not compressed as was agreed';
    case 1008:
      return 'a message is in too many pieces';
    case 1009:
      return `a message is longer than ${MAX_CLIENT_MESSAGE} bytes`;
    default:
      return undefined;
  }
}
