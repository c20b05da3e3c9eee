// A small controller, and a test of it among faults: every config map labelled "mirror" gets a copy in the namespace "mirrors". Needs no cluster, and no time: an
// hour of trouble passes in a second.
import { core, createInformer } from 'rxinformer';
import { Chronicle, checkRequests, createHostileServer, Story, seeded, TestClock } from 'rxinformer/testing';

/** The controller. It believes its two caches, writes what is missing, and tries again what failed. */
function mirror(transport, scheduler, random) {
  const informer = (options) => createInformer({ transport, resource: core.configMaps, scheduler, random, ...options });
  const wanted = informer({ namespace: 'default', labelSelector: 'mirror=yes' });
  const copies = informer({ namespace: 'mirrors' });
  const write = (method, path, body) =>
    transport.request({ method, path, ...(body && { body: JSON.stringify(body) }) }).subscribe({ error: () => {} });

  const reconcile = () => {
    // Deleting what is not wanted is for those who know all that is.
    if (!wanted.status.synced || !copies.status.synced) return;
    const path = '/api/v1/namespaces/mirrors/configmaps';
    for (const { metadata, data } of wanted.snapshot.values()) {
      const copy = copies.snapshot.get(`mirrors/${metadata.name}`);
      const body = { metadata: { name: metadata.name }, data };
      if (copy === undefined) write('POST', path, body);
      else if (copy.data?.n !== data?.n) write('PUT', `${path}/${metadata.name}`, body);
    }
    for (const { metadata } of copies.snapshot.values())
      if (!wanted.snapshot.has(`default/${metadata.name}`)) write('DELETE', `${path}/${metadata.name}`);
  };

  const timer = scheduler.schedule(function () {
    reconcile();
    this.schedule(undefined, 5000);
  }, 5000);
  wanted.start();
  copies.start();
  return {
    wanted,
    copies,
    stop() {
      timer.unsubscribe();
      wanted.stop();
      copies.stop();
    },
  };
}

/** One life of the controller among faults. Throws a LawError, or an Error of its own, when something is not as it should be. */
async function live(seed) {
  const clock = new TestClock();
  const random = seeded(seed);
  const server = createHostileServer({ seed, scheduler: clock, namespaces: ['mirrors'] });
  const controller = mirror(server.transport({ client: 'mirror' }), clock, random);
  const story = new Story();
  const chronicle = new Chronicle({ oracle: server.oracle(core.configMaps, { namespace: 'mirrors' }) });
  controller.copies.events$.subscribe(story);
  controller.copies.changes$.subscribe(chronicle);

  for (let n = 0; n < 100; n++) {
    const at = { name: `c${n % 7}`, namespace: 'default' };
    const exists = server.store.list(core.configMaps, at).items.some(({ metadata }) => metadata.name === at.name);
    const object = { metadata: { ...at, labels: { mirror: random() < 0.7 ? 'yes' : 'no' } }, data: { n: String(n) } };
    if (!exists) server.store.create(core.configMaps, object);
    else if (random() < 0.3) server.store.delete(core.configMaps, at);
    else server.store.update(core.configMaps, object);
    await clock.advanceAsync(36_000 * 2 * random());
  }

  // All is well again: now everything must come right.
  server.heal();
  await clock.advanceAsync(5 * 60_000);
  story.check(controller.copies.snapshot);
  chronicle.check();
  for (const client of [controller.wanted, controller.copies]) {
    const path = client === controller.wanted ? '/default/' : '/mirrors/';
    checkRequests(server.requests.filter((request) => request.path.includes(path)));
  }
  const names = (namespace, labelSelector) =>
    server.store
      .list(core.configMaps, { namespace, labelSelector })
      .items.map(({ metadata, data }) => `${metadata.name}=${data?.n}`)
      .join(' ');
  const [wanted, found] = [names('default', 'mirror=yes'), names('mirrors')];
  if (wanted !== found) throw new Error(`wanted ${wanted}, found ${found}`);

  controller.stop();
  await server.stop();
  if (server.open + clock.pending > 0) throw new Error('something is left behind');
  return { faults: server.log.length, minutes: Math.round(clock.now() / 60_000) };
}

let faults = 0;
let minutes = 0;
const seeds = Number(process.argv[2] ?? 5);
for (let seed = 1; seed <= seeds; seed++) {
  try {
    const life = await live(seed);
    faults += life.faults;
    minutes += life.minutes;
  } catch (error) {
    console.log(`seed ${seed}: ${error.message}`);
    process.exitCode = 1;
  }
}
console.log(
  `${seeds} lives: ${faults > 20 * seeds ? 'many' : 'few'} faults, ${minutes > 60 * seeds ? 'more' : 'less'} than an hour each`,
);
