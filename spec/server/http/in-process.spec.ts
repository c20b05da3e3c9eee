import { describe, expect, it } from '@jest/globals';
import { take } from 'rxjs';
import { core } from '../../../lib/kubernetes/index.js';
import { TransportError, type TransportResponse } from '../../../lib/transport/index.js';
import { TestClock } from '../../support/virtual-time.js';
import { ask } from '../support/ask.js';
import { testServer } from '../support/server.js';

const PATH = '/api/v1/namespaces/default/configmaps';

function setUp() {
  const server = testServer();
  return { server, transport: server.transport() };
}

describe('the transport within the process', () => {
  it('does nothing before it is subscribed, and asks anew each time', async () => {
    const { server, transport } = setUp();
    const create = transport.request({ method: 'POST', path: PATH, body: '{"metadata":{"generateName":"a-"}}' });
    expect(server.store.resourceVersion).toBe('2');
    create.subscribe();
    create.subscribe();
    expect(server.store.list(core.configMaps).items).toHaveLength(2);
  });

  it('answers one response, whose body and whose request complete', async () => {
    const { transport } = setUp();
    const heard: string[] = [];
    transport.request({ path: `${PATH}?limit=1` }).subscribe({
      next: ({ status, headers, body$ }) => {
        heard.push(`${status} ${headers['content-type']}`);
        body$.subscribe({ next: () => heard.push('chunk'), complete: () => heard.push('body') });
      },
      complete: () => heard.push('request'),
    });
    expect(heard).toEqual(['200 application/json', 'chunk', 'body', 'request']);
  });

  it('has a body for one reader, and none for who has left', async () => {
    const { transport } = setUp();
    const heard: unknown[] = [];
    const responses: TransportResponse[] = [];
    const request = transport.request({ path: `${PATH}?watch=1` }).subscribe((response) => responses.push(response));
    responses[0]?.body$.subscribe({ error: (error) => heard.push(error) });
    responses[0]?.body$.subscribe({ error: (error) => heard.push(error.message) });
    request.unsubscribe();
    expect(heard).toEqual(['the body of a response has one reader only']);
    const late: TransportResponse[] = [];
    transport
      .request({ path: `${PATH}?watch=1` })
      .subscribe((response) => late.push(response))
      .unsubscribe();
    late[0]?.body$.subscribe({ error: (error) => heard.push(error) });
    expect(heard[1]).toBeInstanceOf(TransportError);
  });

  it('completes the request of who leaves its body', () => {
    const { transport } = setUp();
    let completed = false;
    transport.request({ path: `${PATH}?watch=1` }).subscribe({
      next: ({ body$ }) => body$.subscribe().unsubscribe(),
      complete: () => {
        completed = true;
      },
    });
    expect(completed).toBe(true);
  });

  it('L9: leaves nothing behind when its reader leaves in the middle of the first events', () => {
    const scheduler = new TestClock();
    const transport = testServer({ scheduler }).transport();
    const seen: Uint8Array[] = [];
    transport
      .request({ path: '/api/v1/namespaces?watch=1' })
      .subscribe(({ body$ }) => body$.pipe(take(1)).subscribe((chunk) => seen.push(chunk)));
    expect(seen).toHaveLength(1);
    expect(scheduler.actions.filter(({ closed }) => !closed)).toEqual([]);
  });

  it('L9: leaves nothing behind when the request is given up in the middle of the first events', () => {
    const scheduler = new TestClock();
    const server = testServer({ scheduler });
    for (const name of ['a', 'b']) server.store.create(core.configMaps, { metadata: { name, namespace: 'default' } });
    let response: TransportResponse | undefined;
    const request = server
      .transport()
      .request({ path: `${PATH}?watch=1&resourceVersion=2&allowWatchBookmarks=true` })
      .subscribe((came) => {
        response = came;
      });
    response?.body$.subscribe(() => request.unsubscribe());
    expect(scheduler.pending).toBe(0);
  });

  it('waits with a long list for a reader that has paused, and lists what there was', async () => {
    const { server, transport } = setUp();
    for (let i = 0; i < 100; i += 1)
      server.store.create(core.configMaps, {
        metadata: { name: `a-${i}`, namespace: 'default' },
        data: { text: 'x'.repeat(2000) },
      });
    const chunks: Uint8Array[] = [];
    const responses: TransportResponse[] = [];
    transport.request({ path: PATH }).subscribe((response) => {
      responses.push(response);
      response.pause();
      response.body$.subscribe((chunk) => chunks.push(chunk));
    });
    expect(chunks).toHaveLength(1);
    server.store.deleteCollection(core.configMaps);
    responses[0]?.resume();
    const list = JSON.parse(Buffer.concat(chunks).toString());
    expect(list.items).toHaveLength(100);
    expect(chunks.length).toBeGreaterThan(2);
  });

  it('throws for a path that is not absolute', () => {
    expect(() => setUp().transport.request({ path: 'api' })).toThrow(TypeError);
  });

  it('breaks a request that nobody reads yet when connections are cut', async () => {
    const { server, transport } = setUp();
    const responses: TransportResponse[] = [];
    transport.request({ path: PATH }).subscribe((response) => responses.push(response));
    server.cutConnections();
    const heard: unknown[] = [];
    responses[0]?.body$.subscribe({ error: (error) => heard.push(error.code) });
    expect(heard).toEqual(['ECONNRESET']);
    expect((await ask(transport, PATH)).status).toBe(200);
  });
});
