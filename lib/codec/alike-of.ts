import { Alike } from './alike.js';
import type { Commons } from './commons.js';
import type { FieldTree } from './fields.js';

/** The short way to decode items that are like those before them. @param prefix members to put before an object's own */
export function alikeOf(fields: FieldTree | undefined, prefix: string, commons: Commons): Alike | undefined {
  return new Alike(fields, prefix, commons);
}
