/**
 * No vowels and no digits that look like letters, so that no words come about: Kubernetes' alphabet of generated
 * names.
 */
const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';
const SUFFIX_LENGTH = 5;

/** Of the whole name: Kubernetes cuts the prefix so that names still fit where only 63 characters do. */
const MAX_LENGTH = 63;

/** The name that `generateName` asks for: the prefix and five characters that follow from a unique text. */
export function generatedName(prefix: string, unique: string): string {
  return prefix.slice(0, MAX_LENGTH - SUFFIX_LENGTH) + suffixOf(unique);
}

/** FNV-1a with 64 bits, so that texts which differ little give suffixes that differ much. */
function suffixOf(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of Buffer.from(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  let suffix = '';
  for (let rest = hash ^ (hash >> 32n); suffix.length < SUFFIX_LENGTH; rest /= BigInt(ALPHABET.length))
    suffix += ALPHABET[Number(rest % BigInt(ALPHABET.length))];
  return suffix;
}
