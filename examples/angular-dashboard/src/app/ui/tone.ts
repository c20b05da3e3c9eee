/** How a status is meant, apart from its word: each has a colour and a shape of its own, so that neither is needed. */
export type Tone = 'good' | 'done' | 'off' | 'busy' | 'bad';

/** In the order in which they are shown. */
export const TONES: readonly Tone[] = ['good', 'done', 'off', 'busy', 'bad'];

interface Toned {
  readonly tone: Tone;
  readonly text: string;
}

/** For `Array.sort`: by tone, and then by text. */
export function byTone(a: Toned, b: Toned): number {
  return TONES.indexOf(a.tone) - TONES.indexOf(b.tone) || (a.text < b.text ? -1 : 1);
}
