import type { Resource } from '../../kubernetes/index.js';

/** What a server says of one of its resources. */
export interface ServedResource extends Resource {
  /** Such as `pod`; empty where the server does not say. */
  readonly singular: string;
  /** Such as `po`. */
  readonly shortNames: readonly string[];
  /** What can be done with it, such as `list` and `watch`. */
  readonly verbs: readonly string[];
}
