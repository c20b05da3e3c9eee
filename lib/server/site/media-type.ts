const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json',
  map: 'application/json',
  webmanifest: 'application/manifest+json',
  txt: 'text/plain; charset=utf-8',
  md: 'text/plain; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  ico: 'image/x-icon',
  woff: 'font/woff',
  woff2: 'font/woff2',
  wasm: 'application/wasm',
};

/** By the ending of a file's name. What is not known is bytes: browsers are told not to guess. */
export function mediaTypeOf(name: string): string {
  const [, ending = ''] = /\.([a-z0-9]+)$/i.exec(name) ?? [];
  return TYPES[ending.toLowerCase()] ?? 'application/octet-stream';
}

/** Whether it is worth compressing: what is not compressed already. */
export function isText(mediaType: string): boolean {
  return /^(text\/|application\/(json|manifest|wasm)|image\/svg)/.test(mediaType);
}
