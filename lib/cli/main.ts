#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { asyncScheduler } from 'rxjs';
import { messageOf } from './refusal.js';
import { run } from './run.js';
import { complain, stopOf } from './surroundings.js';
import { textAt } from './text/json.js';

const { version } = packageJson();

try {
  process.exitCode = await run(process.argv.slice(2), version, {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    stop$: stopOf(process),
    scheduler: asyncScheduler,
    runtime: `Node ${process.version}, ${process.platform} ${process.arch}`,
    dashboard: fileURLToPath(new URL('../dashboard', import.meta.url)),
    importClientNode: () => import('@kubernetes/client-node'),
  });
} catch (error) {
  complain(process, `a mistake of its own: ${messageOf(error)}. Please report it`);
  process.exitCode = 1;
}

function packageJson(): { readonly version: string } {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return { version: textAt(JSON.parse(text), 'version') };
}
