/** Gives numbers from 0 up to, but not, 1. */
export type Random = () => number;

/** Chance that can be repeated: the same seed gives the same numbers (mulberry32). */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A whole number from 0 up to, but not, `below`. */
export function whole(random: Random, below: number): number {
  return Math.floor(random() * below);
}

/** One of the things, each as likely as its weight says; undefined when there are none. */
export function choose<T extends { readonly weight: number }>(things: readonly T[], random: Random): T | undefined {
  let rest = random() * things.reduce((sum, { weight }) => sum + weight, 0);
  return things.find(({ weight }) => {
    rest -= weight;
    return rest < 0;
  });
}

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
