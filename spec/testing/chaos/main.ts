import { parseArgs } from 'node:util';
import { run } from './run.js';

const USAGE = `npm run chaos -- [--seeds N] [--from S] [--bail] [--trace]

  --seeds N  how many lives, each of its own seed (default 100)
  --from S   the first seed (default 1)
  --bail     ends after the first life in which a law did not hold
  --trace    prints everything that happened in each life: for one seed

Exit code 1 when a law did not hold in one of them.
`;

function whole(text: string, option: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= 0) return value;
  process.stderr.write(`--${option} is ${JSON.stringify(text)}: expected a whole number\n\n${USAGE}`);
  process.exit(2);
}

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '100' },
    from: { type: 'string', default: '1' },
    bail: { type: 'boolean', default: false },
    trace: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(USAGE);
  process.exit(0);
}
const seeds = whole(values.seeds, 'seeds');
const from = whole(values.from, 'from');

const began = Date.now();
const total = { lives: 0, failed: 0, virtualMs: 0, requests: 0, faults: 0 };
for (let seed = from; seed < from + seeds; seed += 1) {
  const { failure, trace, virtualMs, requests, faults } = await run(seed);
  total.lives += 1;
  total.virtualMs += virtualMs;
  total.requests += requests;
  total.faults += faults;
  if (values.trace) process.stdout.write(`${trace.join('\n')}\n`);
  if (failure !== undefined) {
    total.failed += 1;
    process.stdout.write(`seed ${seed}: ${failure}\n  again: npm run chaos -- --from ${seed} --seeds 1 --trace\n`);
  }
  if (total.lives % 1000 === 0) process.stdout.write(`${total.lives} seeds, ${total.failed} failed\n`);
  if (values.bail && failure !== undefined) break;
}
const seconds = (Date.now() - began) / 1000;
const hours = total.virtualMs / 3_600_000;
process.stdout.write(
  `${total.lives} seeds from ${from}: ${total.failed} failed. ${hours.toFixed(0)} virtual hours, ${total.requests} requests, ` +
    `${total.faults} faults, in ${seconds.toFixed(0)} s\n`,
);
process.exitCode = total.failed > 0 ? 1 : 0;
