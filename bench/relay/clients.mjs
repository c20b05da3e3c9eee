// A thousand clients of a relay, in one process: each watches over a connection of its own, and checks that it is told every event, in order.
// They read bytes and parse no JSON, so that they cost less than what they measure.
import { connect } from 'node:net';
import { answering } from './messages.mjs';

const NUMBER = Buffer.from('"n":"');
const SENT = Buffer.from('"sent":"');
const QUOTE = 0x22;
/** Bytes that may be the beginning of an event whose rest comes later. */
const TAIL = 64;
const WATCH = '/api/v1/configmaps?watch=1&allowWatchBookmarks=true&resourceVersion=';

/** When each event was written upstream, in nanoseconds of the clock that all processes of a machine share. */
const sentAt = [];
/** Milliseconds from there to a client, counted by tenths. */
let latencies = new Float64Array(100_000);
let faults = 0;
let clients = [];
let stalled = [];

class Client {
  /** The number of the last event. */
  last = undefined;
  count = 0;
  #rest = Buffer.alloc(0);

  constructor(socket) {
    socket.on('data', (chunk) => this.#take(chunk));
  }

  #take(chunk) {
    const now = process.hrtime.bigint();
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    let from = 0;
    for (;;) {
      const at = bytes.indexOf(NUMBER, from);
      const end = at < 0 ? -1 : bytes.indexOf(QUOTE, at + NUMBER.length);
      const sent = end < 0 ? -1 : bytes.indexOf(SENT, end);
      const sentEnd = sent < 0 ? -1 : bytes.indexOf(QUOTE, sent + SENT.length);
      if (sentEnd < 0) {
        this.#rest = Buffer.from(at < 0 ? bytes.subarray(Math.max(from, bytes.length - TAIL)) : bytes.subarray(at));
        return;
      }
      const number = numberIn(bytes, at + NUMBER.length, end);
      if (sentAt[number] === undefined) sentAt[number] = BigInt(bytes.toString('latin1', sent + SENT.length, sentEnd));
      this.#tell(number, now);
      from = sentEnd;
    }
  }

  #tell(number, now) {
    if (this.last !== undefined && number !== this.last + 1) faults++;
    this.last = number;
    this.count++;
    const tenths = Math.round(Number(now - sentAt[number]) / 100_000);
    latencies[Math.min(Math.max(0, tenths), latencies.length - 1)]++;
  }
}

function numberIn(bytes, from, to) {
  let number = 0;
  for (let i = from; i < to; i++) number = number * 10 + bytes[i] - 0x30;
  return number;
}

/** A watch whose head has come. */
function watching(url, version) {
  const { hostname, port, host } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ port: Number(port), host: hostname, noDelay: true });
    socket.on('error', reject);
    socket.write(`GET ${WATCH}${version} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    socket.once('data', (chunk) => {
      if (chunk.toString('latin1', 0, 12) === 'HTTP/1.1 200') resolve(socket);
      else reject(new Error(chunk.toString('latin1')));
    });
  });
}

function percentile(share) {
  const total = latencies.reduce((sum, count) => sum + count, 0);
  let seen = 0;
  const at = latencies.findIndex((count) => {
    seen += count;
    return seen >= total * share;
  });
  return at / 10;
}

answering({
  async connect({ url, version, count }) {
    for (let i = 0; i < count; i += 50)
      clients.push(
        ...(await Promise.all(
          Array.from({ length: Math.min(50, count - i) }, async () => {
            const socket = await watching(url, version);
            return { socket, client: new Client(socket) };
          }),
        )),
      );
  },

  /** Forgets what was counted. */
  reset() {
    latencies = new Float64Array(100_000);
    faults = 0;
    for (const { client } of clients) client.count = 0;
  },

  report({ last }) {
    const counts = clients.map(({ client }) => client.count);
    const behind = clients.filter(({ client }) => client.last !== last).length;
    const { user, system } = process.cpuUsage();
    return {
      ...{ faults, behind, least: Math.min(...counts), most: Math.max(...counts), cpuMs: (user + system) / 1000 },
      ...{ p50: percentile(0.5), p99: percentile(0.99), max: percentile(1) },
    };
  },

  disconnect() {
    for (const { socket } of clients) socket.destroy();
    clients = [];
  },

  /** Clients that do not read. */
  async stall({ url, version, count }) {
    stalled = await Promise.all(Array.from({ length: count }, () => watching(url, version)));
    for (const socket of stalled) socket.pause();
  },

  /** How many of them were cut off: whoever reads on finds the end of the connection instead of more events. */
  async cut() {
    const ends = stalled.map(
      (socket) =>
        new Promise((resolve) => {
          const timer = setTimeout(() => resolve(false), 2000);
          const ended = () => {
            clearTimeout(timer);
            resolve(true);
          };
          socket.removeAllListeners('error').on('error', ended).on('close', ended).on('end', ended).resume();
        }),
    );
    const were = await Promise.all(ends);
    for (const socket of stalled) socket.destroy();
    return were.filter(Boolean).length;
  },
});
