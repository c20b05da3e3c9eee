// client-node's informer and this one against the ten worst scripts of spec/cases, over real sockets on loopback. Both run at the same time,
// each in a process of its own with a server of its own, for 15 s (WINDOW=ms for another time). Prints a table in Markdown.
//
//   npm run side-by-side                                   the client-node that is installed
//   npm run side-by-side -- B11 B17                        only these scripts
//   RXINFORMER_CLIENT_NODE=folder npm run side-by-side     another one, from its package's folder
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { SCRIPTS } from './side-by-side/scripts.mjs';

const run = promisify(execFile);
const program = fileURLToPath(new URL('side-by-side/run.mjs', import.meta.url));
const windowMs = Number(process.env.WINDOW ?? 15_000);
const NAMES = ['client-node', 'rxinformer'];

async function play(number, name) {
  try {
    const { stdout } = await run(process.execPath, [program, number, name, String(windowMs)], {
      timeout: 4 * windowMs,
    });
    return JSON.parse(stdout);
  } catch (error) {
    return { died: error.killed ? 'no answer' : `the process ended (${error.code})` };
  }
}

function cell({ died, requests, rightSince, right, openWatches, unhandled }) {
  if (died !== undefined) return died;
  const parts = [`${requests} requests`];
  if (rightSince !== undefined) parts.push(`right after ${(rightSince / 1000).toFixed(1)} s`);
  if (openWatches > 1) parts.push(`${openWatches} watches open`);
  if (unhandled > 0) parts.push(`${unhandled} unhandled`);
  return `**${right ? 'right' : 'wrong'}**, ${parts.join(', ')}`;
}

function clientNodeVersion() {
  const folder = process.env.RXINFORMER_CLIENT_NODE;
  const main = folder ?? join(dirname(createRequire(import.meta.url).resolve('@kubernetes/client-node')), '..');
  return JSON.parse(readFileSync(join(main, 'package.json'), 'utf8')).version;
}

const say = (text) => process.stdout.write(`${text}\n`);
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
say(`${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${windowMs / 1000} s each\n`);
say(`| | script | client-node ${clientNodeVersion()} | rxinformer ${version} |`);
say('|---|---|---|---|');
let wrong = 0;
const wanted = process.argv.slice(2);
for (const { number, what } of SCRIPTS) {
  if (wanted.length > 0 && !wanted.includes(number)) continue;
  const [theirs, ours] = await Promise.all(NAMES.map((name) => play(number, name)));
  if (!ours.right) wrong++;
  say(`| ${number} | ${what} | ${cell(theirs)} | ${cell(ours)} |`);
}
process.exitCode = wrong === 0 ? 0 : 1;
