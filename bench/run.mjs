// Runs this project and its peers on the same load server, one after the other, several times, and prints what they need side by side.
//   npm run bench [-- --quick] [--scenario sync-10k,watch] [--subject rxinformer,client-go] [--runs N] [--scale 0.1] [--out json] [--write]
// --quick     what takes a few minutes: up to 10,000 pods, and fewer runs
// --scale     the loads smaller by this factor, to try the bench itself
// --out json  all figures instead of Markdown
// --write     puts the tables into docs/performance.md too; a full run does so anyway
// The peers are installed into ~/.cache/rxinformer-bench: client-node by npm, client-go by `go` where there is one.
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem, type } from 'node:os';
import { parseArgs } from 'node:util';
import { round } from './measure/figures.mjs';
import { LoadServer } from './measure/load-server.mjs';
import { figuresOf, startLoad } from './run/programs.mjs';
import { summary } from './run/results.mjs';
import { SCENARIOS } from './run/scenarios.mjs';
import { prepare, SUBJECT_NAMES } from './run/subjects.mjs';
import { markdown } from './run/table.mjs';

const { values: args } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    scenario: { type: 'string' },
    subject: { type: 'string' },
    runs: { type: 'string' },
    scale: { type: 'string', default: '1' },
    out: { type: 'string', default: 'table' },
    write: { type: 'boolean', default: false },
  },
});
const DOCUMENT = new URL('../docs/performance.md', import.meta.url);
const BEGIN = '<!-- bench: begin -->';
const END = '<!-- bench: end -->';

const say = (text) => process.stderr.write(`${text}\n`);
const runs = Number(args.runs ?? (args.quick ? 3 : 5));

function chosen(option, text, names) {
  const wanted = text?.split(',') ?? names;
  const unknown = wanted.filter((name) => !names.includes(name));
  if (unknown.length === 0) return wanted;
  say(`--${option}: there is no ${unknown.join(', ')}; there is ${names.join(', ')}`);
  process.exit(2);
}

function scaled(scenario) {
  const scale = Number(args.scale);
  if (scale === 1) return scenario;
  const less = (count) => Math.max(200, Math.round(count * scale));
  const { load, arguments: given } = scenario;
  if (load === undefined) return { ...scenario, arguments: ['--objects', less(given[1])] };
  return { ...scenario, load: { ...load, pods: less(load.pods), events: less(load.events) } };
}

/** Runs a scenario: in each round everybody once, so that a busy minute of the machine is nobody's alone. */
async function run(scenario, ready, server) {
  const subjects = scenario.subjects.filter((name) => ready.has(name));
  const runsOf = new Map(subjects.map((name) => [name, []]));
  const failures = new Map();
  if (server !== undefined) await server.control(`gzip=${scenario.gzip ? 1 : 0}`);
  const place = server === undefined ? [] : ['--port', server.port];
  for (let round = 1; round <= runs; round++) {
    for (const subject of subjects.filter((name) => !failures.has(name))) {
      say(`${scenario.name}: ${subject}, ${round} of ${runs}`);
      try {
        const program = ready.get(subject)(scenario.load ?? {});
        runsOf.get(subject).push(await figuresOf(program, [...place, ...scenario.arguments]));
      } catch (error) {
        failures.set(subject, error.message);
        say(`${scenario.name}: ${subject} failed: ${error.message}`);
      }
    }
  }
  const { name, title, figures } = scenario;
  return {
    name,
    title,
    figures,
    rows: subjects.filter((each) => !failures.has(each)).map((each) => summary(each, runsOf.get(each))),
    absent: [...failures.keys()].map((each) => `${each}, which failed`),
  };
}

async function runAll(scenarios, ready) {
  const results = [];
  let server;
  let loaded;
  for (const scenario of scenarios) {
    const load = JSON.stringify(scenario.load);
    if (load !== loaded) {
      server?.stop();
      loaded = load;
      server = load === undefined ? undefined : await serverFor(scenario.load);
    }
    results.push(await run(scenario, ready, server));
  }
  server?.stop();
  return results;
}

async function serverFor(load) {
  say(`load server: writing ${load.pods} pods down`);
  const { port, stop } = await startLoad(load);
  return Object.assign(new LoadServer(port), { port, stop });
}

function machine() {
  return {
    date: new Date().toISOString().slice(0, 10),
    cpus: cpus().length,
    model: cpus()[0]?.model.trim() ?? 'unknown',
    memoryGB: round(totalmem() / 1e9, 0),
    system: `${type()} ${release()}`,
    node: process.version,
    runs,
    scale: Number(args.scale),
    load: round(loadavg()[0]),
  };
}

function write(tables) {
  const text = readFileSync(DOCUMENT, 'utf8');
  const begin = text.indexOf(BEGIN);
  const end = text.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`docs/performance.md has no place between ${BEGIN} and ${END}`);
  writeFileSync(DOCUMENT, `${text.slice(0, begin + BEGIN.length)}\n${tables}\n${text.slice(end)}`);
  say('docs/performance.md: written');
}

const names = chosen(
  'scenario',
  args.scenario,
  SCENARIOS.map(({ name }) => name),
);
const subjects = chosen('subject', args.subject, SUBJECT_NAMES);
const scenarios = SCENARIOS.filter(
  ({ name, isQuick }) => names.includes(name) && (args.scenario || isQuick || !args.quick),
);
const needed = subjects.filter((subject) => scenarios.some((scenario) => scenario.subjects.includes(subject)));
const measured = { machine: machine(), results: await runAll(scenarios.map(scaled), prepare(needed, say)) };
process.stdout.write(`${args.out === 'json' ? JSON.stringify(measured, undefined, 2) : markdown(measured)}\n`);
const isWhole = !args.quick && args.scenario === undefined && args.subject === undefined && args.scale === '1';
if (args.write || isWhole) write(markdown(measured));
