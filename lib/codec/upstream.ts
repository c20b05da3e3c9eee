import { metadataOf } from '../kubernetes/index.js';

/**
 * The annotation by which a relay says in a bookmark that its own connection is not well, and since when. A bookmark without it says that all
 * is well; API servers send none with it.
 */
export const UPSTREAM_ANNOTATION = 'rxinformer.dev/upstream';

/** What a bookmark says of a relay's upstream, as it was sent; undefined: nothing. What is no text says something, which nobody can read. */
export function upstreamOf(bookmark: unknown): string | undefined {
  const annotations: Readonly<Record<string, unknown>> | undefined = metadataOf(bookmark)?.annotations;
  const said = annotations?.[UPSTREAM_ANNOTATION];
  return said === undefined || typeof said === 'string' ? said : '';
}
