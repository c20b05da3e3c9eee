// An informer under observation: every law that can be seen from outside is checked while it runs.
import { createInformer } from '../../dist/index.js';
import { after } from './world.mjs';

/** L8: what one informer may start in its first minute, and in any later one. */
const FIRST_MINUTE = 12;
const LATER_MINUTE = 6;
const MINUTE_MS = 60_000;

/** Counts the lists (their later pages are none) and watches that go through a transport. */
function counting(transport, starts) {
  return {
    url: transport.url,
    request: (request) => {
      if (!request.path.includes('continue=')) starts.push(Date.now());
      return transport.request(request);
    },
  };
}

export class Follower {
  /** When each list or watch was started. */
  starts = [];
  /** What was broken, in words. */
  broken = [];
  /** Each phase or failure that was news, with its time. */
  statuses = [];
  events = 0;
  #held = new Map();

  constructor(world, { transport = world.admin, resource, namespace, ...options }) {
    this.world = world;
    this.path = pathOf(resource, namespace);
    this.informer = createInformer({ transport: counting(transport, this.starts), resource, namespace, ...options });
    this.informer.events$.subscribe((event) => this.#check(event));
    this.informer.status$.subscribe((status) => this.#note(status));
  }

  /** L3: for one key, (add update* delete)*; and each update follows on what was held. */
  #check({ type, key, object, previous }) {
    this.events++;
    const held = this.#held.get(key);
    if (type === 'add' && held !== undefined) this.broken.push(`L3: add of ${key}, which is held`);
    if (type !== 'add' && held === undefined) this.broken.push(`L3: ${type} of ${key}, which is not held`);
    if (type === 'update' && previous !== held) this.broken.push(`L3: update of ${key} from what was not held`);
    if (type === 'update' && previous?.metadata.uid !== object.metadata.uid)
      this.broken.push(`L14: ${key} reborn by an update`);
    if (type === 'delete') this.#held.delete(key);
    else this.#held.set(key, object);
  }

  #note({ phase, failure, staleSince }) {
    if (phase === 'stopped') return;
    const last = this.statuses.at(-1);
    if (last?.phase === phase && last?.kind === failure?.kind) return;
    this.statuses.push({
      at: Date.now(),
      phase,
      kind: failure?.kind,
      message: failure?.message,
      advice: failure?.advice,
      staleSince,
    });
  }

  /** Resolves when it is live and holds what the server lists (L1), with the time at which that was seen. */
  async converged(limitMs = 90_000) {
    const end = Date.now() + limitMs;
    let difference = 'it is not live';
    while (Date.now() < end) {
      if (this.informer.status.phase === 'live') {
        difference = await this.#difference();
        if (difference === '') return Date.now();
      }
      await after(50);
    }
    throw new Error(
      `L1: not converged within ${limitMs / 1000} s: ${difference} (${JSON.stringify(this.informer.status)})`,
    );
  }

  async #difference() {
    const answer = await this.world.ask('GET', this.path).catch(() => undefined);
    if (answer?.status !== 200) return 'the server does not answer';
    const wanted = versions(answer.body.items);
    const got = versions(this.informer.snapshot.values());
    return wanted === got ? '' : `the server has ${wanted.length} characters of versions, the snapshot ${got.length}`;
  }

  /** L8: the busiest first minute, and any later one, of those requests. */
  checkStorm() {
    const [first = 0] = this.starts;
    const within = (from) => this.starts.filter((at) => at >= from && at < from + MINUTE_MS).length;
    if (within(first) > FIRST_MINUTE) this.broken.push(`L8: ${within(first)} requests in the first minute`);
    const later = this.starts.filter((at) => at >= first + MINUTE_MS);
    const busiest = Math.max(0, ...later.map(within));
    if (busiest > LATER_MINUTE) this.broken.push(`L8: ${busiest} requests in a later minute`);
  }

  /** What it said since then, in short: `retrying network, listing, live`. */
  saidSince(time) {
    const words = this.statuses
      .filter(({ at }) => at >= time)
      .map(({ phase, kind }) => (kind ? `${phase} (${kind})` : phase));
    return words.filter((word, at) => word !== words[at - 1]).join(', ');
  }

  stop() {
    this.informer.stop();
    this.checkStorm();
  }
}

function pathOf({ group, version, plural }, namespace) {
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
  return `${root}${namespace === undefined ? '' : `/namespaces/${namespace}`}/${plural}`;
}

function versions(objects) {
  return [...objects]
    .map(({ metadata }) => `${metadata.namespace}/${metadata.name}@${metadata.resourceVersion}#${metadata.uid}`)
    .sort()
    .join('\n');
}
