import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import { RecordWriter, sliceEnd, writeTo } from './records.mjs';

const zip = promisify(gzip);

/** All of the list's items are older; of as many digits as every later version. */
export const LIST_VERSION = 100_000_000;

/** A collection of pods, written down as a server would send it, in the order of keys. */
export class StoredList {
  resourceVersion = LIST_VERSION;
  #pods;
  #writer = new RecordWriter();
  /** The pods' numbers, in the order of their keys. */
  #order;
  #items;
  /** Packed pages by place: packing them is not what is measured. */
  #packed = new Map();

  constructor(pods) {
    this.#pods = pods;
    const keys = Array.from({ length: pods.count }, (_, i) => `${pods.namespaceOf(i)}/${pods.nameOf(i)}`);
    this.#order = keys.map((_, i) => i).sort((a, b) => (keys[a] < keys[b] ? -1 : 1));
    this.#items = this.#order.map((i) => this.#writer.write(JSON.stringify(pods.item(i))));
  }

  get bytes() {
    return this.#items.reduce((sum, item) => sum + item.length, 0);
  }

  /** @param share of the items get a new status and version, spread over the list */
  change(share) {
    this.resourceVersion++;
    const step = Math.round(1 / share);
    for (let place = 0; place < this.#items.length; place += step) {
      const item = this.#pods.item(this.#order[place], 1, String(this.resourceVersion));
      this.#items[place] = this.#writer.write(JSON.stringify(item));
    }
    this.#packed.clear();
  }

  /** Items as objects of ADDED events: with what a list says once. */
  *added() {
    for (const item of this.#items)
      yield `{"type":"ADDED","object":{"kind":"Pod","apiVersion":"v1",${item.subarray(1)}}\n`;
  }

  /** @param query namespace ('': all), limit (0: none), token (where to go on), compress */
  async send(response, { namespace, limit, token, compress }) {
    const [first, last] = this.#range(namespace);
    const start = Math.max(first, Number(token));
    const end = limit > 0 ? Math.min(last, start + limit) : last;
    const metadata = {
      resourceVersion: String(this.resourceVersion),
      ...(end < last ? { continue: String(end), remainingItemCount: last - end } : {}),
    };
    const head = Buffer.from(`{"kind":"PodList","apiVersion":"v1","metadata":${JSON.stringify(metadata)},"items":[`);
    if (compress) await this.#sendPacked(response, head, start, end);
    else await this.#sendPlain(response, head, start, end);
  }

  /** The places of a namespace's pods, which lie side by side. */
  #range(namespace) {
    if (namespace === '') return [0, this.#items.length];
    const isIn = (i) => this.#pods.namespaceOf(i) === namespace;
    const first = this.#order.findIndex(isIn);
    return first < 0 ? [0, 0] : [first, this.#order.findLastIndex(isIn) + 1];
  }

  async #sendPlain(response, head, start, end) {
    response.writeHead(200, { 'content-type': 'application/json' });
    if (!(await writeTo(response, head))) return;
    for (let from = start; from < end; ) {
      const to = sliceEnd(this.#items, from, end);
      if (!(await writeTo(response, this.#joined(from, to, to === end)))) return;
      from = to;
    }
    response.end(TAIL);
  }

  async #sendPacked(response, head, start, end) {
    const name = `${start}-${end}`;
    let packed = this.#packed.get(name);
    if (packed === undefined) {
      // As kube-apiserver packs.
      packed = await zip(Buffer.concat([head, this.#joined(start, end, true), TAIL]), {
        level: constants.Z_BEST_SPEED,
      });
      this.#packed.set(name, packed);
    }
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-encoding': 'gzip',
      'content-length': packed.length,
    });
    response.end(packed);
  }

  #joined(start, end, isLast) {
    const parts = this.#items.slice(start, end).flatMap((item) => [item, COMMA]);
    if (isLast) parts.pop();
    return Buffer.concat(parts);
  }
}

const COMMA = Buffer.from(',');
const TAIL = Buffer.from(']}\n');
