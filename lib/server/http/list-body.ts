import type { Page } from '../store/lister.js';
import type { BodySink, BodySource } from './exchange.js';
import type { Representation } from './representation.js';

/**
 * Characters. A long list is made bit by bit, as it is read: neither its text nor the time to make it is needed at
 * once.
 */
const CHUNK = 64 * 1024;

const encoder = new TextEncoder();

/** Writes a list to a sink. The objects are of one moment, however long the reader takes. */
export function listBody(page: Page, representation: Representation): (sink: BodySink) => BodySource {
  return (sink) => {
    const chunks = inChunks(listText(page, representation));
    let stopped = false;
    const pump = () => {
      while (!stopped) {
        const chunk = chunks.next();
        if (chunk.done === true) {
          stopped = true;
          return sink.end();
        }
        if (!sink.write(encoder.encode(chunk.value))) return;
      }
    };
    pump();
    return {
      resume: pump,
      stop() {
        stopped = true;
      },
    };
  };
}

function* inChunks(pieces: Iterable<string>): Generator<string, undefined> {
  let text = '';
  for (const piece of pieces) {
    text += piece;
    if (text.length < CHUNK) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}

function* listText({ items, ...page }: Page, { list, item }: Representation): Generator<string> {
  const { kind, apiVersion, more, items: field } = list;
  const head = JSON.stringify({ kind, apiVersion, metadata: listMetadata(page), ...more });
  yield `${head.slice(0, -1)},${JSON.stringify(field)}:[`;
  let separator = '';
  for (const object of items) {
    yield separator + item(object);
    separator = ',';
  }
  yield ']}\n';
}

function listMetadata({ revision, continue: token, remainingItemCount }: Omit<Page, 'items'>): object {
  return { resourceVersion: String(revision), continue: token, remainingItemCount };
}
