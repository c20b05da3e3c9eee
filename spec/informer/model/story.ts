/** What a reader that is told only some of the states believes, word by word: it must be a story (L3) that ends with the truth. */
export class Story {
  readonly #believed = new Map<string, string>();

  /** Gives what is wrong with a word, if anything. */
  hear(word: string): string | undefined {
    const [, type = '', name = '', from, to] = /^(\w+) (\w+)@(\d+)(?:→(\d+))?/.exec(word) ?? [];
    const old = this.#believed.get(name);
    switch (type) {
      case 'add':
        this.#believed.set(name, from ?? '');
        return old === undefined ? undefined : `L3: ${word}, though it is there`;
      case 'update':
        this.#believed.set(name, to ?? '');
        return old === from ? undefined : `L3: ${word}, though it is ${old}`;
      case 'sync':
        return old === from ? undefined : `L3: ${word}, though it is ${old}`;
      case 'delete':
        this.#believed.delete(name);
        return old === undefined ? `L3: ${word}, though it is not there` : undefined;
      default:
        return `${word} is no word of a story`;
    }
  }

  /** As `shownState` shows it. */
  toString(): string {
    return [...this.#believed]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, version]) => `${name}@${version}`)
      .join(' ');
  }
}
