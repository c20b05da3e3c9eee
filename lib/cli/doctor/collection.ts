import { Observable } from 'rxjs';
import { type Encoding, jsonEncoding, type WatchFrame } from '../../codec/index.js';
import { type KubernetesObject, type ListMeta, type Resource, resourcePath, statusOf } from '../../kubernetes/index.js';
import type { Attempt } from '../../reflector/index.js';
import type { Transport, TransportRequest, TransportResponse } from '../../transport/index.js';
import { AnswerError } from '../cluster/get-json.js';
import type { ListFacts, Patient } from './patient.js';

/** Characters of a refusal that are read. */
const MOST_REFUSAL = 64 * 1024;

type Query = Readonly<Record<string, string | number | boolean>>;

/** What came of a list: how many objects, and what was said of them. */
export interface Listed extends ListFacts {
  readonly count: number;
  readonly meta: ListMeta;
}

export type WatchNews =
  | { readonly type: 'opened' }
  | { readonly type: 'frame'; readonly frame: WatchFrame<KubernetesObject> };

/** The collection of a patient, asked for in single requests. Objects are decoded, counted and let go. */
export class Collection {
  readonly #transport: Transport;
  readonly #resource: Resource;
  readonly #namespace: string | undefined;
  readonly #selectors: Query;
  readonly #encoding: Encoding<KubernetesObject> = jsonEncoding({
    ...{ managedFields: 'drop', strict: false, typeMeta: undefined },
  });

  constructor({ transport, namespaceFor, labelSelector, fieldSelector }: Patient, resource: Resource) {
    this.#transport = transport;
    this.#resource = resource;
    this.#namespace = namespaceFor(resource);
    this.#selectors = {
      ...(labelSelector !== undefined && { labelSelector }),
      ...(fieldSelector !== undefined && { fieldSelector }),
    };
  }

  attempt(verb: Attempt['verb']): Attempt {
    const { group, plural, version } = this.#resource;
    const url = this.#transport.url + resourcePath(this.#resource, { namespace: this.#namespace });
    return { verb, url, resource: { group, plural, version }, namespace: this.#namespace };
  }

  /** Emits once. Errors with an AnswerError, a TransportError or a DecodeError. */
  list(query: Query): Observable<Listed> {
    const request = { path: this.#path(query), headers: { accept: this.#encoding.accept.list }, compress: true };
    return this.#exchange<Listed>(request, ({ headers }, subscriber) => {
      let [count, bytes] = [0, 0];
      const decoder = this.#encoding.list({
        object: () => {
          count++;
        },
        refused: () => {
          count++;
        },
      });
      return {
        write: (chunk) => {
          bytes += chunk.length;
          decoder.write(chunk);
        },
        end: () => {
          const meta = decoder.end();
          const compressed = (headers['content-encoding'] ?? '') !== '';
          subscriber.next({ count, meta, bytes, compressed, resourceVersion: meta.resourceVersion ?? '' });
        },
      };
    });
  }

  /** Tells when the watch is open, and each frame; completes when the server ends it. Errors as `list`. */
  watch(query: Query): Observable<WatchNews> {
    const path = this.#path({ watch: true, allowWatchBookmarks: true, ...query });
    const request = { path, headers: { accept: this.#encoding.accept.watch }, longRunning: true };
    return this.#exchange<WatchNews>(request, (_, subscriber) => {
      subscriber.next({ type: 'opened' });
      return this.#encoding.watch({
        frame: (frame) => subscriber.next({ type: 'frame', frame }),
        // Objects are counted here, not transformed.
        refused: (error) => {
          throw error;
        },
      });
    });
  }

  #path(query: Query): string {
    return resourcePath(this.#resource, { namespace: this.#namespace, query: { ...this.#selectors, ...query } });
  }

  #exchange<R>(
    request: TransportRequest,
    opened: (response: TransportResponse, subscriber: { next(value: R): void }) => Reader,
  ): Observable<R> {
    return new Observable((subscriber) => {
      subscriber.add(
        this.#transport.request(request).subscribe({
          next: (response) => {
            const reader = response.status === 200 ? opened(response, subscriber) : refusal(response);
            subscriber.add(
              response.body$.subscribe({
                next: (chunk) => attempted(() => reader.write(chunk), subscriber),
                error: (error: unknown) => subscriber.error(error),
                complete: () => {
                  attempted(() => reader.end(), subscriber);
                  subscriber.complete();
                },
              }),
            );
          },
          error: (error: unknown) => subscriber.error(error),
        }),
      );
    });
  }
}

interface Reader {
  write(chunk: Uint8Array): void;
  end(): void;
}

/** Reads why the server refuses, and throws it. */
function refusal({ status }: TransportResponse): Reader {
  const decoder = new TextDecoder();
  let text = '';
  const refuse = () => {
    throw new AnswerError(statusOf(status, text));
  };
  return {
    write: (chunk) => {
      text += decoder.decode(chunk, { stream: true });
      if (text.length > MOST_REFUSAL) refuse();
    },
    end: refuse,
  };
}

function attempted(work: () => void, subscriber: { error(error: unknown): void }): void {
  try {
    work();
  } catch (error) {
    subscriber.error(error);
  }
}
