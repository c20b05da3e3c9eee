import { type Random, whole } from '../../testing/index.js';

/** No vowels, and nothing that looks like one, so that no words come about; as in the names that Kubernetes makes up. */
const SAFE = 'bcdfghjklmnpqrstvwxz2456789';

/** The random end of a name, such as `x2x9k`. */
export function nameSuffix(random: Random, length = 5): string {
  return Array.from({ length }, () => SAFE.charAt(whole(random, SAFE.length))).join('');
}

/** A name for a text, the same for the same text (FNV-1a), that looks like a `pod-template-hash`. */
export function hashName(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return Array.from(String(hash).padStart(10, '0'), (digit) => SAFE.charAt(digit.charCodeAt(0) % SAFE.length)).join('');
}
