import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { kubeConfigTransport } from '../../../lib/transport/node/index.js';
import { failureOf, fetched, hear } from '../support/heard.js';
import { kubeConfigFor } from '../support/kube-configs.js';
import { Loopback } from '../support/loopback.js';

describe('proxy-url', () => {
  let server: Loopback;
  let proxy: Server;
  beforeEach(async () => {
    server = await Loopback.https((_, response) => response.end('hello'));
  });
  afterEach(async () => {
    await server.close();
    proxy.close();
  });

  async function listen(started: Server): Promise<number> {
    proxy = started;
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    return (proxy.address() as AddressInfo).port;
  }

  /** Joins a client to the server that it asked for. */
  function join(client: Socket, port: number, host: string, joined: () => void): void {
    const upstream = connect(port, host, () => {
      joined();
      upstream.pipe(client).pipe(upstream);
    });
    client.on('error', () => upstream.destroy());
    upstream.on('error', () => client.destroy());
  }

  const transportBy = (proxyUrl: string) => kubeConfigTransport(kubeConfigFor(server, { token: 'abc' }, { proxyUrl }));

  it('is followed through an HTTP proxy, with its user name and password', async () => {
    const asked: (string | undefined)[] = [];
    const http = createHttpServer().on('connect', (request, client: Socket) => {
      asked.push(request.url, request.headers['proxy-authorization']);
      join(client, server.port, '127.0.0.1', () => client.write('HTTP/1.1 200 OK\r\n\r\n'));
    });
    const port = await listen(http);
    expect(await fetched(transportBy(`http://joe:pw@127.0.0.1:${port}`), { path: '/' })).toMatchObject({
      text: 'hello',
    });
    expect(asked).toEqual([server.place, `Basic ${Buffer.from('joe:pw').toString('base64')}`]);
    expect(server.requests[0]?.headers.authorization).toBe('Bearer abc');
  });

  it('is followed through a SOCKS proxy', async () => {
    const socks = createServer((client) => {
      client.once('data', () => {
        client.write(Buffer.from([5, 0]));
        client.once('data', (request) => {
          const host = [...request.subarray(4, 8)].join('.');
          join(client, request.readUInt16BE(8), host, () => client.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0])));
        });
      });
    });
    const port = await listen(socks);
    expect(await fetched(transportBy(`socks5://127.0.0.1:${port}`), { path: '/' })).toMatchObject({ text: 'hello' });
  });

  it('is named when it refuses, without its password', async () => {
    const http = createHttpServer().on('connect', (_, client: Socket) =>
      client.end('HTTP/1.1 407 Who are you?\r\n\r\n'),
    );
    const port = await listen(http);
    const error = await failureOf(transportBy(`http://joe:secret@127.0.0.1:${port}`), { path: '/' });
    expect(error).toMatchObject({
      kind: 'network',
      message: `the connection to ${server.place}, by way of the proxy 127.0.0.1:${port} failed: Bad response: 407`,
    });
  });

  it('L9: unsubscribing while the proxy still thinks leaves no connection behind', async () => {
    let answer = () => {};
    const thinking = createHttpServer();
    const asked = new Promise<Socket>((resolve) => {
      thinking.on('connect', (_, client: Socket) => {
        answer = () => join(client, server.port, '127.0.0.1', () => client.write('HTTP/1.1 200 OK\r\n\r\n'));
        resolve(client);
      });
    });
    const port = await listen(thinking);
    const exchange = hear(transportBy(`http://127.0.0.1:${port}`).request({ path: '/' }));
    const client = await asked;
    exchange.subscription.unsubscribe();
    answer();
    await server.until(({ opened }) => opened === 1);
    await server.until(({ sockets }) => sockets.size === 0);
    if (!client.closed) await once(client, 'close');
    expect([exchange.values, exchange.over, server.requests]).toEqual([[], false, []]);
  });

  it.each(['ftp://proxy.example', 'proxy.example:3128'])('throws for the proxy %s', async (proxyUrl) => {
    await listen(createServer());
    expect(() => transportBy(proxyUrl)).toThrow(/^kubeConfig: the proxy-url of cluster "loopback" must begin with/);
  });
});
