import { Readable, Writable } from 'node:stream';
import { type SchedulerLike, Subject } from 'rxjs';
import type { Surroundings } from '../../../lib/cli/index.js';

/** An output that a test reads. With a size it is a terminal. */
export class FakeOutput extends Writable {
  text = '';
  readonly isTTY: boolean;
  columns: number;
  rows: number;
  readonly #waiting = new Set<() => void>();

  constructor(size?: { readonly columns: number; readonly rows: number }) {
    super({ decodeStrings: false });
    this.isTTY = size !== undefined;
    this.columns = size?.columns ?? 80;
    this.rows = size?.rows ?? 24;
  }

  override _write(chunk: unknown, _: BufferEncoding, done: () => void): void {
    this.text += String(chunk);
    for (const look of this.#waiting) look();
    done();
  }

  get lines(): readonly string[] {
    return this.text.split('\n').filter((line) => line !== '');
  }

  /** Resolves when the text has come to match. */
  until(pattern: RegExp): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (!pattern.test(this.text)) return;
        this.#waiting.delete(look);
        resolve();
      };
      this.#waiting.add(look);
      look();
    });
  }
}

/** A keyboard: what a test types comes as it does from a terminal that passes on everything. */
export class FakeKeyboard extends Readable {
  readonly isTTY = true;
  raw = false;

  override _read(): void {}

  setRawMode(mode: boolean): void {
    this.raw = mode;
  }

  type(text: string): void {
    this.push(text);
  }
}

export interface FakeConsole extends Surroundings {
  readonly stdin: FakeKeyboard;
  readonly stdout: FakeOutput;
  readonly stderr: FakeOutput;
  readonly stop$: Subject<unknown>;
}

/** Surroundings for a command that a test runs. Without a size, its output is no terminal. */
export function fakeConsole(
  scheduler: SchedulerLike,
  options: Partial<Pick<Surroundings, 'env' | 'importClientNode' | 'dashboard'>> & {
    readonly size?: { columns: number; rows: number };
  } = {},
): FakeConsole {
  const {
    env = {},
    dashboard = '/no/dashboard',
    importClientNode = () => import('@kubernetes/client-node'),
    size,
  } = options;
  return {
    stdin: new FakeKeyboard(),
    stdout: new FakeOutput(size),
    stderr: new FakeOutput(),
    env,
    stop$: new Subject(),
    scheduler,
    runtime: 'Node v1.2.3, testos t64',
    dashboard,
    importClientNode,
  };
}
