import { laterResourceVersion } from '../kubernetes/index.js';
import type { Input } from './machine.js';

/**
 * L17: the cursor goes forward, never to nothing and never back. Versions that cannot be compared are taken as they come. A watch
 * without a resourceVersion begins with what there is, in no order (kubernetes#74022): those ADDED say nothing of where it stands.
 */
export function cursorAfter<T>(
  cursor: string,
  { event, resourceVersion }: Extract<Input<T>, { type: 'event' }>,
): string {
  if (resourceVersion === '' || (cursor === '' && event.type === 'added')) return cursor;
  return laterResourceVersion(cursor, resourceVersion);
}
