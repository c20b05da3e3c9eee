// Runs this project and its peers on the same load server, one after the other, several times, and prints what they need side by side.
//   npm run bench [-- --quick] [--only sync-10k,watch | --scenario sync-10k,watch] [--subject rxinformer,client-go] [--runs N] [--scale 0.1]
//     [--out json] [--write] [--document docs/performance.md]
// --quick     what takes a few minutes: up to 10,000 pods, and fewer runs
// --only      these scenarios, and their tables are put into docs/performance.md, each as soon as it is there: the others stay as they are
// --scenario  these scenarios, which are only printed
// --scale     the loads smaller by this factor, to try the bench itself
// --out json  all figures instead of Markdown
// --write     puts the tables into docs/performance.md too; a full run does so anyway, as --only does
// The peers are installed into ~/.cache/rxinformer-bench: client-node by npm, client-go by `go` where there is one.
import { cpus, loadavg, release, totalmem, type } from 'node:os';
import { parseArgs } from 'node:util';
import { round } from './measure/figures.mjs';
import { LoadServer } from './measure/load-server.mjs';
import { writeTables } from './run/document.mjs';
import { figuresOf, startLoad } from './run/programs.mjs';
import { summary } from './run/results.mjs';
import { SCENARIOS } from './run/scenarios.mjs';
import { prepare, SUBJECT_NAMES } from './run/subjects.mjs';
import { markdown, sections } from './run/table.mjs';

const { values: args } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    scenario: { type: 'string' },
    only: { type: 'string' },
    subject: { type: 'string' },
    runs: { type: 'string' },
    scale: { type: 'string', default: '1' },
    out: { type: 'string', default: 'table' },
    write: { type: 'boolean', default: false },
    document: { type: 'string' },
  },
});
const DOCUMENT = args.document ?? new URL('../docs/performance.md', import.meta.url);

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
  const busy = round(loadavg()[0]);
  const place = server === undefined ? [] : ['--port', server.port];
  for (let turn = 1; turn <= runs; turn++) {
    for (const subject of subjects.filter((name) => !failures.has(name))) {
      say(`${scenario.name}: ${subject}, ${turn} of ${runs}`);
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
    load: busy,
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
    const result = await run(scenario, ready, server);
    results.push(result);
    if (isWritten) write([result]);
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
  };
}

/** As soon as a table is there, so that a bench that is broken off need not begin again. */
function write(results) {
  writeTables(DOCUMENT, sections({ machine: machine(), results }), SCENARIO_NAMES);
  say(`${results.map(({ name }) => name).join(', ')}: written down`);
}

const SCENARIO_NAMES = SCENARIOS.map(({ name }) => name);
const asked = args.only ?? args.scenario;
const names = chosen(args.only === undefined ? 'scenario' : 'only', asked, SCENARIO_NAMES);
const subjects = chosen('subject', args.subject, SUBJECT_NAMES);
const scenarios = SCENARIOS.filter(({ name, isQuick }) => names.includes(name) && (asked || isQuick || !args.quick));
const needed = subjects.filter((subject) => scenarios.some((scenario) => scenario.subjects.includes(subject)));
const isWhole = !args.quick && asked === undefined && args.subject === undefined && args.scale === '1';
const isWritten = args.write || isWhole || args.only !== undefined;
const measured = { machine: machine(), results: await runAll(scenarios.map(scaled), prepare(needed, say)) };
process.stdout.write(`${args.out === 'json' ? JSON.stringify(measured, undefined, 2) : markdown(measured)}\n`);
