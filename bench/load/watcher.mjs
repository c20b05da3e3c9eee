import { sliceEnd } from './records.mjs';

/** The end of the chunked body. */
const LAST_CHUNK = '0\r\n\r\n';
const TICK_MS = 2;

/** One open watch. It is idle until it is started; then it sends as fast as it may and as the socket takes. */
export class Watcher {
  #socket;
  #events;
  /** The next event of this lap. */
  #next = 0;
  #lap = 0;
  #isRunning = false;
  #isBlocked = false;
  /** How many events may be sent by now. */
  #credit = 0;
  #timer;

  constructor(response, events) {
    this.#events = events;
    response.writeHead(200, { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' });
    response.flushHeaders();
    // The chunks are written down with their lengths, so they go past the response that would measure them again.
    this.#socket = response.socket;
    this.#socket.on('drain', () => {
      this.#isBlocked = false;
      this.#pump();
    });
    response.on('close', () => this.stop());
  }

  /** @param rate events a second; 0: no limit */
  start(rate) {
    this.stop();
    if (this.#events.chunks.length === 0) return;
    this.#isRunning = true;
    this.#credit = rate > 0 ? 0 : Number.POSITIVE_INFINITY;
    if (rate > 0) this.#earn(rate);
    this.#pump();
  }

  stop() {
    this.#isRunning = false;
    clearInterval(this.#timer);
  }

  /** The streamed initial list, or whatever else comes before the events. Resolves to false when the watch is gone. */
  async send(line) {
    if (this.#socket.write(chunkOf(line))) return true;
    await new Promise((resolve) => this.#socket.once('drain', resolve).once('close', resolve));
    return !this.#socket.destroyed;
  }

  /** Ends the watch properly, with a last event. */
  end(line) {
    this.stop();
    this.#socket.write(chunkOf(line));
    this.#socket.end(LAST_CHUNK);
  }

  #earn(rate) {
    let last = performance.now();
    this.#timer = setInterval(() => {
      const now = performance.now();
      this.#credit += ((now - last) / 1000) * rate;
      last = now;
      this.#pump();
    }, TICK_MS);
  }

  #pump() {
    const { chunks } = this.#events;
    while (this.#isRunning && !this.#isBlocked && this.#credit >= 1) {
      this.#events.lap(this.#lap);
      const start = this.#next;
      const end = sliceEnd(chunks, start, Math.min(chunks.length, start + Math.floor(this.#credit)));
      this.#credit -= end - start;
      this.#next = end;
      if (end === chunks.length) {
        this.#next = 0;
        this.#lap++;
      }
      this.#isBlocked = !this.#socket.write(Buffer.concat(chunks.slice(start, end)));
    }
  }
}

function chunkOf(line) {
  return `${Buffer.byteLength(line).toString(16)}\r\n${line}\r\n`;
}
