const STORED = 'rxinformer.token';

/**
 * Who reads: the token that somebody signed in with, for this tab alone and until it is closed. It goes into the header of each request, and never
 * into an address, a log or what stays on the disk.
 */
export class Session {
  readonly #storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** Loads the page anew: so nothing that one user read is left for another, and no connection goes on with a token that is gone. */
  readonly #begin: () => void;

  constructor(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>, begin: () => void) {
    this.#storage = storage;
    this.#begin = begin;
  }

  get isSignedIn(): boolean {
    return this.#storage.getItem(STORED) !== null;
  }

  /** For each request. */
  headers(): Readonly<Record<string, string>> {
    const token = this.#storage.getItem(STORED);
    return token === null ? {} : { authorization: `Bearer ${token}` };
  }

  signIn(token: string): void {
    this.#storage.setItem(STORED, token);
    this.#begin();
  }

  signOut(): void {
    this.#storage.removeItem(STORED);
    this.#begin();
  }
}
