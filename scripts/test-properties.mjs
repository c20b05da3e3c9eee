// Runs every property test with many cases, 10,000 unless RXINFORMER_RUNS says otherwise, and prints for each how many it ran and from which seed.
// Arguments are those of jest: npm run test:properties -- spec/delta
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

const root = new URL('..', import.meta.url).pathname;
const runs = process.env.RXINFORMER_RUNS ?? '10000';
const report = join(mkdtempSync(join(tmpdir(), 'rxinformer-properties-')), 'report.jsonl');

/** The specs that try properties. */
const specs = readdirSync(join(root, 'spec'), { recursive: true })
  .map((name) => join('spec', name))
  .filter((name) => name.endsWith('.spec.ts') && /support\/runs\.js'/.test(readFileSync(join(root, name), 'utf8')))
  .filter((name) => !name.startsWith(join('spec', 'cluster')));
const args = process.argv.slice(2);
const paths = args.filter((arg) => !arg.startsWith('-'));
const chosen = specs.filter((name) => paths.length === 0 || paths.some((path) => name.includes(path)));

const started = Date.now();
const { status } = spawnSync(
  process.execPath,
  [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    join(root, 'node_modules/jest/bin/jest.js'),
    '--testTimeout=14400000',
    ...args.filter((arg) => arg.startsWith('-')),
    ...chosen,
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, RXINFORMER_RUNS: runs, RXINFORMER_PROPERTIES: report } },
);

/** A file that no property wrote to is none. */
function lines() {
  try {
    return readFileSync(report, 'utf8').trim().split('\n');
  } catch {
    return [];
  }
}

const results = lines().map((line) => JSON.parse(line));
for (const { property, testPath, runs, seed, failed } of results.sort((a, b) => a.testPath.localeCompare(b.testPath)))
  console.log(
    `${failed ? 'FAILED' : 'ok'} ${String(runs).padStart(6)} runs, seed ${seed}: ${relative(root, testPath)}: ${property}`,
  );
const failures = results.filter(({ failed }) => failed).length;
console.log(`${results.length} properties, ${failures} failed, in ${Math.round((Date.now() - started) / 1000)} s`);
process.exitCode = status ?? 1;
