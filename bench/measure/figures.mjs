/** Small tools of everything that measures. */

export const after = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export function round(value, digits = 1) {
  return Number(value.toFixed(digits));
}

/** Microseconds of processor time, of all threads of this process, since `process.cpuUsage()` gave `since`. */
export function cpuUs(since) {
  const { user, system } = process.cpuUsage(since);
  return user + system;
}

/** Bytes that are in use after what is not has been collected. */
export function liveHeap() {
  globalThis.gc();
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}

export function peakRssMB() {
  return round((process.resourceUsage().maxRSS * 1024) / 1e6, 0);
}

export function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}

/** The time that every process of this machine shares, in milliseconds. */
export function epochMs() {
  return performance.timeOrigin + performance.now();
}
