/** How a status is meant, apart from its word: each has a colour and a shape of its own, so that neither is needed. */
export type Tone = 'good' | 'busy' | 'bad' | 'done' | 'off';
