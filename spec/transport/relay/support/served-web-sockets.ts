import { Subscription } from 'rxjs';
import type { Transport } from '../../../../lib/transport/index.js';
import { type FakeWebSocket, FakeWebSockets } from './fake-web-socket.js';

/** WebSockets, in virtual time, to a server that answers what a transport answers; a test may close them as it likes. */
export class ServedWebSockets extends FakeWebSockets {
  constructor(transport: Transport) {
    super();
    this.opened$.subscribe((socket) => serve(socket, transport));
  }
}

function serve(socket: FakeWebSocket, transport: Transport): void {
  const streams = new Map<number, Subscription>();
  socket.said$.subscribe((message) => {
    if (message.type === 'cancel') streams.get(message.id)?.unsubscribe();
    if (message.type === 'request') streams.set(message.id, answer(socket, transport, message.id, message.path));
  });
  socket.ended$.subscribe(() => {
    for (const stream of streams.values()) stream.unsubscribe();
  });
  queueMicrotask(() => socket.open());
}

function answer(socket: FakeWebSocket, transport: Transport, id: number, path: string): Subscription {
  const stream = new Subscription();
  const error = ({ message }: Error) => socket.say({ type: 'error', id, message });
  stream.add(
    transport.request({ path }).subscribe({
      next: ({ status, headers, body$ }) => {
        socket.say({ type: 'head', id, status, headers });
        stream.add(
          body$.subscribe({
            next: (bytes) => socket.say({ type: 'data', id, bytes }),
            error,
            complete: () => socket.say({ type: 'end', id }),
          }),
        );
      },
      error,
    }),
  );
  return stream;
}
