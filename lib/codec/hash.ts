const FNV_PRIME = 16777619;

/** The hash of nothing. */
export const HASH_START = -2128831035;

/** FNV-1a, of one byte more. It says where to look, and is never taken as a proof. */
export function hashed(hash: number, byte: number): number {
  return Math.imul(hash ^ byte, FNV_PRIME);
}
