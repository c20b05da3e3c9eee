import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { core, createInformer } from '../../../lib/index.js';
import { type AccessDecision, createApiServer, createRelay, staticSite } from '../../../lib/server.js';

it('a relay serves the pages of its site beside the API: pages to everybody, objects to who may', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'site-'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html>');
  const informer = createInformer({ transport: createApiServer().transport(), resource: core.namespaces });
  const authorize = (): AccessDecision => ({ access: 'denied', user: 'eve' });
  const relay = createRelay({ informers: [informer], site: staticSite(folder), authorize });
  const { url } = await relay.listen();
  const page = await fetch(url);
  expect([page.status, await page.text()]).toEqual([200, '<!doctype html>']);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(page.headers.get('cache-control')).toBe('no-cache');
  expect(page.headers.get('x-content-type-options')).toBe('nosniff');
  expect((await fetch(`${url}/api/v1/namespaces`)).status).toBe(403);
  expect((await fetch(url, { method: 'POST' })).status).toBe(405);
  await relay.stop();
  informer.stop();
});

it('says what is no site', () => {
  const informers: [] = [];
  expect(() => createRelay({ informers, site: 'dist' as never })).toThrow(
    'site: "dist" is no site, such as staticSite',
  );
});
