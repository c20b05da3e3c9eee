import { createServer, request, type Server, type ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const DIST = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..', 'dist');

/** The whole of `rxinformer` as it was built, RxJS too, for a page: nothing is left outside, and nothing of Node put in. */
async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: `export * from './index.js'; export * as rxjs from 'rxjs';`, resolveDir: DIST },
    ...{ bundle: true, format: 'iife', globalName: 'rxinformer', platform: 'browser', target: 'es2022' },
    ...{ write: false, logLevel: 'silent' },
  });
  return outputFiles[0]?.text ?? '';
}

/** A page with the library in it, on one origin with an API server, as behind a proxy. */
export class Site {
  readonly #server: Server;

  private constructor(script: string, apiUrl: string) {
    this.#server = createServer((incoming, outgoing) => {
      const { url = '/', method, headers } = incoming;
      if (url === '/')
        return answer(outgoing, 'text/html', '<!doctype html><title>page</title><script src=/lib.js></script>');
      if (url === '/lib.js') return answer(outgoing, 'text/javascript', script);
      if (!url.startsWith('/api')) return answer(outgoing, 'text/plain', '', 404);
      const { host } = new URL(apiUrl);
      const onward = request(apiUrl + url, { method, headers: { ...headers, host } }, (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        outgoing.flushHeaders();
        response.on('error', () => outgoing.destroy());
        response.pipe(outgoing);
      });
      onward.on('error', () => outgoing.destroy());
      outgoing.on('close', () => onward.destroy());
      incoming.pipe(onward);
    });
  }

  static async before(apiUrl: string): Promise<Site> {
    const site = new Site(await bundle(), apiUrl);
    await new Promise<void>((resolve) => site.#server.listen(0, '127.0.0.1', resolve));
    return site;
  }

  get port(): number {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('the site has no port');
    return address.port;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

function answer(response: ServerResponse, type: string, body: string, status = 200): void {
  response.writeHead(status, { 'content-type': type }).end(body);
}
