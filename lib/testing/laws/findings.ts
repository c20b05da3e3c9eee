import { LawError } from './law-error.js';

/** Most that is kept: one wrong thing brings many others. */
const MOST = 100;

/** What somebody found wrong, kept until it is asked for: an observer that threw would only disturb what it observes. */
export class Findings {
  readonly #errors: LawError[] = [];

  /** Oldest first, at most 100. */
  get errors(): readonly LawError[] {
    return this.#errors;
  }

  add(law: string, what: string): void {
    if (this.#errors.length < MOST) this.#errors.push(new LawError(law, what));
  }

  /** @throws LawError the first thing that was wrong */
  check(): void {
    const [first] = this.#errors;
    if (first !== undefined) throw first;
  }
}
