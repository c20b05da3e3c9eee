import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import type { ApiResponse } from '../../../lib/server/http/exchange.js';
import { staticSite } from '../../../lib/server/site/index.js';

function folder(files: Readonly<Record<string, string | Buffer>>): string {
  const root = mkdtempSync(join(tmpdir(), 'site-'));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), content);
  }
  return root;
}

const PAGE = '<!doctype html><title>t</title>';
const SCRIPT = 'export const x = 1;\n'.repeat(100);

function siteOf(files: Readonly<Record<string, string | Buffer>> = {}) {
  const site = staticSite(folder({ 'index.html': PAGE, 'main-5YQ3ZK2B.js': SCRIPT, ...files }));
  return (target: string, headers: Record<string, string> = {}, method = 'GET') =>
    site.answer({ method, target, headers, body: '' });
}

/** All that a response brings. */
function bytesOf(response: ApiResponse | undefined): Buffer {
  const chunks: Uint8Array[] = [];
  if (typeof response?.body === 'function')
    response.body({
      write: (chunk) => {
        chunks.push(chunk);
        return true;
      },
      end: () => {},
      abort: () => {},
    });
  return Buffer.concat(chunks);
}

describe('a static site', () => {
  it('answers with its files, and with index.html for the folder; with nothing for other paths', () => {
    const answer = siteOf({ 'deep/a b.txt': 'deep' });
    expect(bytesOf(answer('/')).toString()).toBe(PAGE);
    expect(bytesOf(answer('/index.html?x=1')).toString()).toBe(PAGE);
    expect(bytesOf(answer('/deep/a%20b.txt')).toString()).toBe('deep');
    expect(answer('/main-5YQ3ZK2B.js')).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/javascript; charset=utf-8', 'content-length': String(SCRIPT.length) },
    });
    for (const path of ['/api', '/missing', '', '/%', '/deep', '/constructor']) expect(answer(path)).toBeUndefined();
  });

  it('serves no file beside the folder, none that a link leads to, and none whose name begins with a dot', () => {
    const root = folder({ 'site/index.html': PAGE, 'site/.env': 'secret', 'secret.txt': 'secret' });
    symlinkSync(join(root, 'secret.txt'), join(root, 'site', 'link.txt'));
    const site = staticSite(join(root, 'site'));
    for (const target of [
      '/../secret.txt',
      '/%2e%2e/secret.txt',
      '/..%2fsecret.txt',
      '/link.txt',
      '/.env',
      '//secret.txt',
    ])
      expect(site.answer({ method: 'GET', target, headers: {}, body: '' })).toBeUndefined();
  });

  it('lets pages run, show and reach nothing but what comes from here', () => {
    const headers: ApiResponse['headers'] = siteOf()('/')?.headers ?? {};
    const policy = headers['content-security-policy'] ?? '';
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; /);
    expect(policy).not.toMatch(/unsafe|\*|http/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers['cross-origin-opener-policy']).toBe('same-origin');
  });

  it('is asked again for what may change, and never for what has its content in its name', () => {
    const answer = siteOf();
    expect(answer('/')?.headers['cache-control']).toBe('no-cache');
    expect(answer('/main-5YQ3ZK2B.js')?.headers['cache-control']).toContain('immutable');
    const etag = answer('/')?.headers.etag ?? '';
    expect(answer('/', { 'if-none-match': etag })).toMatchObject({ status: 304, body: '' });
    expect(answer('/', { 'if-none-match': '"other"' })).toMatchObject({ status: 200 });
  });

  it('comes compressed where that is understood, and worth it', () => {
    const answer = siteOf({ 'dot.png': Buffer.alloc(1000), 'a.txt': 'a' });
    const zipped = answer('/main-5YQ3ZK2B.js', { 'accept-encoding': 'br, gzip' });
    expect(zipped?.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(gunzipSync(bytesOf(zipped)).toString()).toBe(SCRIPT);
    for (const path of ['/dot.png', '/a.txt'])
      expect(answer(path, { 'accept-encoding': 'gzip' })?.headers['content-encoding']).toBeUndefined();
  });

  it('is only read: HEAD has no body, and nothing can be written', () => {
    const answer = siteOf();
    expect(answer('/', {}, 'HEAD')).toMatchObject({ status: 200, body: '' });
    expect(answer('/', {}, 'POST')).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
  });

  it('says what is wrong with a folder', () => {
    expect(() => staticSite(folder({ 'a.txt': '' }))).toThrow(/has no index\.html$/);
    expect(() => staticSite('/no/such/folder')).toThrow(
      '/no/such/folder does not exist (ENOENT): give the folder that a build of the pages has written',
    );
    const file = join(folder({ 'a.txt': '' }), 'a.txt');
    expect(() => staticSite(file)).toThrow(`${file} is no folder (ENOTDIR): give the one that index.html is in`);
  });
});
