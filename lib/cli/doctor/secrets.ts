import type { RequestOptions } from 'node:https';
import type { KubeConfigLike } from '../../transport/node/index.js';

/** Shorter texts are in too many words to be cut out of them. */
const SHORTEST = 4;

/**
 * What a kubeconfig's user proves to be himself by, gathered while requests are made with it, so that none of it is shown, even where a
 * server or a proxy repeats what it was sent.
 */
export class Secrets {
  readonly #known = new Set<string>();

  /** The same kubeconfig; what it gives for a request is remembered here. */
  watching(kubeConfig: KubeConfigLike): KubeConfigLike {
    return {
      getCurrentContext: () => kubeConfig.getCurrentContext(),
      getContexts: () => kubeConfig.getContexts(),
      getContextObject: (name) => kubeConfig.getContextObject(name),
      getCurrentCluster: () => kubeConfig.getCurrentCluster(),
      getCurrentUser: () => kubeConfig.getCurrentUser(),
      applyToHTTPSOptions: async (options) => {
        await kubeConfig.applyToHTTPSOptions(options);
        this.learn(options);
      },
    };
  }

  learn({ headers = {}, auth, key, cert, pfx, passphrase }: RequestOptions): void {
    const fields = Array.isArray(headers) ? headers : Object.values(headers);
    for (const value of fields.flat()) this.#addHeader(String(value ?? ''));
    if (typeof auth === 'string') this.#addPassword(auth);
    for (const value of [key, cert, pfx, passphrase].flat()) this.#addLines(value);
  }

  /** The text, with a sign in the place of each secret. */
  redact(text: string): string {
    // The longest first: a part that is cut out of a whole would leave the rest of it.
    const known = [...this.#known].sort((a, b) => b.length - a.length);
    return known.reduce((rest, secret) => rest.replaceAll(secret, '…'), text);
  }

  #addHeader(value: string): void {
    this.#add(value);
    const [, scheme = '', token = ''] = /^(\S+) +(\S+)$/.exec(value) ?? [];
    this.#add(token);
    if (/^basic$/i.test(scheme)) this.#addPassword(Buffer.from(token, 'base64').toString());
  }

  /** From `user:password`. */
  #addPassword(text: string): void {
    this.#add(text);
    this.#add(text.slice(text.indexOf(':') + 1));
  }

  /** Of a certificate or a key, where it is text. */
  #addLines(value: unknown): void {
    const text = value instanceof Uint8Array ? Buffer.from(value).toString() : String(value ?? '');
    for (const line of text.split(/\r?\n/)) if (!line.startsWith('-----')) this.#add(line);
  }

  #add(text: string): void {
    if (text.trim().length >= SHORTEST) this.#known.add(text.trim());
  }
}
