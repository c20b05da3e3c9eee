import { InvalidArgumentError, Option } from 'commander';
import { isDnsLabel, parseFieldSelector, parseLabelSelector } from '../kubernetes/index.js';
import { messageOf } from './refusal.js';

/** What both `watch --demo` and `serve` know of the demo world. */
export const seedOption = new Option('--seed <number>', 'which story the demo tells; default: 1').argParser(
  wholeNumber(0, 2 ** 32 - 1),
);
export const rateOption = new Option('--rate <number>', 'changes a second in the demo; default: 4').argParser(
  positive(1000),
);
export const chaosOption = new Option(
  '--chaos',
  'cut the connections of the demo and let its versions expire, every 10 to 22 seconds',
);

export const watchSecondsOption = new Option('--watch-seconds <number>', 'how long to observe a watch')
  .argParser(positive(86_400))
  .default(60);

export const timeoutOption = new Option('--timeout <seconds>', 'how long each other check may take')
  .argParser(positive(3600))
  .default(10);

export const portOption = new Option('--port <number>', 'where to listen; 0 for any free port')
  .argParser(wholeNumber(0, 65535))
  .default(8080);

export const podsOption = new Option(
  '--pods <number>',
  'so many further pods in the demo, in ten namespaces',
).argParser(wholeNumber(0, 200_000));
export const eventsOption = new Option(
  '--events-per-second <number>',
  'changes of those a second; default: 20',
).argParser(wholeNumber(0, 20_000));

export const kindsOption = new Option(
  '--kinds <names>',
  'what to serve, as for kubectl: pods,deployments.apps; default: what people look at, without Secrets',
).argParser(names);

export const hostOption = new Option(
  '--host <address>',
  'where to listen; beyond this computer only with --authorize cluster',
).default('127.0.0.1');

export const allowedHostsOption = new Option(
  '--allowed-hosts <names>',
  'names under which it is reached, beside localhost: relay.example.com,.example.org',
).argParser(names);

export const authorizeOption = new Option(
  '--authorize <who>',
  'ask the cluster for each request who may read what; a request then needs a bearer token',
).choices(['cluster']);

export const labelSelectorOption = new Option(
  '-l, --selector <selector>',
  'only objects with such labels: tier=web,env!=test',
).argParser(checked((text) => parseLabelSelector(text, 'the selector')));

export const fieldSelectorOption = new Option(
  '--field-selector <selector>',
  'only objects with such fields: spec.nodeName=worker-1',
).argParser(checked((text) => parseFieldSelector(text, 'the selector')));

export const servedNamespaceOption = new Option('-n, --namespace <name>', 'only what is in it; default: all').argParser(
  namespace,
);

export const namespaceOption = new Option(
  '-n, --namespace <name>',
  'the namespace; default: that of the context',
).argParser(namespace);

function namespace(text: string): string {
  if (isDnsLabel(text)) return text;
  throw new InvalidArgumentError('A namespace has a name of lower case letters, digits and "-". For all of them: -A.');
}

function names(text: string): readonly string[] {
  const all = text.split(',').map((name) => name.trim());
  if (all.every((name) => name !== '')) return all;
  throw new InvalidArgumentError('Give names with commas between them.');
}

function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= least && number <= most) return number;
    throw new InvalidArgumentError(`It has to be a whole number from ${least} to ${most}.`);
  };
}

function positive(most: number): (text: string) => number {
  return (text) => {
    const number = text.trim() === '' ? Number.NaN : Number(text);
    if (number > 0 && number <= most) return number;
    throw new InvalidArgumentError(`It has to be a number above 0, at most ${most}.`);
  };
}

/** A text that is passed on as it is, once it was understood. */
function checked(parse: (text: string) => unknown): (text: string) => string {
  return (text) => {
    try {
      parse(text);
    } catch (error) {
      throw new InvalidArgumentError(`${messageOf(error)}.`);
    }
    return text;
  };
}
