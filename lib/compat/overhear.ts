import { AsyncLocalStorage } from 'node:async_hooks';

/** What is used of the request that client-node is about to send. */
interface RequestContext {
  getUrl(): string;
  getHttpMethod(): { toString(): string };
}

/** The part of a `KubeConfig` that every request of its API clients passes through, in client-node 1.4 and 2.x. */
export interface Authenticating {
  applySecurityAuthentication(context: RequestContext): Promise<void>;
}

/** What a `listFn` did. */
export type Overheard<L> =
  /** It asked for the collection. The request was not sent. */
  | { readonly type: 'asked'; readonly query: URLSearchParams }
  /** It made a list of something else, or by other means; `urls` are those that it asked this KubeConfig's cluster for. */
  | { readonly type: 'listed'; readonly list: L; readonly urls: readonly string[] }
  /** It threw or rejected before it asked. */
  | { readonly type: 'failed'; readonly cause: unknown; readonly urls: readonly string[] };

/** What `listFn` is told: nobody outside hears of it, unless it logs its own errors. */
class NotSentError extends Error {
  override readonly name = 'NotSentError';
}

type Listener = (context: RequestContext) => void;

const listening = new AsyncLocalStorage<Listener>();
const hooks = new WeakMap<Authenticating, { users: number; readonly remove: () => void }>();

/**
 * Calls `listFn` to learn what it asks for: the request for `collectionUrl` is read and not sent, anything else that `listFn` does goes on. Only
 * requests made within this call are looked at, and the KubeConfig is as it was when `listFn` is done. Never rejects.
 */
export function overhear<L>(
  kubeConfig: Authenticating,
  collectionUrl: string,
  listFn: () => Promise<L>,
): Promise<Overheard<L>> {
  return new Promise((resolve) => {
    const wanted = new URL(collectionUrl);
    const urls: string[] = [];
    let done = false;
    const listen: Listener = (context) => {
      // What listFn left running behind it is no part of the list.
      if (done) return;
      const url = new URL(context.getUrl());
      const place = url.origin + url.pathname.replace(/\/{2,}/g, '/');
      if (place !== wanted.origin + wanted.pathname || `${context.getHttpMethod()}` !== 'GET') {
        urls.push(place);
        return;
      }
      resolve({ type: 'asked', query: url.searchParams });
      throw new NotSentError(`${place}: not sent; this call of listFn was only to learn what to list`);
    };
    const remove = addHook(kubeConfig);
    listening
      .run(listen, async () => listFn())
      .then(
        (list): Overheard<L> => ({ type: 'listed', list, urls }),
        (cause: unknown): Overheard<L> => ({ type: 'failed', cause, urls }),
      )
      .then((heard) => {
        done = true;
        remove();
        resolve(heard);
      });
  });
}

const METHOD = 'applySecurityAuthentication';

/** One hook for all who listen at the same time. */
function addHook(kubeConfig: Authenticating): () => void {
  const hook = hooks.get(kubeConfig) ?? { users: 0, remove: installed(kubeConfig) };
  hooks.set(kubeConfig, hook);
  hook.users++;
  return () => {
    hook.users--;
    if (hook.users > 0) return;
    hooks.delete(kubeConfig);
    hook.remove();
  };
}

function installed(kubeConfig: Authenticating): () => void {
  const own = Object.getOwnPropertyDescriptor(kubeConfig, METHOD);
  const original = kubeConfig[METHOD];
  const value = async (context: RequestContext) => {
    listening.getStore()?.(context);
    return original.call(kubeConfig, context);
  };
  Object.defineProperty(kubeConfig, METHOD, { value, configurable: true, writable: true, enumerable: false });
  return () => {
    // Somebody may have put another one there meanwhile.
    if (kubeConfig[METHOD] !== value) return;
    if (own === undefined) Reflect.deleteProperty(kubeConfig, METHOD);
    else Object.defineProperty(kubeConfig, METHOD, own);
  };
}
