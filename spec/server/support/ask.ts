import { concatMap, firstValueFrom, map, reduce } from 'rxjs';
import type { Transport, TransportRequest } from '../../../lib/transport/index.js';

/** A whole answer. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The text, parsed; a Status, a list or an object. */
  readonly json: Record<string, unknown>;
}

const decoder = new TextDecoder();

export function ask(transport: Transport, request: TransportRequest | string): Promise<Answer> {
  return firstValueFrom(
    transport.request(typeof request === 'string' ? { path: request } : request).pipe(
      concatMap(({ status, headers, body$ }) =>
        body$.pipe(
          reduce((text, chunk) => text + decoder.decode(chunk), ''),
          map((text) => ({ status, headers, text, json: parsed(text) })),
        ),
      ),
    ),
  );
}

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** A watch that goes on: its frames so far, and what became of it. */
export class WatchReader {
  readonly frames: { type: string; object: Record<string, unknown> }[] = [];
  ended = false;
  error: unknown;
  pause = () => {};
  resume = () => {};
  readonly stop: () => void;

  constructor(transport: Transport, path: string, headers: Record<string, string> = {}) {
    const subscription = transport
      .request({ path, headers })
      .pipe(
        concatMap((response) => {
          this.pause = () => response.pause();
          this.resume = () => response.resume();
          return response.body$;
        }),
      )
      .subscribe({
        next: (chunk) => {
          for (const line of decoder.decode(chunk).trimEnd().split('\n')) this.frames.push(JSON.parse(line));
        },
        complete: () => {
          this.ended = true;
        },
        error: (error) => {
          this.error = error;
        },
      });
    this.stop = () => subscription.unsubscribe();
  }

  /** The frames as short texts. */
  get seen(): string[] {
    return this.frames.map(({ type, object }) => {
      const { name, resourceVersion } = Object(object.metadata);
      return type === 'ERROR' ? `ERROR ${object.code}` : `${type} ${name ?? ''}@${resourceVersion}`;
    });
  }
}
