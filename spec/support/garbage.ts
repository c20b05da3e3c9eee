import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const gc: () => void = runInNewContext('gc');

/** Collects garbage. What a WeakRef was asked for stays until the end of the turn, so a new one is begun. */
export async function collectGarbage(): Promise<void> {
  await new Promise(setImmediate);
  gc();
}
