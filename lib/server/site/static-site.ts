import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type ApiRequest, type ApiResponse, type BodySink, textResponse } from '../http/exchange.js';
import { isText, mediaTypeOf } from './media-type.js';

/** The pages of an application, beside the API that they read from. */
export interface Site {
  /** The answer to a request for one of its files; undefined for any other. */
  answer(request: ApiRequest): ApiResponse | undefined;
}

interface StaticFile {
  readonly headers: Readonly<Record<string, string>>;
  readonly etag: string;
  readonly bytes: Buffer;
  readonly gzip: Buffer | undefined;
}

/** Bytes of all files together: they are held in memory. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Nothing but what this site itself serves is run, shown or connected to, and nobody puts it into a frame. `base-uri` lets the page say
 * that it does not stand at the root. No script makes HTML out of text but Angular's own sanitizer.
 */
const POLICY = [
  ...["default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:", "font-src 'self'"],
  ...["connect-src 'self'", "manifest-src 'self'", "base-uri 'self'", "form-action 'none'", "frame-ancestors 'none'"],
  ...['trusted-types angular angular#bundler', "require-trusted-types-for 'script'"],
].join('; ');

const PAGE_HEADERS = {
  'content-security-policy': POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

/** A name that a bundler made from the content: `main-5YQ3ZK2B.js`. Such a file never changes. */
const HASHED = /[-.][A-Za-z0-9_]{8,}\.[a-z0-9]+$/;

/**
 * The files of a folder, as they are now, with `index.html` for the folder itself: for `createRelay({ informers, site })`, so that a dashboard
 * comes from the origin that it reads from. They are read once and held in memory, so no request names a file on the disk. Symbolic links
 * and names that begin with a dot are left out.
 *
 * Pages come with a strict Content-Security-Policy: scripts, styles, images and connections of this origin only, nothing inline, no frame
 * around. An application that is routed in the browser is to keep its route behind a `#`.
 *
 * @param folder with an `index.html`
 * @throws Error when it cannot be read, has no `index.html`, or holds more than 64 MiB
 */
export function staticSite(folder: string): Site {
  const files = new Map<string, StaticFile>();
  let bytes = 0;
  for (const name of readably(folder, () => [...namesIn(folder)])) {
    const content = readably(join(folder, name), () => readFileSync(join(folder, name)));
    bytes += content.length;
    if (bytes > MAX_BYTES) throw new Error(`${folder} holds more than ${MAX_BYTES / 1024 / 1024} MiB: that is no site`);
    files.set(`/${name}`, fileOf(name, content));
  }
  const index = files.get('/index.html');
  if (index === undefined) throw new Error(`${folder} has no index.html`);
  files.set('/', index);
  return { answer: (request) => answered(request, files) };
}

function readably<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new Error(`${path} ${whyUnreadable(Object(cause).code)}`, { cause });
  }
}

function whyUnreadable(code: unknown): string {
  switch (code) {
    case 'ENOENT':
      return 'does not exist (ENOENT): give the folder that a build of the pages has written';
    case 'ENOTDIR':
      return 'is no folder (ENOTDIR): give the one that index.html is in';
    default:
      return `cannot be read (${String(code)})`;
  }
}

function* namesIn(folder: string, below = ''): Generator<string> {
  for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
    const name = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.name.startsWith('.')) continue;
    if (entry.isDirectory()) yield* namesIn(folder, name);
    else if (entry.isFile() && statSync(join(folder, name)).isFile()) yield name;
  }
}

function fileOf(name: string, bytes: Buffer): StaticFile {
  const type = mediaTypeOf(name);
  const zipped = isText(type) ? gzipSync(bytes, { level: 9 }) : undefined;
  const gzip = zipped !== undefined && zipped.length < bytes.length ? zipped : undefined;
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  const headers = {
    'content-type': type,
    etag,
    'cache-control': HASHED.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache',
    ...(gzip === undefined ? {} : { vary: 'accept-encoding' }),
    ...(type.startsWith('text/html') || type.startsWith('image/svg') ? PAGE_HEADERS : {}),
  };
  return { headers, etag, bytes, gzip };
}

function answered(
  { method, target, headers }: ApiRequest,
  files: ReadonlyMap<string, StaticFile>,
): ApiResponse | undefined {
  const file = files.get(pathOf(target));
  if (file === undefined) return undefined;
  if (method !== 'GET' && method !== 'HEAD') return textResponse(405, '405 only read\n', { allow: 'GET, HEAD' });
  if (headers['if-none-match'] === file.etag) return { status: 304, headers: file.headers, body: '' };
  const zipped = file.gzip !== undefined && /\bgzip\b/.test(headers['accept-encoding'] ?? '');
  const bytes = zipped && file.gzip !== undefined ? file.gzip : file.bytes;
  const more = { 'content-length': String(bytes.length), ...(zipped && { 'content-encoding': 'gzip' }) };
  const body = method === 'HEAD' ? '' : (sink: BodySink) => whole(sink, bytes);
  return { status: 200, headers: { ...file.headers, ...more }, body };
}

/** What is no encoded path names no file. */
function pathOf(target: string): string {
  const [path = ''] = target.split(/[?#]/);
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function whole(sink: BodySink, bytes: Buffer) {
  sink.write(bytes);
  sink.end();
  return { resume: () => {}, stop: () => {} };
}
