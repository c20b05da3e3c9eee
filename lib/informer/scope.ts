import type { Observable } from 'rxjs';
import type { KeepOptions } from '../reflector/index.js';
import type { InformerOptions } from './options.js';

/** Which part of a resource's objects an informer holds, and what of each, as it was created. */
export interface InformerScope {
  /** Undefined: all, or the resource has none. An Observable: those that it names last. */
  readonly namespace: string | readonly string[] | Observable<readonly string[]> | undefined;
  /** Undefined: any labels. */
  readonly labelSelector: string | undefined;
  /** Undefined: any fields. */
  readonly fieldSelector: string | undefined;
  /** The paths of the fields that it keeps. Undefined: all. */
  readonly fields: readonly string[] | undefined;
  /** Whether it holds nothing but metadata. */
  readonly metadataOnly: boolean;
}

export function scopeOf<K, I extends string>(options: InformerOptions<K, I> & KeepOptions): InformerScope {
  const { namespace, labelSelector, fieldSelector, fields, metadataOnly = false } = options;
  return Object.freeze({ namespace, labelSelector, fieldSelector, fields, metadataOnly });
}
