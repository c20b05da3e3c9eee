const BLOCK_BYTES = 16 * 1024 * 1024;

/** Texts as bytes, many of them in one block of memory: a load of a gigabyte would otherwise be a hundred thousand allocations. */
export class RecordWriter {
  #block = Buffer.allocUnsafe(BLOCK_BYTES);
  #used = 0;

  /** The bytes of a text. */
  write(text) {
    const most = text.length * 3;
    if (this.#used + most > this.#block.length) {
      this.#block = Buffer.allocUnsafe(Math.max(BLOCK_BYTES, most));
      this.#used = 0;
    }
    const start = this.#used;
    this.#used += this.#block.utf8Write(text, start);
    return this.#block.subarray(start, this.#used);
  }
}

/** How much is handed to a socket at once. */
const SLICE_BYTES = 256 * 1024;

/** How many of the records from `start` on, at most up to `end`, make a slice. */
export function sliceEnd(records, start, end) {
  let bytes = 0;
  let i = start;
  while (i < end && bytes < SLICE_BYTES) bytes += records[i++].length;
  return i;
}

/** Bytes to a stream that may be slow; false when it has been closed. */
export async function writeTo(stream, bytes) {
  if (stream.destroyed) return false;
  if (stream.write(bytes)) return true;
  await new Promise((resolve) => {
    const done = () => {
      stream.off('drain', done).off('close', done);
      resolve();
    };
    stream.on('drain', done).on('close', done);
  });
  return !stream.destroyed;
}
