/** What a key that somebody pressed means here. */
export type Key = 'quit' | 'up' | 'down' | 'pageUp' | 'pageDown' | 'top' | 'bottom';

/** What terminals send. Ctrl-C is a key like any other while the terminal passes on everything. */
const KEYS: Readonly<Record<string, Key>> = {
  q: 'quit',
  '\u0003': 'quit',
  '\u0004': 'quit',
  k: 'up',
  '\u001b[A': 'up',
  '\u001bOA': 'up',
  j: 'down',
  '\u001b[B': 'down',
  '\u001bOB': 'down',
  '\u001b[5~': 'pageUp',
  ' ': 'pageDown',
  '\u001b[6~': 'pageDown',
  g: 'top',
  '\u001b[H': 'top',
  '\u001b[1~': 'top',
  G: 'bottom',
  '\u001b[F': 'bottom',
  '\u001b[4~': 'bottom',
};

const SEQUENCE = /\p{Cc}[[O][0-9;]*[A-Za-z~]|[\s\S]/gu;

/** The keys in a piece of input that mean something; fast typing, and pasting, bring more than one. */
export function keysOf(input: string): readonly Key[] {
  return (input.match(SEQUENCE) ?? []).flatMap((sequence) => KEYS[sequence] ?? []);
}

/** Which row is the first one shown after a key, before it is known how many there are. */
export function scrolled(scroll: number, key: Exclude<Key, 'quit'>, room: number): number {
  switch (key) {
    case 'up':
      return Math.max(0, scroll - 1);
    case 'down':
      return scroll + 1;
    case 'pageUp':
      return Math.max(0, scroll - room);
    case 'pageDown':
      return scroll + room;
    case 'top':
      return 0;
    case 'bottom':
      return Number.MAX_SAFE_INTEGER;
  }
}
