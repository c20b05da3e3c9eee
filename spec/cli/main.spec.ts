import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it, jest } from '@jest/globals';

jest.setTimeout(30_000);

const PROGRAM = 'dist/cli/main.js';

/** Runs the command as it was built, in a process of its own. */
function start(...words: string[]): ChildProcess {
  return spawn(process.execPath, [PROGRAM, ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
}

/** All that a process wrote to stderr, and its exit code. */
async function end(child: ChildProcess): Promise<{ code: unknown; errors: string }> {
  let errors = '';
  child.stderr?.on('data', (data: Buffer) => {
    errors += data;
  });
  const [code] = await once(child, 'close');
  return { code, errors };
}

describe('the program', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('ends by itself with 0 when it gets %s', async (signal) => {
    const child = start('watch', 'pods', '-A', '--demo');
    const ended = end(child);
    await once(child.stdout ?? child, 'data');
    child.kill(signal);
    expect(await ended).toEqual({ code: 0, errors: expect.stringMatching(/^(rxinformer: live\n)?$/) });
  });

  it('ends quietly with 0 when its reader has gone, as behind | head', async () => {
    const child = start('watch', 'pods', '-A', '--demo', '--rate', '50', '--output', 'json');
    const ended = end(child);
    await once(child.stdout ?? child, 'data');
    child.stdout?.destroy();
    expect(await ended).toEqual({ code: 0, errors: expect.stringMatching(/^(rxinformer: live\n)?$/) });
  });

  it('examines, and says on what it runs', async () => {
    const child = start('doctor', 'pods', '--demo', '--watch-seconds', '0.1', '--output', 'json');
    let page = '';
    child.stdout?.on('data', (data: Buffer) => {
      page += data;
    });
    expect(await end(child)).toEqual({ code: 0, errors: '' });
    expect(JSON.parse(page)).toMatchObject({
      works: true,
      runtime: expect.stringContaining(`Node ${process.version}, `),
    });
  });

  it('ends with 2 for a command line that is wrong, and with its version for the question', async () => {
    expect(await end(start('watch', '--pods'))).toMatchObject({
      code: 2,
      errors: expect.stringMatching(/^rxinformer: unknown option '--pods'/),
    });
    const asked = start('--version');
    const [data] = await once(asked.stdout ?? asked, 'data');
    expect(String(data)).toMatch(/^\d+\.\d+\.\d+\S*\n$/);
  });
});
