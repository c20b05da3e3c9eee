// Many writes for a long time, informers that come and go, and a server that dies now and then: memory must not grow, and no socket stay.
import { readdirSync, readlinkSync } from 'node:fs';
import { core } from '../../dist/index.js';
import { Follower } from './follower.mjs';
import { after } from './world.mjs';

const configMaps = '/api/v1/namespaces/soak/configmaps';
const OBJECTS = 500;
const WRITERS = 4;
/** Of each writer, after each write. */
const PAUSE_MS = 50;
const STAYING = 3;
const SAMPLE_MS = 15_000;
const RESTART_MS = 120_000;

/** All sockets of this process, idle ones too: those that Node itself calls active leave them out. */
export function openSockets() {
  const isSocket = (name) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`).startsWith('socket:');
    } catch {
      return false; // closed meanwhile
    }
  };
  return readdirSync('/proc/self/fd').filter(isSocket).length;
}

function heapMB() {
  globalThis.gc();
  globalThis.gc();
  return process.memoryUsage().heapUsed / 1e6;
}

/** @returns figures, and what was broken */
export async function soak(world, minutes, say) {
  await world.write('POST', '/api/v1/namespaces', { metadata: { name: 'soak' } });
  for (let at = 0; at < OBJECTS; at++) await world.write('POST', configMaps, object(at, 0));
  const options = { resource: core.configMaps, namespace: 'soak' };
  const staying = Array.from({ length: STAYING }, () => new Follower(world, options));
  for (const follower of staying) await follower.converged();
  const run = { going: true, writes: 0, visitors: 0, restarts: 0, broken: [], samples: [] };
  const end = Date.now() + minutes * 60_000;
  const working = [
    ...Array.from({ length: WRITERS }, (_, at) => writing(world, run, at)),
    visiting(world, run, options),
    restarting(world, run),
  ];
  while (Date.now() < end) {
    await after(Math.min(SAMPLE_MS, Math.max(0, end - Date.now())));
    const sample = { heapMB: heapMB(), rssMB: process.memoryUsage().rss / 1e6, sockets: openSockets() };
    run.samples.push(sample);
    const rate = `${run.writes} writes, ${staying[0].events} events, ${run.visitors} visitors, ${run.restarts} restarts`;
    say(
      `  ${((end - Date.now()) / 60_000).toFixed(1)} min left: heap ${sample.heapMB.toFixed(1)} MB, ${sample.sockets} sockets; ${rate}`,
    );
  }
  run.going = false;
  await Promise.all(working);
  await world.ready();
  for (const follower of staying) await follower.converged();
  const events = staying[0].events;
  for (const follower of staying) follower.stop();
  return { ...run, events, broken: [...run.broken, ...staying.flatMap(({ broken }) => broken)] };
}

function object(at, value) {
  return {
    metadata: { name: `o-${at}`, labels: { part: String(at % 7) } },
    data: { value: String(value), text: 'x'.repeat(500) },
  };
}

/** Most writes change an object, some take it away and bring it back. */
async function writing(world, run, writer) {
  for (let count = 0; run.going; count++) {
    const at = (count * WRITERS + writer) % OBJECTS;
    const path = `${configMaps}/o-${at}`;
    const steps =
      count % 10 === 9
        ? [
            ['DELETE', path],
            ['POST', configMaps, object(at, count)],
          ]
        : [['PATCH', path, { data: { value: String(count) } }]];
    for (const step of steps) {
      const answer = await world.ask(...step).catch(() => undefined);
      if (answer?.status < 300) run.writes++;
      else await after(200);
    }
    await after(PAUSE_MS);
  }
}

/** Informers that come, see everything, and go. */
async function visiting(world, run, options) {
  while (run.going) {
    const visitor = new Follower(world, { ...options, labelSelector: `part=${run.visitors % 7}` });
    await Promise.race([visitor.informer.ready({ wait: true }).catch(() => {}), after(30_000)]);
    await after(2000);
    visitor.stop();
    run.broken.push(...visitor.broken);
    run.visitors++;
  }
}

async function restarting(world, run) {
  let next = Date.now() + RESTART_MS;
  while (run.going) {
    await after(500);
    if (Date.now() < next) continue;
    await world.killApiServer(2000);
    run.restarts++;
    next = Date.now() + RESTART_MS;
  }
}

/** Means of the samples of the second quarter and of the last: what was warm already, and what came of it. */
export function heapGrowth(samples) {
  const quarter = Math.max(1, Math.floor(samples.length / 4));
  const mean = (part) => part.reduce((sum, { heapMB: heap }) => sum + heap, 0) / part.length;
  const [early, late] = [mean(samples.slice(quarter, 2 * quarter)), mean(samples.slice(-quarter))];
  return { early, late, grown: late - early };
}
