/** Gives numbers from 0 up to, but not, 1: what the options `random` of this project take. */
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
