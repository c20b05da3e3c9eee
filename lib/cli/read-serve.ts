import type { Command as Commander } from 'commander';
import type { Command, ServedDemo } from './command.js';
import {
  allowedHostsOption,
  authorizeOption,
  chaosOption,
  eventsOption,
  hostOption,
  kindsOption,
  podsOption,
  portOption,
  rateOption,
  seedOption,
  servedNamespaceOption,
} from './options.js';
import { type DemoOptions, demoOf } from './read-demo.js';

interface ServeOptions extends DemoOptions {
  readonly namespace?: string;
  readonly kinds?: readonly string[];
  readonly port: number;
  readonly host: string;
  readonly allowedHosts?: readonly string[];
  readonly authorize?: 'cluster';
  readonly dashboard: boolean;
}

/** Changes a second of the further pods, where nobody says how many. */
const CALM = 20;

export function addServe(program: Commander, take: (command: Command) => void): void {
  program
    .command('serve')
    .description(
      'serve a dashboard of a cluster, or of the demo, and the relay that it reads from: one watch of each kind, however many look',
    )
    .option('--kubeconfig <file>', 'the way to the cluster; default: $KUBECONFIG, then ~/.kube/config')
    .option('--context <name>', 'the context in it; default: the current one')
    .option('--demo', 'serve a simulated cluster, unless --kubeconfig or --context asks for a real one')
    .addOption(servedNamespaceOption)
    .addOption(kindsOption)
    .addOption(portOption)
    .addOption(hostOption)
    .addOption(allowedHostsOption)
    .addOption(authorizeOption)
    .option('--no-dashboard', 'serve the relay alone')
    .addOption(chaosOption)
    .addOption(seedOption)
    .addOption(rateOption)
    .addOption(podsOption)
    .addOption(eventsOption)
    .action((options: ServeOptions, self: Commander) => {
      const { namespace, kinds, port, host, allowedHosts = [], authorize, dashboard, kubeconfig, context } = options;
      const demo = servedDemo(options, self);
      if (demo !== undefined && authorize !== undefined)
        self.error('rxinformer: --authorize asks a real cluster: the demo knows nobody. It stays on this computer', {
          exitCode: 2,
        });
      take({
        ...{ name: 'serve', demo, kubeConfigFile: kubeconfig, context, namespace, kinds },
        ...{ port, host, allowedHosts, authorize, dashboard },
      });
    });
}

function servedDemo(options: ServeOptions, self: Commander): ServedDemo | undefined {
  const demo = demoOf(options, self);
  if (demo === undefined) return undefined;
  const { pods = 0, eventsPerSecond = CALM } = options;
  if (options.eventsPerSecond !== undefined && options.pods === undefined)
    self.error('rxinformer: --events-per-second is of the pods that --pods adds: say how many. See --rate', {
      exitCode: 2,
    });
  return { ...demo, crowd: pods === 0 ? undefined : { pods, eventsPerSecond } };
}
