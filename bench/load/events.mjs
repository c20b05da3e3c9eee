import { Pods } from './pods.mjs';
import { RecordWriter } from './records.mjs';
import { LIST_VERSION } from './stored-list.mjs';

/** Of twenty mixed events one adds a pod, one deletes one, one changes a spec; the others, and all that are not mixed, change a status. */
const MIX = 20;
const ADDS = 0;
const DELETES = 10;
const CHANGES_SPEC = 15;
/** So many of the pods that were added live at the same time, at least. */
const LIVING = 30;

/**
 * The events of a watch, each as the HTTP chunk in which kube-apiserver would flush it. They can be sent again and again: a lap ends with
 * the pods with which it began, and a later lap has higher versions.
 */
export class Events {
  /** The chunks of one lap. */
  chunks = [];
  /** Where each chunk has its version. */
  #versionsAt = [];
  #lap = 0;

  /** @param isMixed whether pods come and go too */
  constructor(pods, count, isMixed) {
    const writer = new RecordWriter();
    const changes = isMixed ? mixedChanges(pods, count) : statusChanges(pods, count);
    for (const { type, object } of changes) this.#write(writer, type, object);
  }

  /** Makes the chunks those of a later lap. One watcher only may be under way. */
  lap(number) {
    if (number === this.#lap) return;
    this.#lap = number;
    this.chunks.forEach((chunk, k) => {
      const version = String(versionAt(k + number * this.chunks.length));
      chunk.latin1Write(version, this.#versionsAt[k], version.length);
    });
  }

  #write(writer, type, object) {
    const line = `{"type":"${type}","object":${JSON.stringify(object)}}\n`;
    const head = `${Buffer.byteLength(line).toString(16)}\r\n`;
    const mark = `"resourceVersion":"`;
    this.#versionsAt.push(head.length + Buffer.byteLength(line.slice(0, line.indexOf(mark))) + mark.length);
    this.chunks.push(writer.write(`${head}${line}\r\n`));
  }
}

function versionAt(k) {
  return LIST_VERSION + 1000 + k;
}

/** Each pod's turn comes once a round, in an order that is scattered over the collection. */
function* turns(count, rounds) {
  let stride = 7919;
  while (count % stride === 0) stride += 2;
  for (let k = 0; k < rounds; k++) yield { k, i: (k * stride) % count, version: 1 + Math.floor(k / count) };
}

function* statusChanges(pods, count) {
  for (const { k, i, version } of turns(pods.count, count)) {
    yield { type: 'MODIFIED', object: pods.pod(i, version, String(versionAt(k))) };
  }
}

function* mixedChanges(pods, count) {
  const others = new Pods({ count: Math.max(1000, Math.ceil(count / 10)), seed: 4242 });
  const living = [];
  let born = 0;
  for (const { k, i, version } of turns(pods.count, count)) {
    const resourceVersion = String(versionAt(k));
    const isEnding = count - k <= 2 * LIVING;
    if (k % MIX === ADDS && !isEnding) {
      const object = others.pod(born++, 0, resourceVersion);
      object.metadata.namespace = `churn-${born % 7}`;
      living.push(object);
      yield { type: 'ADDED', object };
    } else if (living.length > 0 && (isEnding || (k % MIX === DELETES && living.length > LIVING))) {
      const object = living.shift();
      object.metadata.resourceVersion = resourceVersion;
      object.metadata.deletionTimestamp = '2026-01-06T08:00:00Z';
      yield { type: 'DELETED', object };
    } else {
      const object = pods.pod(i, version, resourceVersion);
      if (k % MIX === CHANGES_SPEC) object.spec.activeDeadlineSeconds = 3600 + (k % 100);
      yield { type: 'MODIFIED', object };
    }
  }
}
