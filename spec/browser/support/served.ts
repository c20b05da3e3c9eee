import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MAIN = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..', 'dist', 'cli', 'main.js');

/** `rxinformer serve` in a process of its own, as people run it. */
export class Served {
  private constructor(
    readonly url: string,
    /** Where the demo's own API server is. */
    private readonly own: string,
    private readonly child: ChildProcess,
  ) {}

  static async with(...args: readonly string[]): Promise<Served> {
    const child = spawn(process.execPath, [MAIN, 'serve', '--port', '0', ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    for await (const chunk of child.stdout) {
      said += chunk;
      if (said.includes('Ctrl-C')) break;
    }
    const [, url] = /^ {2}(http:\S+)\/$/m.exec(said) ?? [];
    const [, own = ''] = /own API server is at (http:\S+):/.exec(said) ?? [];
    if (url === undefined) throw new Error(`rxinformer serve did not begin: ${said}`);
    return new Served(url, own, child);
  }

  /** How many writes there were, ever. */
  async writes(): Promise<number> {
    const { metadata } = await (await fetch(`${this.own}/api/v1/pods?limit=1`)).json();
    return Number(metadata.resourceVersion);
  }

  async stop(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.kill('SIGINT');
    await ended;
  }
}
