import { createLogUpdate } from 'log-update';
import { fromEvent, Observable } from 'rxjs';
import type { Input, Output } from '../surroundings.js';
import type { Size } from './frame.js';
import { type Key, keysOf } from './keys.js';

const ENTER_ALTERNATE_SCREEN = '\u001b[?1049h\u001b[2J\u001b[H';
const LEAVE_ALTERNATE_SCREEN = '\u001b[?1049l';
const HIDE_CURSOR = '\u001b[?25l';
const SHOW_CURSOR = '\u001b[?25h';
const CLEAR = '\u001b[2J\u001b[H';

/**
 * A terminal whose screen is borrowed, and given back as it was. log-update writes only the lines that changed, and between the marks that
 * keep a terminal from showing half a picture.
 */
export class Terminal {
  readonly #stdin: Input;
  readonly #stdout: Output;
  readonly #update: ReturnType<typeof createLogUpdate>;
  #open = false;

  constructor(stdin: Input, stdout: Output) {
    this.#stdin = stdin;
    this.#stdout = stdout;
    this.#update = createLogUpdate(stdout, { showCursor: true });
  }

  get size(): Size {
    return { columns: this.#stdout.columns ?? 80, rows: this.#stdout.rows ?? 24 };
  }

  open(): void {
    this.#open = true;
    this.#stdout.write(ENTER_ALTERNATE_SCREEN + HIDE_CURSOR);
  }

  draw(lines: readonly string[]): void {
    if (this.#open) this.#update(lines.join('\n'));
  }

  /** Forgets what was drawn, since a terminal whose size changes moves its lines about. */
  clear(): void {
    this.#update.done();
    this.#stdout.write(CLEAR);
  }

  close(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#update.done();
    this.#stdout.write(SHOW_CURSOR + LEAVE_ALTERNATE_SCREEN);
  }

  readonly resize$: Observable<unknown> = new Observable((subscriber) =>
    fromEvent(this.#stdout, 'resize').subscribe(subscriber),
  );

  /** The keys that mean something. While it is subscribed, none is shown, and Ctrl-C is one of them. */
  readonly keys$: Observable<Key> = new Observable((subscriber) => {
    const stdin = this.#stdin;
    if (stdin.isTTY !== true) return;
    const take = (data: unknown) => {
      for (const key of keysOf(String(data))) subscriber.next(key);
    };
    stdin.setRawMode?.(true);
    stdin.on('data', take);
    stdin.resume();
    subscriber.add(() => {
      stdin.off('data', take);
      stdin.pause();
      stdin.setRawMode?.(false);
    });
  });
}
