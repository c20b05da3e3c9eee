import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A program that tells what it sees in lines. */
export class LineProgram {
  readonly lines: string[] = [];
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #waiting = new Set<() => void>();
  #complaints = '';
  #ended = false;

  constructor(command: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env) {
    this.#child = spawn(command, args, { env });
    createInterface({ input: this.#child.stdout }).on('line', (line) => {
      this.lines.push(line);
      this.#look();
    });
    this.#child.stderr.on('data', (chunk) => {
      this.#complaints += String(chunk);
    });
    this.#child.on('close', () => {
      this.#ended = true;
      this.#look();
    });
  }

  /** All lines, when one of them is as wanted. Rejects when the program ends before. */
  until(isWanted: (line: string) => boolean): Promise<readonly string[]> {
    return new Promise((resolve, reject) => {
      const look = () => {
        if (this.lines.some(isWanted)) resolve([...this.lines]);
        else if (this.#ended) reject(new Error(`it ended: ${this.lines.join('\n')}\n${this.#complaints}`));
        else return;
        this.#waiting.delete(look);
      };
      this.#waiting.add(look);
      look();
    });
  }

  write(line: string): void {
    this.#child.stdin.write(`${line}\n`);
  }

  stop(): void {
    this.#child.kill();
  }

  #look(): void {
    for (const look of [...this.#waiting]) look();
  }
}
