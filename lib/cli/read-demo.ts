import type { Command as Commander } from 'commander';
import type { DemoChoice } from './command.js';

/** What is said of the demo, and whether it is a real cluster that is meant. */
export interface DemoOptions {
  readonly demo?: boolean;
  readonly kubeconfig?: string;
  readonly context?: string;
  readonly chaos?: boolean;
  readonly seed?: number;
  readonly rate?: number;
  readonly pods?: number;
  readonly eventsPerSecond?: number;
}

/** The demo, unless a real cluster is asked for: of that nothing is asked that only a demo does. */
export function demoOf(options: DemoOptions, self: Commander): DemoChoice | undefined {
  const { demo, kubeconfig, context, chaos = false, seed = 1, rate = 4 } = options;
  if (demo === true && kubeconfig === undefined && context === undefined) return { chaos, seed, rate };
  const { pods, eventsPerSecond } = options;
  const given = Object.entries({
    chaos: options.chaos,
    seed: options.seed,
    rate: options.rate,
    pods,
    'events-per-second': eventsPerSecond,
  });
  const [name] = given.find(([, value]) => value !== undefined) ?? [];
  if (name !== undefined)
    self.error(`rxinformer: --${name} is for the demo: it does nothing to a real cluster. See --demo`, { exitCode: 2 });
  return undefined;
}
