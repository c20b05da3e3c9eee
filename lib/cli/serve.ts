import { firstValueFrom } from 'rxjs';
import type { ServeCommand } from './command.js';
import { startDemo } from './demo/demo.js';
import { complain, type Surroundings } from './surroundings.js';

/** Serves the demo world until the user stops it. @throws Refusal when the port cannot be had */
export async function serve({ demo, port, host }: ServeCommand, around: Surroundings): Promise<void> {
  const server = await startDemo({ ...demo, port, host }, around.scheduler);
  try {
    if (!isLoopback(host))
      complain(
        around,
        `everybody who can reach ${server.url} may change everything there; --host 127.0.0.1 keeps it to this computer`,
      );
    around.stdout.write(
      [
        `The demo world is at ${server.url} (seed ${demo.seed}, ${demo.rate} changes/s${demo.chaos ? ', chaos' : ''}). Look at it with`,
        '',
        `  kubectl --server ${server.url} get pods -A -w`,
        '',
        'Ctrl-C ends it.',
        '',
      ].join('\n'),
    );
    await firstValueFrom(around.stop$, { defaultValue: undefined });
  } finally {
    await server.close();
  }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}
