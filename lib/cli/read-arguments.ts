import { Command as Commander, CommanderError, Option } from 'commander';
import type { CollectionChoice, Command, OutputFormat } from './command.js';
import {
  chaosOption,
  fieldSelectorOption,
  labelSelectorOption,
  namespaceOption,
  rateOption,
  seedOption,
  timeoutOption,
  watchSecondsOption,
} from './options.js';
import { type DemoOptions, demoOf } from './read-demo.js';
import { addServe } from './read-serve.js';

/** What came of reading the command line: a command, or just text for the user. */
export type Reading =
  | { readonly command: Command }
  /** Help or version, for stdout. */
  | { readonly answer: string }
  /** What is wrong, for stderr. */
  | { readonly complaint: string };

/**
 * Reads the arguments behind `rxinformer`. Pure: prints nothing, and ends no process.
 *
 * @param version of the package
 * @param width of the terminal, for the help
 */
export function readArguments(argv: readonly string[], version: string, width: number): Reading {
  let command: Command | undefined;
  const texts = { out: '', err: '' };
  const program = programThat((read) => {
    command = read;
  }, version);
  for (const part of [program, ...program.commands]) {
    part.exitOverride().configureOutput({
      writeOut: (text) => {
        texts.out += text;
      },
      writeErr: (text) => {
        texts.err += text;
      },
      getOutHelpWidth: () => width,
      getErrHelpWidth: () => width,
      outputError: (text, write) => write(text.replace(/^error: /, 'rxinformer: ')),
    });
  }
  try {
    program.parse(argv, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? { answer: texts.out } : { complaint: texts.err };
  }
  return command === undefined ? { complaint: program.helpInformation({ error: true }) } : { command };
}

interface CollectionOptions extends DemoOptions {
  readonly namespace?: string;
  readonly allNamespaces?: boolean;
  readonly selector?: string;
  readonly fieldSelector?: string;
  readonly demo?: boolean;
  readonly kubeconfig?: string;
  readonly context?: string;
}

interface WatchOptions extends CollectionOptions {
  readonly output?: OutputFormat;
}

interface DoctorOptions extends CollectionOptions {
  readonly output: 'text' | 'json';
  readonly watchSeconds: number;
  readonly timeout: number;
}

function programThat(take: (command: Command) => void, version: string): Commander {
  const program = new Commander('rxinformer')
    .description('Keeps a live copy of a Kubernetes collection, and shows what changes.')
    .version(version)
    .showHelpAfterError('(--help says more)');
  addWatch(program, take);
  addDoctor(program, take);
  addServe(program, take);
  return program;
}

function addWatch(program: Commander, take: (command: Command) => void): void {
  const watch = program
    .command('watch')
    .description(
      'show the objects of a resource, and what becomes of them: as a live table on a terminal, else as a line an event',
    );
  addCollection(watch)
    .addOption(new Option('-o, --output <format>', 'how').choices(['table', 'events', 'json']))
    .addHelpText('after', '\nOn a terminal: arrows and PgUp, PgDn scroll, q quits.')
    .action((resource: string, options: WatchOptions, self: Commander) => {
      take({ name: 'watch', ...choiceOfCollection(resource, options, self), output: options.output });
    });
}

function addDoctor(program: Commander, take: (command: Command) => void): void {
  const doctor = program
    .command('doctor')
    .description(
      'try all that watching a resource needs, step by step, and say what works, what does not, why, and what to do: a page for a bug report, without anything secret',
    );
  addCollection(doctor)
    .addOption(watchSecondsOption)
    .addOption(timeoutOption)
    .addOption(new Option('-o, --output <format>', 'how').choices(['text', 'json']).default('text'))
    .action((resource: string, options: DoctorOptions, self: Commander) => {
      const { output, watchSeconds, timeout: timeoutSeconds } = options;
      take({ name: 'doctor', ...choiceOfCollection(resource, options, self), output, watchSeconds, timeoutSeconds });
    });
}

/** What is said of the objects that are meant, and of where they are. */
function addCollection(command: Commander): Commander {
  return command
    .argument('<resource>', 'as for kubectl: pods, po, deployments.apps, widgets.v1.example.com')
    .addOption(namespaceOption)
    .addOption(new Option('-A, --all-namespaces', 'all namespaces').conflicts('namespace'))
    .addOption(labelSelectorOption)
    .addOption(fieldSelectorOption)
    .option('--kubeconfig <file>', 'the way to the cluster; default: $KUBECONFIG, then ~/.kube/config')
    .option('--context <name>', 'the context in it; default: the current one')
    .option('--demo', 'show a simulated cluster, unless --kubeconfig or --context asks for a real one')
    .addOption(chaosOption)
    .addOption(seedOption)
    .addOption(rateOption);
}

function choiceOfCollection(resource: string, options: CollectionOptions, self: Commander): CollectionChoice {
  const { namespace, allNamespaces = false, selector, fieldSelector, kubeconfig, context } = options;
  const demo = demoOf(options, self);
  return {
    ...{ resource, namespace, allNamespaces, labelSelector: selector, fieldSelector, demo },
    ...{ kubeConfigFile: kubeconfig, context },
  };
}
