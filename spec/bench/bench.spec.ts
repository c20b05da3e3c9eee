/** The bench as its users start it, with small loads: that it runs, and what is held of a pod, which no clock decides. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';

const run = promisify(execFile);
const root = new URL('../..', import.meta.url).pathname;
const PODS = 2000;

let load: ChildProcess;
let port: number;

beforeAll(async () => {
  const args = ['bench/load/server.mjs', '--port', '0', '--pods', String(PODS), '--events', '500'];
  load = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  if (load.stdout === null) throw new Error('the load server has no output');
  for await (const line of createInterface({ input: load.stdout })) {
    port = JSON.parse(line).port;
    break;
  }
});

afterAll(() => {
  load.kill();
});

async function figures(...args: string[]): Promise<Record<string, unknown>> {
  const program = ['--expose-gc', 'bench/informer.mjs', '--port', String(port), '--out', 'json', ...args];
  return JSON.parse((await run(process.execPath, program, { cwd: root })).stdout);
}

it('L18: holds at most 4 KB of a pod of 8.7 KB, with its snapshot and an index', async () => {
  const { pods, heapPerPodKB } = await figures();
  expect(pods).toBe(PODS);
  expect(heapPerPodKB).toBeLessThan(4);
});

it('L18: holds at most 6 KB of a pod with its managedFields', async () => {
  const { managedFields, heapPerPodKB } = await figures('--managed-fields', 'keep');
  expect(managedFields).toBe('keep');
  expect(heapPerPodKB).toBeLessThan(6);
});

it('L18: the store holds at most 400 bytes of an object with an index, of which the object itself is half', async () => {
  const program = ['--expose-gc', 'bench/commit.mjs', '--objects', '20000', '--commits', '1'];
  const { heapPerObjectB } = JSON.parse((await run(process.execPath, program, { cwd: root })).stdout);
  expect(heapPerObjectB).toBeLessThan(400);
});

it('prints the figures of a sync, of a watch and of a relist', async () => {
  const all = await figures('--watch', '1', '--relist', '0.1', '--subscribers', '2', '--slow');
  const numbers = Object.entries(all).filter(([, value]) => typeof value === 'number' && Number.isFinite(value));
  expect(numbers.map(([name]) => name)).toEqual([
    'pods',
    'syncMs',
    'syncCpuMs',
    'syncMaxBlockMs',
    'peakRssMB',
    'heapMB',
    'heapPerPodKB',
    'eventsPerS',
    'eventsPerSMin',
    'eventsPerSMax',
    'cpuUsPerEvent',
    'watchMaxBlockMs',
    'watchPeakRssMB',
    'heapGrowthMB',
    'relistMs',
    'relistCpuMs',
    'relistMaxBlockMs',
    'relistPeakRssMB',
    'relistHeapPercent',
  ]);
});

it('puts the tables that are measured anew into a document, in their order, and leaves the others there', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rxinformer-bench-'));
  const document = join(folder, 'performance.md');
  const other = '### Another (`sync-10k`)\n\n| |\n\nYesterday.';
  const old = '### Old (`commit-1k`)\n\nIt was slow.';
  await writeFile(document, `Before\n<!-- bench: begin -->\n${old}\n\n${other}\n<!-- bench: end -->\nAfter\n`);
  const small = ['--only', 'commit-1k', '--subject', 'store', '--runs', '1', '--scale', '0.2', '--document', document];
  await run(process.execPath, ['bench/run.mjs', ...small], { cwd: root });
  const written = await readFile(document, 'utf8');
  await rm(folder, { recursive: true });
  expect(written).toMatch(
    /^Before\n<!-- bench: begin -->\n### Another[\s\S]*Yesterday\.\n\n### One commit in a store of 1,000[\s\S]*<!-- bench: end -->\nAfter\n$/,
  );
  expect(written).not.toContain('It was slow');
});

it('prints a table for each scenario, and names the scenarios to whoever asks for another', async () => {
  const bench = (...args: string[]) => run(process.execPath, ['bench/run.mjs', ...args], { cwd: root });
  const small = ['--scenario', 'sync-1k,commit-1k', '--subject', 'rxinformer,store', '--runs', '1', '--scale', '0.2'];
  const { stdout } = await bench(...small);
  expect(stdout).toContain('### Sync of 1,000 pods (`sync-1k`)');
  expect(stdout).toMatch(/\| \*\*rxinformer\*\* \|( [\d.,]+ (ms|KB|MB) \|){5}/);
  expect(stdout).toMatch(/\| \*\*rxinformer\*\* \|( [\d.,]+ (µs|B|MB) \|){3}/);
  await expect(bench('--scenario', 'sync')).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching('sync-10k'),
  });
});
