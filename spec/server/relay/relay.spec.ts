import { describe, expect, it } from '@jest/globals';
import { settled } from '../../support/virtual-time.js';
import { ask } from '../support/ask.js';
import { namespace, PATH, setUp } from './support.js';

describe('a relay', () => {
  it('lists what its informer holds, as the API server does', async () => {
    const { create, server, transport, scheduler } = await setUp();
    create('a', { tier: 'web' });
    create('b');
    await settled();
    const paths = [
      PATH,
      `${PATH}?labelSelector=tier=web`,
      `${PATH}?fieldSelector=metadata.name=b`,
      `/api/v1/namespaces/${namespace}/configmaps`,
      '/api/v1/namespaces/other/configmaps',
      `/api/v1/namespaces/${namespace}/configmaps/a`,
      `/api/v1/namespaces/${namespace}/configmaps/missing`,
      `${PATH}?labelSelector=!!`,
      `${PATH}?resourceVersion=99`,
    ];
    for (const path of paths) {
      const answers = Promise.all([ask(transport, path), ask(server.transport(), path)]);
      await scheduler.advanceAsync(3000);
      const [relayed, direct] = await answers;
      expect([path, relayed.status, relayed.json]).toEqual([path, direct.status, direct.json]);
    }
  });

  it('tells a watch every change, in order, and bookmarks to who allows them', async () => {
    const { create, change, remove, watch, scheduler } = await setUp();
    create('a');
    await settled();
    const [told, untold] = [watch('&resourceVersion=3&allowWatchBookmarks=1'), watch('&resourceVersion=3')];
    create('b');
    change('a', { x: '1' });
    remove('b');
    await scheduler.advanceAsync(50);
    await scheduler.advanceAsync(60_000);
    expect(untold.seen).toEqual(['ADDED b@4', 'MODIFIED a@5', 'DELETED b@6']);
    expect(told.seen).toEqual([...untold.seen, 'BOOKMARK @6']);
  });
});
