// Calls between the processes of the bench.
import { fork } from 'node:child_process';

/** Answers the calls of the process that started this one. */
export function answering(calls) {
  process.on('message', async ({ id, call, given }) => {
    try {
      process.send({ id, result: await calls[call](given) });
    } catch (error) {
      process.send({ id, error: String(error?.stack ?? error) });
    }
  });
  process.on('disconnect', () => process.exit());
}

/** Starts a program of this folder; its calls are methods: `await program.call('name', given)`. */
export function started(name, execArgv = []) {
  const child = fork(new URL(name, import.meta.url), { execArgv });
  const waiting = new Map();
  let calls = 0;
  child.on('message', ({ id, result, error }) => {
    const { resolve, reject } = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) resolve(result);
    else reject(new Error(`${name}: ${error}`));
  });
  child.on('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`${name} ended with ${code}`));
  });
  return {
    call: (call, given) =>
      new Promise((resolve, reject) => {
        const id = calls++;
        waiting.set(id, { resolve, reject });
        child.send({ id, call, given });
      }),
    stop: () => child.disconnect(),
  };
}
