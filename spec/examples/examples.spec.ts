import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { core } from '../../lib/kubernetes/index.js';
import { createApiServer } from '../../lib/server/index.js';
import { kubeConfigFile } from '../support/kube-configs.js';

/** Runs an example as a user does, with the package as it was built. */
function start(example: string, env: NodeJS.ProcessEnv = {}): ChildProcess {
  return spawn(process.execPath, [`examples/${example}.mjs`], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Collects lines until enough of them came or the program ended. */
async function linesOf(program: ChildProcess, enough: (lines: string[]) => boolean = () => false): Promise<string[]> {
  let text = '';
  const lines = () => text.split('\n').filter((line) => line !== '');
  await new Promise<void>((resolve) => {
    const take = (data: Buffer) => {
      text += data;
      if (enough(lines())) program.kill('SIGINT');
    };
    program.stdout?.on('data', take);
    program.stderr?.on('data', take);
    program.on('close', () => resolve());
  });
  return lines();
}

const pod = (name: string) => ({
  metadata: { name, namespace: 'default' },
  spec: { containers: [] },
});

describe('examples', () => {
  it('first-program: says what happens, and what is wrong', async () => {
    const server = createApiServer();
    server.store.create(core.pods, pod('web-0'));
    const { url, close } = await server.listen({});
    const program = start('first-program', { KUBECONFIG: kubeConfigFile(url) });
    const lines = await linesOf(program, (seen) => {
      if (seen.includes('live') && server.store.list(core.pods).items.length === 1)
        server.store.create(core.pods, pod('web-1'));
      if (seen.some((line) => line.includes('web-1'))) void close();
      return seen.some((line) => line.startsWith('retrying: '));
    });
    expect(lines).toEqual(
      expect.arrayContaining(['listing', 'add default/web-0 Pending', 'live', 'add default/web-1 Pending']),
    );
    expect(lines.at(-1)).toMatch(/^retrying: watch http.*api\/v1\/pods: .*\. See that the API server runs/);
  });

  it('indexes-and-handlers', async () => {
    expect(await linesOf(start('indexes-and-handlers'))).toEqual([
      'on worker-1: default/web-0',
      'was there: web-0',
      'was there: web-1',
      'on worker-1: default/web-0, default/web-2',
      'new: web-2',
      'gone: web-1',
    ]);
  });

  it('factory', async () => {
    expect(await linesOf(start('factory'))).toEqual([
      'the same informer: true',
      'add shop/settings',
      'add billing/settings',
      'delete shop/settings',
    ]);
  });

  it('parts', async () => {
    expect(await linesOf(start('parts'))).toEqual([
      'replace add default/first',
      'watch add default/second',
      'default/first, default/second',
    ]);
  });

  it('reflector, alone', async () => {
    expect(await linesOf(start('reflector'))).toEqual([
      'status: listing',
      'replace {"default/colors":{"sky":"blue"}}',
      'status: live',
      'added {"default/colors":{"sky":"blue"},"default/fonts":{}}',
      'deleted {"default/fonts":{}}',
    ]);
  });

  it('deltaFIFO, alone', async () => {
    expect(await linesOf(start('delta-fifo'))).toEqual([
      'order-1 Added sent',
      'order-2 Added new, Deleted cancelled, Added new again',
      '---',
      'order-1 Updated arrived',
      '---',
      'order-2 Updated paid',
      '---',
    ]);
  });

  it('indexInto, alone', async () => {
    expect(await linesOf(start('index-into'))).toEqual([
      'add east, add west, add lake',
      '  Bern: east,west',
      '  Zug: lake',
      'delete lake, update west',
      '  Basel: west',
      '  Bern: east',
    ]);
  });

  it('compat: a program for client-node, with one import changed', async () => {
    const lines = await linesOf(start('compat'));
    expect(lines).toContain('connected');
    expect(lines.filter((line) => line !== 'connected')).toEqual([
      'add web-0',
      'in the cache: web-0',
      'add web-1',
      'update web-0',
      'update web-1', // marked as being deleted
      'delete web-1',
    ]);
  });

  it('waiting-and-slow-work', async () => {
    const lines = await linesOf(start('waiting-and-slow-work'));
    const about = (word: string) => lines.filter((line) => line.startsWith(word));
    expect(about('created')).toEqual(['created: default/web-0']);
    expect(about('is now')).toEqual(['is now: Running', 'is now: undefined']);
    expect(about('work on')).toEqual(['work on: add Pending', 'work on: update Running', 'work on: delete Running']);
    expect(about('draw')[0]).toBe('draw: 1');
    expect(lines.at(-1)).toBe('NotReadyError: pods: the informer was stopped');
  });

  it('testing-a-controller: it outlives all faults, and comes right in the end', async () => {
    expect(await linesOf(start('testing-a-controller'))).toEqual(['5 lives: many faults, more than an hour each']);
  }, 60_000);

  it('views', async () => {
    const lines = await linesOf(start('views'));
    const inOrder = [
      'web-13 6 east, web-20 6 east, web-27 6 east, … of 30',
      'web-12 5 west, web-19 5 west, web-26 5 west, … of 13',
      'web-26 5 west, web-24 3 west, web-22 1 west, … of 4',
      'web-221 9 west, web-26 5 west, web-24 3 west, … of 5',
    ];
    expect(lines.filter((line) => inOrder.includes(line))).toEqual(inOrder);
    expect(lines).toContain('worker-0: 17, 48; worker-1: 13, 37');
    expect(lines).toContain('worker-0: 17, 48; worker-1: 14, 46');
  });

  it('are what README and guide show', () => {
    const program = readFileSync('examples/first-program.mjs', 'utf8').split('\n').slice(1).join('\n').trim();
    expect(readFileSync('README.md', 'utf8')).toContain(program);
    const [, compat = ''] = readFileSync('examples/compat.mjs', 'utf8').split(/^\/\/ -+.*\n/m);
    expect(readFileSync('docs/compat.md', 'utf8')).toContain(compat.trim());
  });
});
