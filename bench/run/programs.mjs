import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const LOAD_SERVER = new URL('../load/server.mjs', import.meta.url).pathname;

/** Starts the load server on a free port. Give `stop()` a call at the end. */
export async function startLoad({ pods, events, mixed = false }) {
  const args = ['--port', 0, '--pods', pods, '--events', events, ...(mixed ? ['--mixed'] : [])];
  const child = spawn(process.execPath, ['--max-old-space-size=8192', LOAD_SERVER, ...args.map(String)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { port } = JSON.parse(await firstLine(child));
  return { port, stop: () => child.kill() };
}

/** Runs a program that prints one line of figures. Rejects with what it said when it fails. */
export async function figuresOf({ file, args, env }, more) {
  const child = spawn(file, [...args, ...more].map(String), {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said = (said + text).slice(-2000);
  });
  const ended = new Promise((resolve) => child.on('close', resolve));
  try {
    return JSON.parse(await firstLine(child));
  } catch (cause) {
    await ended;
    throw new Error(`it printed no figures, but: ${said.trim()}`, { cause });
  } finally {
    await ended;
  }
}

async function firstLine(child) {
  child.on('error', () => child.stdout.destroy());
  for await (const line of createInterface({ input: child.stdout })) return line;
  throw new Error('the program ended without a word');
}
