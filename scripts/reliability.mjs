// What becomes of an informer when a real kube-apiserver and etcd are killed, frozen, compacted and starved: npm run reliability
//
//   KUBEBUILDER_ASSETS   the folder with etcd and kube-apiserver, as setup-envtest installs them; Linux only, for the count of sockets
//   --only TEXT          just the scenarios whose name has TEXT
//   --soak-minutes N     how long the soak lasts; default 30, 0 for none
//
// It prints a table for docs/reliability.md, and ends with 1 when a law was broken.
import { parseArgs } from 'node:util';
import { SCENARIOS } from './reliability/scenarios.mjs';
import { heapGrowth, openSockets, soak } from './reliability/soak.mjs';
import { after, World } from './reliability/world.mjs';

const { values } = parseArgs({
  options: { only: { type: 'string' }, 'soak-minutes': { type: 'string', default: '30' } },
});
const minutes = Number(values['soak-minutes']);
const assets = process.env.KUBEBUILDER_ASSETS;
if (assets === undefined) fail('KUBEBUILDER_ASSETS is not set: it names the folder with etcd and kube-apiserver');
if (!(minutes >= 0)) fail(`--soak-minutes ${values['soak-minutes']} is no number of minutes`);
if (globalThis.gc === undefined) fail('run it with node --expose-gc, as npm run reliability does');

/** MB by which the heap may be larger at the end of a soak: less than the soak's own journal and V8's code come to. */
const MOST_GROWTH_MB = 1;

function fail(why) {
  process.stderr.write(`reliability: ${why}\n`);
  process.exit(2);
}
const say = (text) => process.stdout.write(`${text}\n`);
const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;
const broken = [];

// The exit takes the control plane with it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));

const before = openSockets();
const world = await World.start(assets);
try {
  const chosen = SCENARIOS.filter(({ name }) => values.only === undefined || name.includes(values.only));
  if (chosen.length > 0)
    say(
      '| what happens | the status says | well again after | lists and watches | events | broken |\n|---|---|---|---|---|---|',
    );
  for (const { name, run } of chosen) {
    const { follower, begin, recoveryMs } = await run(world);
    const asked = follower.starts.filter((at) => at >= begin).length;
    say(
      `| ${name} | ${follower.saidSince(begin) || 'live all the while'} | ${seconds(recoveryMs)} | ${asked} | ${follower.events} | ${follower.broken.join('; ') || 'nothing'} |`,
    );
    broken.push(...follower.broken.map((what) => `${name}: ${what}`));
  }
  if (minutes > 0 && (values.only === undefined || 'soak'.includes(values.only))) await soaked();
} catch (error) {
  broken.push(String(error.stack ?? error));
} finally {
  await world.stop();
}

async function soaked() {
  say(`\nsoak of ${minutes} min:`);
  const { writes, events, visitors, restarts, samples, broken: found } = await soak(world, minutes, say);
  const { early, late, grown } = heapGrowth(samples);
  await after(35_000); // keep-alive connections are closed by then
  const left = openSockets() - before;
  say(
    `${writes} writes, ${events} events at each of 3 informers, ${visitors} informers came and went, ${restarts} restarts`,
  );
  say(
    `heap after collection: ${early.toFixed(1)} MB in the second quarter, ${late.toFixed(1)} MB in the last; sockets left at the end: ${left}`,
  );
  broken.push(...found);
  if (grown > MOST_GROWTH_MB) broken.push(`L18: the heap grew by ${grown.toFixed(1)} MB`);
  if (left > 0) broken.push(`L9: ${left} sockets are left`);
}

if (broken.length > 0) say(`\nbroken:\n${broken.join('\n')}`);
process.exitCode = broken.length > 0 ? 1 : 0;
